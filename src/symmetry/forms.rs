//! Where normal forms are kept, each once: two forms are the same exactly where their numbers are.
//!
//! Of every statement of a problem there is a form for each map that is looked at, so that they are made and
//! compared by the hundred thousand.

use std::cell::RefCell;

/// What a form is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Truth,
    Var,
    LinearForm,
    Times,
    Product,
    Div,
    Mod,
    Abs,
    Min,
    Max,
    If,
    FromBool,
    Is,
    Not,
    And,
    Or,
    Iff,
    Zero,
    AtMostZero,
    Distinct,
    Components,
    Node,
    Said,
    Run,
    Graph,
    GraphLink,
}

/// A statement or expression in normal form, by its number in [`Forms`]. The order means nothing but that it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NormalForm(u32);

/// All forms that were asked for.
#[derive(Debug, Default)]
pub struct Forms(RefCell<Table>);

#[derive(Debug, Default)]
struct Table {
    forms: Vec<Form>,
    /// The parts of all forms, one behind the other.
    parts: Vec<NormalForm>,
    /// A form for each place, as its number and one; 0 where there is none. A form stands at the place that its
    /// content says, or, where others stood there, at the next free one.
    places: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Form {
    tag: Tag,
    /// Whether it has a value whatever its variables are.
    is_total: bool,
    number: i64,
    start: u32,
    end: u32,
}

impl Forms {
    /// Returns the form of this content.
    pub(super) fn form(&self, tag: Tag, number: i64, parts: &[NormalForm]) -> NormalForm {
        self.0.borrow_mut().form(tag, number, parts)
    }

    /// Returns the form whose parts may stand in any order.
    pub(super) fn sorted(&self, tag: Tag, mut parts: Vec<NormalForm>) -> NormalForm {
        parts.sort_unstable();
        self.form(tag, 0, &parts)
    }

    /// Returns the opposite of a truth.
    pub(super) fn not(&self, truth: NormalForm) -> NormalForm {
        match self.tag(truth) {
            Tag::Not => self.first_part(truth).unwrap_or_else(|| puzgen_base::bug!("no operand")),
            Tag::Truth => self.form(Tag::Truth, 1 - self.number(truth), &[]),
            _ => self.form(Tag::Not, 0, &[truth]),
        }
    }

    pub(super) fn tag(&self, form: NormalForm) -> Tag {
        self.0.borrow().get(form).tag
    }

    pub(super) fn number(&self, form: NormalForm) -> i64 {
        self.0.borrow().get(form).number
    }

    pub(super) fn is_total(&self, form: NormalForm) -> bool {
        self.0.borrow().get(form).is_total
    }

    pub(super) fn first_part(&self, form: NormalForm) -> Option<NormalForm> {
        self.0.borrow().parts(form).first().copied()
    }

    pub(super) fn parts(&self, form: NormalForm) -> Vec<NormalForm> {
        self.0.borrow().parts(form).to_vec()
    }
}

impl Table {
    fn get(&self, NormalForm(number): NormalForm) -> Form {
        self.forms[number as usize]
    }

    fn parts(&self, form: NormalForm) -> &[NormalForm] {
        let form = self.get(form);
        &self.parts[form.start as usize..form.end as usize]
    }

    fn form(&mut self, tag: Tag, number: i64, parts: &[NormalForm]) -> NormalForm {
        if 2 * self.forms.len() >= self.places.len() {
            self.grow();
        }
        let mut place = place(tag, number, parts, self.places.len());
        while let Some(known) = self.places[place].checked_sub(1).map(NormalForm) {
            let form = self.get(known);
            if form.tag == tag && form.number == number && self.parts(known) == parts {
                return known;
            }
            place = (place + 1) % self.places.len();
        }
        let is_partial = matches!(tag, Tag::Div | Tag::Mod);
        let is_total = !is_partial && parts.iter().all(|part| self.get(*part).is_total);
        let start = self.parts.len() as u32;
        self.parts.extend(parts);
        self.forms.push(Form { tag, is_total, number, start, end: self.parts.len() as u32 });
        self.places[place] = self.forms.len() as u32;
        NormalForm(self.forms.len() as u32 - 1)
    }

    /// Makes room: at most half of the places are taken, so that a form is found after few steps.
    fn grow(&mut self) {
        let count = (4 * self.forms.len()).next_power_of_two().max(1024);
        self.places = vec![0; count];
        for number in 0..self.forms.len() as u32 {
            let form = self.get(NormalForm(number));
            let mut place = place(form.tag, form.number, self.parts(NormalForm(number)), count);
            while self.places[place] != 0 {
                place = (place + 1) % count;
            }
            self.places[place] = number + 1;
        }
    }
}

/// Returns where a form of this content is looked for first, of so many places (a power of two). Different contents
/// may well have the same place.
fn place(tag: Tag, number: i64, parts: &[NormalForm], count: usize) -> usize {
    /// An odd number with bits all over, so that what differs a little lands far apart.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut mixed = (number as u64).wrapping_mul(SPREAD) ^ tag as u64;
    for NormalForm(part) in parts {
        mixed = (mixed.rotate_left(5) ^ u64::from(*part)).wrapping_mul(SPREAD);
    }
    mixed = mixed.wrapping_mul(SPREAD);
    (mixed >> 32) as usize & (count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_each_form_once() {
        let forms = Forms::default();
        let vars: Vec<NormalForm> = (0..3_000).map(|var| forms.form(Tag::Var, var, &[])).collect();
        let pair = |a: usize, b: usize| forms.sorted(Tag::Product, vec![vars[a], vars[b]]);
        let pairs: Vec<NormalForm> = (1..3_000).map(|at| pair(at - 1, at)).collect();
        for (at, form) in pairs.iter().enumerate() {
            assert_eq!(pair(at + 1, at), *form);
            assert_eq!(forms.form(Tag::Var, at as i64, &[]), vars[at]);
        }
        assert_eq!(
            pairs.iter().chain(&vars).collect::<std::collections::BTreeSet<_>>().len(),
            5_999
        );
        assert_ne!(
            forms.form(Tag::Div, 0, &vars[..2]),
            forms.form(Tag::Div, 0, &[vars[1], vars[0]])
        );
    }

    #[test]
    fn opposites_of_opposites_are_the_same_and_division_may_have_no_value() {
        let forms = Forms::default();
        let var = forms.form(Tag::Var, 1, &[]);
        let is = forms.form(Tag::Is, 7, &[var]);
        assert_ne!(forms.not(is), is);
        assert_eq!(forms.not(forms.not(is)), is);
        assert_eq!(forms.not(forms.form(Tag::Truth, 1, &[])), forms.form(Tag::Truth, 0, &[]));
        let quotient = forms.form(Tag::Div, 0, &[var, var]);
        let product = forms.form(Tag::Product, 0, &[quotient, var]);
        assert!(forms.is_total(is) && !forms.is_total(quotient) && !forms.is_total(product));
    }
}
