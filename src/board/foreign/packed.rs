//! JSON in addresses: packed by lz-string, in base 64.
//!
//! Base 64 has `+`, `/` and `=`, which programs on the way take for something else, so these are escaped.

use crate::foreign::json::{Object, object};

/// The longest packed text that is read. What it unpacks to may grow with the square of its length.
const MAX_PACKED: usize = 1 << 14;

/// Returns the text that stands in an address.
pub fn pack(json: &str) -> String {
    let packed = lz_str::compress_to_base64(json);
    packed.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

/// Returns the object of such a text.
///
/// # Errors
/// What is wrong with it, as a clause.
pub(super) fn unpack(text: &str) -> Result<Object, String> {
    if text.len() > MAX_PACKED {
        return Err(format!("it has more than {MAX_PACKED} characters"));
    }
    // In an address, a space was a plus.
    let text = percent_encoding::percent_decode_str(text.trim());
    let text = text.decode_utf8().map_err(|error| error.to_string())?.replace(' ', "+");
    if text.starts_with('{') {
        return object(&text);
    }
    let unpacked = lz_str::decompress_from_base64(text.trim_end_matches('='));
    let unpacked = unpacked.and_then(|wide| String::from_utf16(&wide).ok());
    object(&unpacked.ok_or("what it packs is damaged")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for count in 0..200 {
            let json = format!("{{\"a\":\"{}ü→\"}}", "xyz€".repeat(count));
            let packed = pack(&json);
            assert!(!packed.contains(['+', '/', '=']), "{packed}");
            assert_eq!(unpack(&packed).unwrap(), object(&json).unwrap());
        }
    }

    #[test]
    fn what_is_damaged_or_long_is_refused() {
        let packed = pack("{\"size\":9,\"grid\":[[1,2,3],[4,5,6]]}");
        // The last characters may only fill up the last bytes.
        let whole = unpack(&packed).unwrap();
        for end in 0..packed.len() {
            assert!(unpack(&packed[..end]).map_or(true, |read| read == whole), "{end}");
        }
        assert!(unpack(&packed[..packed.len() / 2]).is_err());
        assert!(unpack(&"A".repeat(MAX_PACKED + 1)).is_err());
        assert!(unpack("é😀").is_err());
    }
}
