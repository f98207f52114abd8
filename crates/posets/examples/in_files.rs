//! Linear extensions of a box with levels in a directory, which may be killed at any moment and begun again:
//! `cargo run --release -p sprague-posets --example in_files -- DIR MEBIBYTES THREADS SIDE SIDE SIDE`.
//!
//! The mebibytes are for levels: nobody counts here what tables take.

#![allow(clippy::print_stdout)]

#[path = "../tests/directory/mod.rs"]
mod directory;

use directory::Directory;
use sprague_limits::{Handle, Limits};
use sprague_posets::subsets::Options;
use sprague_posets::{Poset, box_plan, linear_extensions_of_box};
use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, numbers @ ..] = &arguments[..] else { return Err("a directory and numbers are expected".into()) };
    let numbers = numbers.iter().map(|number| number.parse()).collect::<Result<Vec<usize>, _>>()?;
    let [mebibytes, threads, sides @ ..] = &numbers[..] else { return Err("memory and threads are expected".into()) };
    fs::create_dir_all(directory)?;
    let handle = Handle::new(Limits { memory: Some(mebibytes << 20), ..Limits::default() });
    let mut all = Poset::chain(1, &handle)?;
    for &side in sides {
        all = all.product(&Poset::chain(side, &handle)?, &handle)?;
    }
    println!("{:?}", box_plan(&all, &handle)?);
    let begun = Instant::now();
    let mut directory = Directory { path: directory.into(), interval: Duration::from_secs(30), is_flushed: true };
    let options = Options { checkpoints: Some(&mut directory), ..Options::threads(*threads) };
    println!("{:?}", linear_extensions_of_box(&all, options, &handle)?.map(|count| count.to_string()));
    println!("{:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}
