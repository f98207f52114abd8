//! `sprague lsp`: the server that editors talk to, over standard input and output.
//!
//! One thread reads messages (`wire`), one answers them, one computes values and checks (`worker`). What is known of a document comes
//! from [`crate::session::study`], made anew when nothing more is waiting; so typing is never behind.

mod about;
pub mod documents;
mod requests;
mod server;
pub mod text;
pub mod wire;
mod worker;

pub use server::serve;
