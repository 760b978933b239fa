//! Paths of files and the addresses by which editors name them.

use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// Returns the path of a file that is named by an address; `None` for what is no file.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    // What stands before the path names the machine.
    let path = decoded(&rest[rest.find('/')?..])?;
    let is_drive = |bytes: &[u8]| {
        matches!(bytes, [b'/', drive, b':', ..] if drive.is_ascii_alphabetic()) && cfg!(windows)
    };
    Some(PathBuf::from(if is_drive(path.as_bytes()) { &path[1..] } else { &path }))
}

/// Returns the address of a file.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str().filter(|_| path.is_absolute())?;
    let mut text = "file://".to_owned();
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.replace('\\', if cfg!(windows) { "/" } else { "\\" }).bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(Uri::from(text))
}

/// Returns a text with what stands for `%20` and the like.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let escaped = match (first, behind) {
            (b'%', [high, low, ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                digit(*high).zip(digit(*low)).map(|(high, low)| high * 16 + low)
            }
            _ => None,
        };
        match escaped.and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn paths_have_addresses() {
        let path = Path::new("/home/a b/ä%20#.pz");
        let uri = uri_of(path).expect("an address");
        assert_eq!(uri.0, "file:///home/a%20b/%C3%A4%2520%23.pz");
        assert_eq!(path_of(&uri).as_deref(), Some(path));
        assert_eq!(uri_of(Path::new("built-in sudoku")), None);
        assert_eq!(path_of(&Uri::from("untitled:Untitled-1")), None);
    }
}
