//! Connection files.

use sprague::kernel::Connection;
use std::path::Path;

const FILE: &str = r#"{"ip": "127.0.0.1", "transport": "tcp", "shell_port": 1, "control_port": 2, "iopub_port": 3,
    "stdin_port": 4, "hb_port": 5, "key": "k", "signature_scheme": "hmac-sha256", "kernel_name": "sprague"}"#;

#[test]
fn what_it_says() {
    let read = Connection::of(FILE).unwrap();
    assert_eq!(read, Connection { ip: "127.0.0.1".into(), ports: [1, 2, 3, 4, 5], key: "k".into() });
}

#[test]
fn what_is_wrong_with_it() {
    let problem = |from: &str, to: &str| Connection::of(&FILE.replace(from, to)).unwrap_err();
    assert_eq!(problem("\"hb_port\": 5", "\"hb_port\": 70000"), "`hb_port` is no port");
    assert_eq!(problem("\"shell_port\": 1,", ""), "`shell_port` is no port");
    assert!(problem("\"tcp\"", "\"ipc\"").contains("`ipc`"));
    assert!(problem("sha256", "md5").contains("`hmac-md5`"));
    assert_eq!(problem("\"ip\"", "\"pi\""), "it has no `ip`");
    assert!(Connection::of("[").is_err() && Connection::of("[1]").is_err());
    let missing = Connection::read(Path::new("/nowhere/kernel.json")).unwrap_err();
    assert!(missing.contains("there is no such file"), "{missing}");
}
