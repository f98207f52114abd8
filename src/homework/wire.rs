//! What the key's process sends: marked questions and looked-over ones, as lines of JSON that lose nothing.

use super::grade::{Marked, Standing};
use super::points::Points;
use super::sheet::Looked;
use super::student::Asked;
use serde_json::{Value as Json, json};

fn text(data: &Json) -> Option<String> {
    data.as_str().map(str::to_owned)
}

/// A text or null; nothing else.
fn maybe(data: &Json) -> Option<Option<String>> {
    if data.is_null() { Some(None) } else { text(data).map(Some) }
}

fn texts(data: &Json) -> Option<Vec<String>> {
    data.as_array()?.iter().map(text).collect()
}

impl Marked {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        json!({
            "name": self.name, "number": self.number, "text": self.text, "points": self.points.exact(),
            "worth": self.worth.exact(), "bonus": self.bonus, "optional": self.optional, "hidden": self.hidden,
            "standing": self.standing.word(), "given": self.given, "line": self.line, "lines": self.lines,
            "hints": self.hints, "answer": self.answer,
        })
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Marked> {
        let line = match &data["line"] {
            Json::Null => None,
            line => Some(usize::try_from(line.as_u64()?).ok()?),
        };
        Some(Marked {
            name: text(&data["name"])?,
            number: text(&data["number"])?,
            text: maybe(&data["text"])?,
            points: Points::read(data["points"].as_str()?)?,
            worth: Points::read(data["worth"].as_str()?)?,
            bonus: data["bonus"].as_bool()?,
            optional: data["optional"].as_bool()?,
            hidden: data["hidden"].as_bool()?,
            standing: Standing::named(data["standing"].as_str()?)?,
            given: maybe(&data["given"])?,
            line,
            lines: texts(&data["lines"])?,
            hints: texts(&data["hints"])?,
            answer: maybe(&data["answer"])?,
        })
    }
}

impl Looked {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        let (given, error) = match &self.given {
            None => (None, None),
            Some(Ok(given)) => (Some(given), None),
            Some(Err(error)) => (None, Some(error)),
        };
        json!({
            "number": self.number, "name": self.name, "text": self.text, "given": given, "error": error,
            "lines": self.lines,
        })
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Looked> {
        Some(Looked {
            number: text(&data["number"])?,
            name: text(&data["name"])?,
            text: maybe(&data["text"])?,
            given: maybe(&data["given"])?.map(Ok).or(maybe(&data["error"])?.map(Err)),
            lines: texts(&data["lines"])?,
        })
    }
}

impl Asked {
    /// For the pipe.
    pub fn to_json(&self) -> Json {
        json!({ "name": self.name, "places": self.places })
    }

    /// From the pipe.
    pub fn from_json(data: &Json) -> Option<Asked> {
        Some(Asked { name: text(&data["name"])?, places: data["places"].as_array()?.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;

    #[test]
    fn nothing_is_lost() {
        let marked = Marked {
            name: "q1a".into(),
            number: "1a".into(),
            text: None,
            points: Points::new(&BigRational::new(2.into(), 3.into())).unwrap(),
            worth: Points::whole(2),
            bonus: true,
            optional: false,
            hidden: true,
            standing: Standing::Partial,
            given: Some("\u{202e}<0 | 1>\n".into()),
            line: Some(7),
            lines: vec!["a".into(), String::new()],
            hints: vec!["b".into()],
            answer: None,
        };
        let line = marked.to_json().to_string();
        assert_eq!(Marked::from_json(&serde_json::from_str(&line).unwrap()), Some(marked.clone()));
        let looked = |given| Looked { number: "1".into(), name: "q1".into(), text: None, given, lines: vec![] };
        for given in [None, Some(Ok("1".to_owned())), Some(Err("no".to_owned()))] {
            assert_eq!(Looked::from_json(&looked(given.clone()).to_json()), Some(looked(given)));
        }
        assert_eq!(Marked::from_json(&json!({ "name": "q1" })), None);
    }
}
