//! The connection file that Jupyter writes for a kernel: where to listen, and the key of signatures.

use serde_json::Value;
use std::net::TcpListener;
use std::path::Path;

/// What the file says.
#[derive(Debug, PartialEq, Eq)]
pub struct Connection {
    /// Where to listen; `*` for everywhere.
    pub ip: String,
    /// Of shell, control, iopub, stdin and heartbeat.
    pub ports: [u16; 5],
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

    /// The same from the text of such a file.
    ///
    /// # Errors
    /// What is wrong with it, as the end of a sentence.
    pub fn of(text: &str) -> Result<Connection, String> {
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
