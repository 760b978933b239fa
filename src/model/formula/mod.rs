//! Formulas in sentences: given a text in which they stand between `$` signs, its pieces as trees, and their forms
//! as plain text, LaTeX and MathML. Reckons with whole numbers only and knows no definition.
//!
//! ```text
//! "Solve $2x^2 - 5/3 = sqrt(7)$." ─ read ─▶ pieces ─▶ plain, latex, mathml; drawings lay them out
//! ```

mod plain;
mod read;
mod surds;
mod tokens;
mod written;

pub use plain::plain;
pub use read::read;
pub use written::{latex, mathml};

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// What stands between two `$`.
    Formula(Vec<Node>),
}

/// A part of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Digits.
    Number(String),
    /// The name of a variable.
    Name(String),
    /// A word that stands upright, as `sin`.
    Word(String),
    /// An operator between two terms, a relation, a comma: room on both sides or behind it.
    Operator(String),
    /// A sign without room around it, as the minus of a number.
    Sign(String),
    /// `a/b`.
    Fraction(Vec<Node>, Vec<Node>),
    /// `sqrt(a)`.
    Root(Vec<Node>),
    /// `a^b`: what stands above the end of the node before it.
    Above(Vec<Node>),
    /// `a_b`: what stands below it.
    Below(Vec<Node>),
    /// `(a)`.
    Brackets(Vec<Node>),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> [String; 3] {
        let pieces = read(text).unwrap();
        let Some(Piece::Formula(nodes)) =
            pieces.iter().find(|piece| matches!(piece, Piece::Formula(_)))
        else {
            panic!("no formula in {text}")
        };
        [plain(&pieces), latex(nodes), mathml(nodes)]
    }

    #[test]
    fn formulas_have_a_form_for_each_reader() {
        let cases = [
            ("$1x^2 + 0x - 1y = -3$", "x² − y = −3", "x^{2} - y = -3"),
            ("$2/3 x$", "2/3 x", "\\frac{2}{3}\\, x"),
            ("$5 cm, x^2°$", "5 cm, x²°", "5\\, \\mathrm{cm}, x^{2}{}^{\\circ}"),
            ("$(a + 1)/b$", "(a + 1)/b", "\\frac{a + 1}{b}"),
            ("$surd(12)$", "2√3", "2\\sqrt{3}"),
            ("$surd(9)$", "3", "3"),
            ("$surd(7)$", "√7", "\\sqrt{7}"),
            ("$surd(12, 4)$", "√3/2", "\\frac{\\sqrt{3}}{2}"),
            ("$surd(n)$", "√n", "\\sqrt{n}"),
            ("$ratio(-6, 4)$", "−3/2", "-\\frac{3}{2}"),
            ("$ratio(6, 3)$", "2", "2"),
            ("$exact(5)$", "√2/2", "\\frac{\\sqrt{2}}{2}"),
            ("$exact(-1)$", "−(√6 − √2)/4", "-\\frac{\\sqrt{6} - \\sqrt{2}}{4}"),
            ("$2sin(x + 15°) = -1$", "2 sin(x + 15°) = −1", "2 \\sin(x + 15^{\\circ}) = -1"),
            ("$alpha_1 <= 2*beta$", "α₁ ≤ 2 · β", "\\alpha_{1} \\le 2 \\cdot \\beta"),
            ("$(x - 3)(2x + 1)$", "(x − 3)(2x + 1)", "(x - 3)(2x + 1)"),
            ("$h = h°, a = surd(a), b = 3$", "h = ?, a = ?, b = 3", "h = ?, a = ?, b = 3"),
            ("$(ax + 1)(4x - d)$", "(ax + 1)(4x − d)", "(a x + 1)(4x - d)"),
            ("$A(-1|-2)$", "A(−1|−2)", "A(-1|-2)"),
            (
                "$sin(x)/sin(45°) = a/(2sqrt(3))$",
                "sin(x)/sin(45°) = a/(2√3)",
                "\\frac{\\sin(x)}{\\sin(45^{\\circ})} = \\frac{a}{2\\sqrt{3}}",
            ),
            ("$x^(n+1)$", "x^(n + 1)", "x^{n + 1}"),
        ];
        for (text, as_plain, as_latex) in cases {
            let [plain, latex, mathml] = forms(text);
            assert_eq!((plain.as_str(), latex.as_str()), (as_plain, as_latex), "{text}");
            assert!(mathml.starts_with("<math>") && mathml.ends_with("</math>"), "{mathml}");
        }
        let product = "<math><mrow><mi>a</mi><mi>x</mi></mrow><mo>=</mo>\
                       <mo form=\"prefix\">−</mo><mn>2</mn><mtext>°</mtext></math>";
        assert_eq!(forms("$ax = -2°$")[2], product);
        assert_eq!(forms("$1/2$")[2], "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>");
    }

    #[test]
    fn words_stay_and_what_is_open_is_told() {
        assert_eq!(plain(&read("It costs 5 $$, $x/2$ each.").unwrap()), "It costs 5 $, x/2 each.");
        for wrong in ["$x", "$(x$", "$x)$", "$/2$", "$sqrt x$", "$x^$", "$a ? b$"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
