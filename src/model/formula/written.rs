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
    ("√", "\\surd "),
    ("…", "\\dots "),
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
    let at = |at: Option<usize>| at.and_then(|at| nodes.get(at));
    let written = nodes.iter().enumerate().map(|(position, node)| {
        let before = at(position.checked_sub(1));
        let is_beside = |it: Option<&Node>| it.is_some_and(is_function);
        match node {
            // Functions have room around them; elsewhere mathematics leaves blanks out.
            Node::Sign(sign) if sign == " " => {
                let has_room = is_beside(before) || is_beside(at(Some(position + 1)));
                if has_room { " ".to_owned() } else { "\\, ".to_owned() }
            }
            // Two signs above each other would be an error.
            Node::Sign(sign) if sign == "°" && matches!(before, Some(Node::Above(_))) => {
                format!("{{}}{}", named(sign))
            }
            node => latex_of(node),
        }
    });
    written.collect()
}

/// Up to so many letters are variables side by side, as `ax`, and no name in words.
const PRODUCT: usize = 2;

/// Words that LaTeX has commands for.
const FUNCTIONS: &[&str] = &["sin", "cos", "tan", "log", "min", "max", "gcd"];

fn is_function(node: &Node) -> bool {
    matches!(node, Node::Word(text) if FUNCTIONS.contains(&text.as_str()))
}

fn latex_of(node: &Node) -> String {
    match node {
        Node::Number(text) => text.clone(),
        Node::Name(text) if text.chars().count() <= PRODUCT => {
            let letters = text.chars().map(|letter| letter.to_string());
            letters.map(|letter| named(&letter).to_owned()).collect::<Vec<String>>().join(" ")
        }
        Node::Name(text) => format!("\\mathit{{{text}}}"),
        Node::Word(text) if is_function(node) => format!("\\{text}"),
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
        Node::Name(text) if text.chars().count() == PRODUCT => {
            let letters = text.chars().map(|letter| format!("<mi>{letter}</mi>"));
            format!("<mrow>{}</mrow>", letters.collect::<String>())
        }
        Node::Name(text) | Node::Word(text) => format!("<mi>{text}</mi>"),
        Node::Sign(sign) if sign == " " => "<mspace width=\"0.3em\"/>".to_owned(),
        Node::Sign(sign) if matches!(sign.as_str(), "−" | "+" | "±") => {
            format!("<mo form=\"prefix\">{sign}</mo>")
        }
        Node::Sign(sign) if matches!(sign.as_str(), "°" | "%" | "′" | "?" | "€" | "…") => {
            format!("<mtext>{sign}</mtext>")
        }
        Node::Operator(sign) | Node::Sign(sign) => format!("<mo>{}</mo>", escaped(sign)),
        Node::Fraction(above, below) => format!("<mfrac>{}{}</mfrac>", one(above), one(below)),
        Node::Root(inner) => format!("<msqrt>{}</msqrt>", elements(inner)),
        Node::Brackets(inner) => {
            // Without a font for mathematics, brackets that may grow are too large around what is low.
            let is_high =
                inner.iter().any(|it| matches!(it, Node::Fraction(..) | Node::Brackets(_)));
            let grows = if is_high { "" } else { " stretchy=\"false\"" };
            format!("<mrow><mo{grows}>(</mo>{}<mo{grows}>)</mo></mrow>", elements(inner))
        }
        Node::Above(_) | Node::Below(_) => String::new(),
    }
}
