//! The figure of Chou and Kaashoek (2014): success against the share of rows that are learnt from, as SVG.

use std::fmt::Write as _;

/// A line of the figure.
#[derive(Debug, Clone)]
pub struct Curve {
    /// What it shows.
    pub name: String,
    /// Share and success, both from 0 to 1.
    pub points: Vec<(f64, f64)>,
}

const LEFT: f64 = 52.0;
const TOP: f64 = 16.0;
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 260.0;
/// Told apart in print without colours and by people who do not see all of them.
const STROKES: [(&str, &str); 3] = [("#0b559f", ""), ("#c4570a", "7 4"), ("#555555", "2 4")];

/// Returns the figure.
pub fn figure(title: &str, curves: &[Curve]) -> String {
    let x = |share: f64| LEFT + share * WIDTH;
    let y = |success: f64| TOP + (1.0 - success) * HEIGHT;
    let mut out = String::new();
    let (width, height) = (LEFT + WIDTH + 20.0, TOP + HEIGHT + 74.0);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escaped(title)
    );
    for tenth in (0..=10).step_by(2) {
        let at = f64::from(tenth) / 10.0;
        let (percent, left, right) = (tenth * 10, x(0.0), x(1.0));
        let (across, down) = (x(at), y(at));
        let _ = writeln!(
            out,
            "<path d=\"M{left} {down:.1}H{right}\" stroke=\"#dddddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>\
             <text x=\"{across:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent} %</text>",
            left - 6.0,
            down + 4.0,
            y(0.0) + 16.0,
        );
    }
    for (curve, (colour, dashes)) in curves.iter().zip(STROKES.iter().cycle()) {
        let points: Vec<String> = curve
            .points
            .iter()
            .map(|(share, success)| format!("{:.1},{:.1}", x(*share), y(*success)))
            .collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"/>",
            points.join(" ")
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">share of the puzzles that are learnt \
         from</text>",
        x(0.5),
        y(0.0) + 36.0
    );
    for (number, (curve, (colour, dashes))) in curves.iter().zip(STROKES.iter().cycle()).enumerate()
    {
        let (left, down) = (x(0.0) + 140.0 * number as f64, y(0.0) + 58.0);
        let _ = writeln!(
            out,
            "<path d=\"M{left} {:.1}h24\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"/><text x=\"{}\" y=\"{down}\">{}</text>",
            down - 4.0,
            left + 30.0,
            escaped(&curve.name)
        );
    }
    out.push_str("</svg>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
