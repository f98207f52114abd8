//! Misère quotients and canonical forms against direct play, and the checker against changed certificates.

mod forms;
mod oracle;
mod partizan;
mod sweep;
mod table;
