//! What differs between two texts, as `diff -u` and `patch` know it; on a terminal in colours.

use anstyle::{AnsiColor, Style};
use similar::TextDiff;

use crate::output::{Closed, Console};
use crate::screen::Screen;

/// Prints the lines that differ, with some around them. Both texts are called `name`.
pub(super) fn print_difference(
    console: &mut Console,
    name: &str,
    before: &str,
    after: &str,
) -> Result<(), Closed> {
    let diff = TextDiff::from_lines(before, after);
    let text = diff.unified_diff().header(name, name).to_string();
    match Screen::of_stdout() {
        Some(screen) if screen.has_color => console.print(&coloured(&text)),
        _ => console.print(&text),
    }
}

/// Returns a difference with a colour for each line that says what changes.
fn coloured(text: &str) -> String {
    let line = |line: &str| {
        let (words, end) = match line.strip_suffix('\n') {
            Some(words) => (words, "\n"),
            None => (line, ""),
        };
        let style = style(words);
        format!("{}{words}{}{end}", style.render(), style.render_reset())
    };
    text.split_inclusive('\n').map(line).collect()
}

fn style(line: &str) -> Style {
    match line.as_bytes() {
        [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => Style::new().bold(),
        [b'+', ..] => AnsiColor::Green.on_default(),
        [b'-', ..] => AnsiColor::Red.on_default(),
        [b'@', ..] => AnsiColor::Cyan.on_default(),
        _ => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_change_have_colours() {
        let text = coloured("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n z");
        assert!(text.contains("\u{1b}[31m-x\u{1b}[0m\n"), "{text:?}");
        assert!(text.contains("\u{1b}[32m+y\u{1b}[0m\n z"), "{text:?}");
    }
}
