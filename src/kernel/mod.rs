//! The kernel of Jupyter notebooks: a session behind five sockets (jupyter-client.readthedocs.io, "Messaging in Jupyter"). In: requests of
//! notebooks and consoles. Out: what programs say, as text, formulas, tables and drawings.
//!
//! `transport` moves frames, `wire` makes messages of them, `bus` sends them, `serve` takes requests one after another, `cell`
//! runs programs, `stage` tells what they say while they run, `ask` answers what a person asks while typing, `install` tells Jupyter
//! that there is such a kernel. It stands on the session and the report only.

pub mod ask;
mod bus;
mod cell;
pub mod connection;
mod install;
mod serve;
mod stage;
pub mod transport;
pub mod wire;

pub use bus::Interrupter;
pub use connection::Connection;
pub use install::{Place, install};
pub use serve::serve;
