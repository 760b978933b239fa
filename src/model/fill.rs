//! Sentences with expressions to fill in, as rules have them.

use crate::definition::{SentencePart, Shown, Template, TemplatePart};
use crate::eval::Scope;
use crate::expr::{Expr, ExprKind, FamilyId, LayoutId};
use crate::instance::Instance;
use crate::tokens::describe_value;
use crate::value::Value;
use puzgen_base::domain::Domain;

impl Instance<'_> {
    /// Returns what a clue of this value says in words, where its family has sentences. `domains` are the
    /// values of each fact.
    pub fn sentence(&self, domains: &[Domain], fact: usize, value: i64) -> Option<String> {
        let (id, position) = self.fact(fact);
        let mut sentences = self.definition.show.sentences.iter();
        let said = sentences.find(|it| it.clue == id)?;
        let parts = match &said.otherwise {
            Some(otherwise) if value == 0 => otherwise,
            _ => &said.text,
        };
        let mut scope = Scope::new(self);
        if let Some(binders) = &self.definition.clue(id).index {
            let key = &self.clues[id.0 as usize].index.keys()[position];
            scope.bind_key(binders, &key.to_value());
        }
        let filled = parts.iter().map(|part| match part {
            SentencePart::Told(template) => scope.fill(template),
            SentencePart::Value => self.describe_fact_value(domains, fact, value),
        });
        Some(filled.collect())
    }
}

impl Scope<'_> {
    /// Returns a template with its expressions filled in; one without a value stands as written.
    pub fn fill(&mut self, template: &Template) -> String {
        self.fill_where(template, &|_| true)
    }

    /// Returns a template with those of its expressions filled in that `may_fill` allows.
    pub fn fill_where(&mut self, template: &Template, may_fill: &dyn Fn(&Expr) -> bool) -> String {
        let mut out = String::new();
        for part in &template.parts {
            match part {
                TemplatePart::Text(text) => out.push_str(text),
                TemplatePart::Expr { expr, text, with_sign, words } if !may_fill(expr) => {
                    out.push_str(if *with_sign { "+ " } else { "" });
                    out.push_str(text);
                    out.extend(words.iter().flat_map(|[_, more]| [" ", more]));
                }
                TemplatePart::Expr { expr, text, with_sign, words } => match self.eval(expr) {
                    Ok(value) => {
                        let symbols = self.symbols(expr);
                        let text = symbols.unwrap_or_else(|| self.instance.describe(&value));
                        let positive = value.as_real().is_some_and(|number| number >= 0.0);
                        if *with_sign {
                            out.push_str(if positive { "+ " } else { "- " });
                        }
                        let unsigned = text.strip_prefix('-').filter(|_| *with_sign);
                        out.push_str(unsigned.unwrap_or(&text));
                        if let Some([one, more]) = words {
                            let is_one = value.as_int() == Some(1);
                            out.push(' ');
                            out.push_str(if is_one { one } else { more });
                        }
                    }
                    Err(_) => out.push_str(&self.partly(expr, text)),
                },
            }
        }
        out
    }

    /// Returns the symbols of the values that the expression names, where its family has some.
    fn symbols(&mut self, expr: &Expr) -> Option<String> {
        let (family, key) = match &expr.kind {
            ExprKind::Element { family, key, .. } => (Shown::Answer(*family), Some(key)),
            ExprKind::LayoutAt { layout, key, .. } => (Shown::Layout(*layout), Some(key)),
            ExprKind::Family(family) => (Shown::Answer(*family), None),
            ExprKind::Deref(inner) => match self.eval(inner).ok()? {
                Value::Variable(family) => (Shown::Answer(family), None),
                _ => return None,
            },
            _ => return None,
        };
        let instance = self.instance;
        let (index, domains) = match family {
            _ if !instance.has_symbols(family) => return None,
            Shown::Answer(FamilyId(id)) => {
                let family = &instance.families[id as usize];
                (&family.index, &family.domains)
            }
            Shown::Layout(LayoutId(id)) => {
                let layout = &instance.layouts[id as usize];
                (&layout.index, &layout.domains)
            }
            Shown::Clue(_) => return None,
        };
        let keys = match key {
            Some(key) => match self.eval(key).ok()? {
                Value::List(list) => {
                    list.items.iter().map(|key| index.position(key)).collect::<Option<_>>()?
                }
                key => vec![index.position(&key)?],
            },
            None => (0..index.len()).collect(),
        };
        let values = match self.eval(expr).ok()? {
            Value::List(list) => list.items.clone(),
            value => vec![value],
        };
        let symbols = keys.into_iter().zip(values).map(|(position, value)| {
            let value = value.as_int().or(value.as_bool().map(i64::from))?;
            Some(describe_value(instance, family, position, domains, value).into_text())
        });
        Some(symbols.collect::<Option<Vec<_>>>()?.join(", "))
    }

    /// Returns `x[r2c5]` for an element whose value is not at hand, else the expression's text.
    fn partly(&mut self, expr: &Expr, text: &str) -> String {
        if let ExprKind::Element { family, key, .. } = &expr.kind
            && let Ok(key) = self.eval(key)
        {
            let name = &self.instance.definition.family(*family).name;
            return format!("{name}[{}]", self.instance.describe(&key));
        }
        text.to_owned()
    }
}
