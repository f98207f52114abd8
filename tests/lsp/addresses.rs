//! Addresses of documents.

use sprague::lsp::documents::{address_of, path_of};
use std::path::{Path, PathBuf};

#[test]
fn addresses_and_paths() {
    for path in ["/a/b.cgt", "/with blank/é#?.cgt"] {
        assert_eq!(path_of(&address_of(Path::new(path))), Some(PathBuf::from(path)));
    }
    assert_eq!(path_of("file:///C%3A/x.cgt"), Some(PathBuf::from("C:/x.cgt")));
    assert_eq!(path_of("untitled:Untitled-1"), None);
    assert_eq!(path_of("file:///%zz"), None);
    assert_eq!(path_of("file:///%4"), None);
}
