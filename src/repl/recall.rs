//! Bringing earlier lines again by how they begin. In: the lines of the history, the text before the cursor, a direction. Out:
//! what stands on the line then. Knows no terminal.

/// The history with the search that is under way.
#[derive(Debug, Default)]
pub struct Recall {
    lines: Vec<String>,
    search: Option<Recalled>,
    /// What the editor is to put in place of its line.
    pub brought: Option<String>,
}

#[derive(Debug)]
struct Recalled {
    /// What was typed before the first step.
    typed: String,
    /// How the lines begin that are wanted.
    prefix: String,
    /// The line that is shown now, by its number.
    at: usize,
}

impl Recall {
    /// One more line, the newest.
    pub fn add(&mut self, line: &str) {
        if self.lines.last().is_none_or(|last| last != line) {
            self.lines.push(line.to_owned());
        }
        self.search = None;
    }

    /// The next older line, if there is one, that begins with what stands before the cursor.
    pub fn older(&mut self, line: &str, cursor: usize) -> Option<String> {
        let shown = self.search.as_ref().filter(|search| self.lines[search.at] == line);
        let (typed, prefix, end) = match shown {
            Some(search) => (search.typed.clone(), search.prefix.clone(), search.at),
            None => (line.to_owned(), line[..cursor].to_owned(), self.lines.len()),
        };
        let at = (0..end).rev().find(|&i| self.lines[i].starts_with(&prefix) && self.lines[i] != line)?;
        self.search = Some(Recalled { typed, prefix, at });
        Some(self.lines[at].clone())
    }

    /// The next newer one; behind the newest what was typed at first. Nothing unless a line was brought again.
    pub fn newer(&mut self, line: &str) -> Option<String> {
        let search = self.search.as_mut().filter(|search| self.lines[search.at] == line)?;
        let fits = |i: &usize| self.lines[*i].starts_with(&search.prefix) && self.lines[*i] != line;
        if let Some(at) = (search.at + 1..self.lines.len()).find(fits) {
            search.at = at;
            return Some(self.lines[at].clone());
        }
        self.search.take().map(|search| search.typed)
    }
}
