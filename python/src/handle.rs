//! A value of a session in the hands of Python.

use crate::client::Client;
use pyo3::prelude::*;
use std::sync::Arc;

/// A value; it stays in its session as long as somebody holds it.
#[pyclass(frozen, module = "sprague._core")]
pub struct Handle {
    pub client: Arc<Client>,
    pub id: u64,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.client.release(self.id);
    }
}
