//! Telling Jupyter that there is such a kernel: a folder with the command that starts it, and a picture for the front ends.

use crate::session::files::{error_text, replace};
use crate::session::{Mode, Session, Settings};
use serde_json::json;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Where the kernel is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// For this user.
    User,
    /// Below a directory such as that of a Python environment.
    Prefix(PathBuf),
}

/// The name of the folder.
const NAME: &str = "sprague";

/// The sizes in points in which Jupyter wants the picture.
const SIZES: [u32; 2] = [32, 64];

/// The picture, so many pixels wide: the walls of a thermograph and its mast.
fn logo(size: f64) -> String {
    let at = |part: f64| part * size / 64.0;
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" role=\"img\">\n<title>Sprague</title>"
    );
    let line = |places: [f64; 4], colour: &str| {
        let [x1, y1, x2, y2] = places.map(at);
        let width = at(7.0);
        format!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        )
    };
    let lines = [
        line([6.0, 57.0, 58.0, 57.0], "#999"),
        line([32.0, 24.0, 32.0, 6.0], "black"),
        line([10.0, 50.0, 32.0, 24.0], "#1f5fbf"),
        line([54.0, 50.0, 32.0, 24.0], "#c0392b"),
    ];
    format!("{head}\n{}\n</svg>\n", lines.join("\n"))
}

/// Writes the folder; gives its path. The arguments are told to the kernel whenever it is started.
///
/// # Errors
/// A sentence that says what cannot be written.
pub fn install(place: &Place, arguments: &[String]) -> Result<PathBuf, String> {
    let data = match place {
        Place::Prefix(prefix) => prefix.join("share").join("jupyter"),
        Place::User => {
            user_data().ok_or("there is no home directory\nName a directory: sprague kernel install --prefix DIR")?
        }
    };
    let folder = data.join("kernels").join(NAME);
    let cannot = |error: io::Error| format!("cannot write {}: {}", folder.display(), error_text(&error));
    fs::create_dir_all(&folder).map_err(cannot)?;
    let command =
        env::current_exe().map_err(|error| format!("cannot tell where this command is: {}", error_text(&error)))?;
    let command = command.to_str().ok_or("the path of this command is not UTF-8")?;
    let start = ["kernel", "--connection", "{connection_file}"].map(str::to_owned);
    let argv: Vec<&str> = [command].into_iter().chain(start.iter().chain(arguments).map(String::as_str)).collect();
    let spec = json!({ "argv": argv, "display_name": "Sprague", "language": "sprague", "interrupt_mode": "message" });
    let spec = serde_json::to_string_pretty(&spec).unwrap_or_default() + "\n";
    replace(&folder.join("kernel.json"), spec.as_bytes()).map_err(cannot)?;
    replace(&folder.join("logo-svg.svg"), logo(64.0).as_bytes()).map_err(cannot)?;
    paint(&folder)?;
    Ok(folder)
}

/// The picture in points, which the language makes of drawings.
fn paint(folder: &Path) -> Result<(), String> {
    let mut session = Session::new(Settings { import_from: Some(folder.to_owned()), ..Settings::default() });
    for size in SIZES {
        // A picture of points is twice as fine as its drawing.
        let drawing = logo(f64::from(size) / 2.0);
        let quoted = serde_json::to_string(&drawing).unwrap_or_default();
        let program = format!("save({quoted}, \"logo-{size}x{size}.png\")");
        let ran = session.run("logo", &program, Mode::Script, Rc::new(|_, _| {}));
        if let Some(error) = ran.errors.first() {
            return Err(format!("cannot draw the picture in {}: {}", folder.display(), error.message));
        }
    }
    Ok(())
}

/// Where Jupyter looks for what belongs to this user.
fn user_data() -> Option<PathBuf> {
    let named = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("JUPYTER_DATA_DIR").or_else(|| {
        if cfg!(windows) {
            named("APPDATA").map(|data| data.join("jupyter"))
        } else if cfg!(target_os = "macos") {
            env::home_dir().map(|home| home.join("Library").join("Jupyter"))
        } else {
            let data = named("XDG_DATA_HOME").or_else(|| Some(env::home_dir()?.join(".local").join("share")));
            data.map(|data| data.join("jupyter"))
        }
    })
}
