//! Formulas as LaTeX and as MathML.

use crate::formula::Node;

/// Signs that LaTeX names.
const NAMED: &[(&str, &str)] = &[
    ("−", "-"),
    ("≤", "\\le"),
    ("≥", "\\ge"),
    ("≠", "\\ne"),
    ("≈", "\\approx"),
    ("·", "\\cdot"),
    ("±", "\\pm"),
    ("°", "^{\\circ}"),
    ("%", "\\%"),
    ("€", "\\text{€}"),
    ("′", "'"),
    ("∠", "\\angle "),
    ("△", "\\triangle "),
    ("α", "\\alpha"),
    ("β", "\\beta"),
    ("γ", "\\gamma"),
    ("δ", "\\delta"),
    ("ε", "\\varepsilon"),
    ("φ", "\\varphi"),
    ("μ", "\\mu"),
    ("π", "\\pi"),
    ("σ", "\\sigma"),
    ("τ", "\\tau"),
    ("ω", "\\omega"),
];

fn named(sign: &str) -> &str {
    NAMED.iter().find(|(own, _)| *own == sign).map_or(sign, |(_, name)| *name)
}

/// Returns a formula as LaTeX takes it in math mode.
pub fn latex(nodes: &[Node]) -> String {
    nodes.iter().map(latex_of).collect()
}

fn latex_of(node: &Node) -> String {
    match node {
        Node::Number(text) => text.clone(),
        Node::Name(text) if text.chars().count() == 1 => named(text).to_owned(),
        Node::Name(text) => format!("\\mathit{{{text}}}"),
        Node::Word(text)
            if matches!(text.as_str(), "sin" | "cos" | "tan" | "log" | "min" | "max" | "gcd") =>
        {
            format!("\\{text}")
        }
        Node::Word(text) => format!("\\mathrm{{{text}}}"),
        Node::Operator(sign) if sign == "," => ", ".to_owned(),
        Node::Operator(sign) => format!(" {} ", named(sign)),
        Node::Sign(sign) => named(sign).to_owned(),
        Node::Fraction(above, below) => format!("\\frac{{{}}}{{{}}}", latex(above), latex(below)),
        Node::Root(inner) => format!("\\sqrt{{{}}}", latex(inner)),
        Node::Above(inner) => format!("^{{{}}}", latex(inner)),
        Node::Below(inner) => format!("_{{{}}}", latex(inner)),
        Node::Brackets(inner) => format!("({})", latex(inner)),
    }
}

/// Returns a formula as an element of MathML.
pub fn mathml(nodes: &[Node]) -> String {
    format!("<math>{}</math>", elements(nodes))
}

fn elements(nodes: &[Node]) -> String {
    let mut out: Vec<String> = Vec::new();
    for node in nodes {
        let script = match node {
            Node::Above(inner) => Some(("msup", inner)),
            Node::Below(inner) => Some(("msub", inner)),
            _ => None,
        };
        match script {
            Some((tag, inner)) => {
                let base = out.pop().unwrap_or_else(|| "<mrow></mrow>".to_owned());
                out.push(format!("<{tag}>{base}{}</{tag}>", one(inner)));
            }
            None => out.push(element(node)),
        }
    }
    out.concat()
}

/// Returns nodes as one element.
fn one(nodes: &[Node]) -> String {
    match nodes {
        [node] if !matches!(node, Node::Brackets(_)) => element(node),
        _ => format!("<mrow>{}</mrow>", elements(nodes)),
    }
}

fn element(node: &Node) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    match node {
        Node::Number(text) => format!("<mn>{text}</mn>"),
        Node::Name(text) | Node::Word(text) => format!("<mi>{text}</mi>"),
        Node::Sign(sign) if sign == " " => "<mspace width=\"0.3em\"/>".to_owned(),
        Node::Operator(sign) | Node::Sign(sign) => format!("<mo>{}</mo>", escaped(sign)),
        Node::Fraction(above, below) => format!("<mfrac>{}{}</mfrac>", one(above), one(below)),
        Node::Root(inner) => format!("<msqrt>{}</msqrt>", elements(inner)),
        Node::Brackets(inner) => {
            format!("<mrow><mo>(</mo>{}<mo>)</mo></mrow>", elements(inner))
        }
        Node::Above(_) | Node::Below(_) => String::new(),
    }
}
