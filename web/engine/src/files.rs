//! Files of programs in a page: what a program saves is offered for download, and can be read again until the next run.

use crate::Say;
use serde_json::json;
use sprague::session::Files;
use std::cell::RefCell;

/// Bytes of all files together.
const MOST: usize = 64 << 20;

/// What was saved in this run, in the order of its names' first writing.
pub struct Downloads {
    saved: RefCell<Vec<(String, Vec<u8>)>>,
    say: Say,
}

impl Downloads {
    /// None yet.
    pub fn new(say: Say) -> Downloads {
        Downloads { saved: RefCell::default(), say }
    }

    /// The next run begins without files.
    pub fn forget(&self) {
        self.saved.borrow_mut().clear();
    }
}

impl Files for Downloads {
    fn length(&self, name: &str) -> u64 {
        self.saved.borrow().iter().find(|(saved, _)| saved == name).map_or(0, |(_, bytes)| bytes.len() as u64)
    }

    fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
        match self.saved.borrow().iter().find(|(saved, _)| saved == name) {
            Some((_, bytes)) if bytes.len() as u64 > most => Err(format!("it is larger than {most} bytes")),
            found => Ok(found.map(|(_, bytes)| bytes.clone())),
        }
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err("in a page only texts can be saved".into());
        };
        let mut saved = self.saved.borrow_mut();
        saved.retain(|(other, _)| other != name);
        if saved.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() + bytes.len() > MOST {
            return Err(format!("a page saves {} MiB at most", MOST >> 20));
        }
        saved.push((name.to_owned(), bytes.to_owned()));
        (self.say)(&json!({ "output": "file", "name": name, "text": text }));
        Ok(())
    }
}
