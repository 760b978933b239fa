//! QR codes with the link of a puzzle.

use qrcode::types::Color;
use qrcode::{EcLevel, QrCode};

/// A square of dark and light modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Modules {
    pub(super) side: usize,
    /// Which are dark, row by row.
    pub(super) dark: Vec<bool>,
}

/// How many light modules surround a code, as its standard asks (ISO/IEC 18004, section 6.3.8).
pub(super) const QUIET: f64 = 4.0;

/// Returns the code of a text; `None` where it is too long for one.
pub(super) fn modules(text: &str) -> Option<Modules> {
    let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M).ok()?;
    let dark: Vec<bool> = code.to_colors().into_iter().map(|it| it == Color::Dark).collect();
    Some(Modules { side: code.width(), dark })
}
