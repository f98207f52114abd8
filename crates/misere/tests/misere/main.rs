//! Misère quotients against direct play, and the checker against changed certificates.

mod oracle;
mod sweep;
mod table;
