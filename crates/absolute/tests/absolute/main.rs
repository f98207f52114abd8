//! Universes against bare definitions, laws and published values.

mod laws;
mod oracle;
mod published;
mod scoring;
