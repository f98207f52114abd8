//! Linear extensions of a box with levels in a directory, which may be killed at any moment and begun again:
//! `cargo run --release -p sprague-posets --example in_files -- DIR MEBIBYTES THREADS SIDE SIDE SIDE`.
//!
//! A plain account of what the command does with `--checkpoint DIR --memory MEBIBYTES`; its key is known to everybody.

#![allow(clippy::print_stdout)]

use sprague_limits::{Handle, Limits};
use sprague_posets::subsets::seal::Key;
use sprague_posets::subsets::{Checkpoints, Options, Runs};
use sprague_posets::{Poset, box_plan, linear_extensions_of_box};
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

struct Directory(PathBuf);

impl Checkpoints for Directory {
    fn key(&self) -> Key {
        Key([1; Key::BYTES])
    }

    fn interval(&self) -> Option<Duration> {
        Some(Duration::from_secs(30))
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let aside = self.0.join("aside");
        let mut file = File::create(&aside)?;
        write(&mut file)?;
        file.sync_all()?;
        fs::rename(aside, self.0.join("level.checkpoint"))
    }

    fn load(&mut self) -> io::Result<Option<Box<dyn Read + '_>>> {
        match File::open(self.0.join("level.checkpoint")) {
            Ok(file) => Ok(Some(Box::new(file))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn runs(&mut self) -> Option<Arc<dyn Runs>> {
        Some(Arc::new(Directory(self.0.clone())))
    }
}

impl Runs for Directory {
    fn append(&self, name: &str, fresh: bool) -> io::Result<Box<dyn Write + '_>> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).append(!fresh).truncate(fresh);
        Ok(Box::new(options.open(self.0.join(name))?))
    }

    fn sync(&self, name: &str) -> io::Result<()> {
        File::open(self.0.join(name))?.sync_all()
    }

    fn read(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(File::open(self.0.join(name))?))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    fn retain(&self, keep: &dyn Fn(&str) -> bool) -> io::Result<()> {
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(|name| name.ends_with(".run") && !keep(name)) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

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
    let mut directory = Directory(directory.into());
    let options = Options { checkpoints: Some(&mut directory), ..Options::threads(*threads) };
    println!("{:?}", linear_extensions_of_box(&all, options, &handle)?.map(|count| count.to_string()));
    println!("{:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}
