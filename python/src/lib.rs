//! The engine for Python: what `sprague/_core.pyi` describes. The rest of the package is written in Python, and stands on this.
//!
//! A session lives on a thread of its own (`desk`): any thread of Python may ask it, and waits meanwhile without the interpreter's
//! lock, looking for Ctrl-C (`client`). Values are handles (`handle`); what they say comes back as Python's own values
//! (`convert`).

mod client;
mod convert;
mod desk;
mod engine;
mod handle;
mod hook;

use pyo3::prelude::*;
use sprague::allocator::CountingAllocator;

/// So that the memory of each session is bounded: each has a thread.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<engine::Engine>()?;
    module.add_class::<handle::Handle>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
