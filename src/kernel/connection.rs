//! The connection file that Jupyter writes for a kernel: where to listen, and the key of signatures.

use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;

/// What the file says.
#[derive(Debug, PartialEq, Eq)]
pub struct Connection {
    ip: String,
    /// Of shell, control, iopub, stdin and heartbeat.
    ports: [u16; 5],
    /// The key of signatures; none if it is empty.
    pub key: String,
}

const PORTS: [&str; 5] = ["shell_port", "control_port", "iopub_port", "stdin_port", "hb_port"];

impl Connection {
    /// Reads the file.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(file: &Path) -> Result<Connection, String> {
        let text = crate::session::files::read(file).map_err(|problem| problem.to_string())?;
        Connection::of(&text).map_err(|what| format!("`{}` is no connection file: {what}", file.display()))
    }

    fn of(text: &str) -> Result<Connection, String> {
        let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let text = |name: &str| file[name].as_str().map(str::to_owned);
        if let Some(transport) = text("transport").filter(|transport| transport != "tcp") {
            return Err(format!("the transport is `{transport}`; this kernel knows `tcp` only"));
        }
        let key = text("key").unwrap_or_default();
        if let Some(scheme) = text("signature_scheme").filter(|scheme| scheme != "hmac-sha256" && !key.is_empty()) {
            return Err(format!("messages are signed by `{scheme}`; this kernel knows `hmac-sha256` only"));
        }
        let mut ports = [0; 5];
        for (port, name) in ports.iter_mut().zip(PORTS) {
            let found = file[name].as_u64().and_then(|number| u16::try_from(number).ok()).filter(|port| *port > 0);
            *port = found.ok_or_else(|| format!("`{name}` is no port"))?;
        }
        Ok(Connection { ip: text("ip").ok_or("it has no `ip`")?, ports, key })
    }

    /// Begins to listen at every port.
    ///
    /// # Errors
    /// A sentence that says where that is not possible.
    pub fn listen(&self) -> Result<[TcpListener; 5], String> {
        let ip = if self.ip == "*" { "0.0.0.0" } else { &*self.ip };
        let open = |port: u16| {
            let cannot = |error: std::io::Error| {
                format!("cannot listen at {ip}, port {port}: {}", crate::session::files::error_text(&error))
            };
            TcpListener::bind((ip, port)).map_err(cannot)
        };
        let [shell, control, iopub, stdin, heartbeat] = self.ports.map(open);
        Ok([shell?, control?, iopub?, stdin?, heartbeat?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
