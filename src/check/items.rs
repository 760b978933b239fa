//! Items: families, clues, rules and features, and how names are declared.

use crate::groups::Components;
use crate::names::Symbol;
use crate::typed::value_of;
use crate::{Checker, FamilyInfo, Parts};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::{Clue, Family, Feature, Groups, Role, Rule};
use puzgen_model::expr::{Binders, ClueId, Expr, ExprKind, FamilyId};
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, AuxValue, ExprKind as Ast, Item, ItemKind};
use puzgen_vocabulary::features;

/// The most definitions that each rest on the one before.
const LONGEST_CHAIN: usize = 2_000;

impl Checker<'_> {
    pub(super) fn declare(&mut self, name: &ast::Ident, symbol: Symbol) {
        if puzgen_vocabulary::places::by_name(&name.name).is_some() {
            let is_list = puzgen_vocabulary::places::by_name(&name.name)
                .is_some_and(|f| puzgen_model::function::Function::result_type(f, &[]).is_some());
            if is_list {
                self.problems.push(
                    Problem::error(
                        Code::Duplicate,
                        format!("`{}` is a list of the board's places already", name.name),
                        name.span,
                        "taken",
                    )
                    .help("choose another name, such as `height` and `width`"),
                );
                return;
            }
        }
        if let Some(before) = self.names.declare(&name.name, symbol, name.span) {
            self.problems.push(
                Problem::error(
                    Code::Duplicate,
                    format!("`{}` is declared twice", name.name),
                    name.span,
                    "again here",
                )
                .label(before, "first here")
                .help("rename one of them"),
            );
        }
    }

    /// Declares the words of choices before anything else, so that any default can use them.
    pub(super) fn declare_words(&mut self, items: &[Item]) {
        for item in items {
            if let ItemKind::Param { domain: ast::Expr { kind: Ast::List(words), .. }, .. } =
                &item.kind
            {
                for word in words {
                    if let Ast::Name(name) = &word.kind {
                        self.names.declare_word(name, word.span);
                        self.note(word.span, &Ty::Word, Phase::Known);
                    }
                }
            }
        }
    }

    /// Calls `body` with the names of an index bound, and returns both results.
    pub(super) fn within<T>(
        &mut self,
        binders: Option<&ast::Binders>,
        index_phase: Phase,
        phase: Phase,
        body: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<(Option<Binders>, T)> {
        let mark = self.names.mark();
        self.phase = index_phase;
        let checked = match binders {
            Some(binders) => self.binders(binders).map(Some),
            None => Some(None),
        };
        self.phase = phase;
        let result = checked.as_ref().and_then(|_| body(self));
        self.names.release(mark);
        Some((checked?, result?))
    }

    /// Returns the values of a domain; `None` inside for truths.
    pub(super) fn values(&mut self, domain: &ast::Expr) -> Option<Option<Expr>> {
        if matches!(&domain.kind, Ast::Name(name) if name == "bool") {
            return Some(None);
        }
        self.expect(domain, &Ty::Int.list()).map(Some)
    }

    pub(super) fn family(&mut self, item: &Item, parts: &mut Parts) {
        match &item.kind {
            ItemKind::Answer { names, index, domain } => {
                for name in names {
                    let checked =
                        self.within(index.as_ref(), Phase::Known, Phase::Known, |checker| {
                            checker.values(domain)
                        });
                    self.add_family(name, checked, parts, |domain| {
                        let is_truth = domain.is_none();
                        (is_truth, Role::Answer(domain))
                    });
                }
            }
            ItemKind::Aux { name, index, value: AuxValue::Free(domain) } => {
                let checked = self.within(index.as_ref(), Phase::Known, Phase::Known, |checker| {
                    checker.values(domain)
                });
                self.add_family(name, checked, parts, |domain| {
                    let is_truth = domain.is_none();
                    (is_truth, Role::Free(domain))
                });
            }
            ItemKind::Aux { name, index, value: AuxValue::Determined(value) } => {
                let checked =
                    self.within(index.as_ref(), Phase::Known, Phase::Decided, |checker| {
                        checker.number_or_truth(value)
                    });
                self.add_family(name, checked, parts, |value| {
                    (value.ty == Ty::Bool, Role::Determined(value))
                });
            }
            ItemKind::Aux {
                name,
                value: AuxValue::Components { places, joining, family, .. },
                ..
            } => {
                self.components(&Components { name, places, joining: *joining, family }, parts);
            }
            _ => {}
        }
    }

    fn add_family<T>(
        &mut self,
        name: &ast::Ident,
        checked: Option<(Option<Binders>, T)>,
        parts: &mut Parts,
        role: impl FnOnce(T) -> (bool, Role),
    ) {
        let Some((index, value)) = checked else {
            self.broken.push(name.name.clone());
            return;
        };
        let (is_truth, role) = role(value);
        let key = index.as_ref().map(Binders::key_type);
        let ty = if is_truth { Ty::Bool } else { Ty::Int };
        self.declare(name, Symbol::Family(FamilyId(self.families.len() as u32)));
        let whole = if key.is_some() { ty.clone().list() } else { ty.clone() };
        self.note(name.span, &whole, Phase::Decided);
        let is_free = match &role {
            Role::Free(_) => true,
            Role::Determined(value) => self.uses_free(value) || self.has_free_keys(&index),
            Role::Answer(_) => false,
        };
        let mut length = 0;
        if let Role::Determined(value) = &role {
            let parts_of = index.iter().flat_map(Binders::parts).chain([value]);
            length = 1 + parts_of.map(|part| self.chain_in(part, &parts.groups)).max().unwrap_or(0);
        }
        if length > LONGEST_CHAIN {
            let text =
                format!("more than {LONGEST_CHAIN} definitions that each rest on the one before");
            self.problems.push(
                Problem::error(Code::TooLong, text, name.span, "too long a chain from here on")
                    .help("index one `aux` by steps, or make some of it part of the answer"),
            );
            // Said once.
            length = 0;
        }
        self.families.push(FamilyInfo { key, ty, is_free, length });
        parts.families.push(Family {
            name: name.name.clone(),
            span: name.span,
            index,
            is_truth,
            role,
        });
    }

    /// Returns the longest chain of definitions that an expression mentions.
    fn chain_in(&self, expr: &Expr, groups: &[Groups]) -> usize {
        let family = match &expr.kind {
            ExprKind::Family(id)
            | ExprKind::Variable(id)
            | ExprKind::Element { family: id, .. } => Some(*id),
            ExprKind::Group(id, _)
            | ExprKind::GroupSize(id, _)
            | ExprKind::GroupCount(id)
            | ExprKind::Groups(id) => groups.get(id.0 as usize).map(|groups| groups.family),
            _ => None,
        };
        let mut longest = family.map_or(0, |id| self.families[id.0 as usize].length);
        expr.for_each_child(&mut |child| longest = longest.max(self.chain_in(child, groups)));
        longest
    }

    fn uses_free(&self, expr: &Expr) -> bool {
        let family = match &expr.kind {
            ExprKind::Family(id)
            | ExprKind::Variable(id)
            | ExprKind::Element { family: id, .. } => Some(id.0 as usize),
            _ => None,
        };
        let mut found = family.is_some_and(|position| self.families[position].is_free);
        expr.for_each_child(&mut |child| found |= self.uses_free(child));
        found
    }

    /// Returns whether names of free helpers are among the keys.
    fn has_free_keys(&self, index: &Option<Binders>) -> bool {
        let generators = index.iter().flat_map(|index| &index.generators);
        generators.into_iter().any(|generator| self.uses_free(&generator.source))
    }

    fn number_or_truth(&mut self, value: &ast::Expr) -> Option<Expr> {
        let value = value_of(self.expr(value)?);
        match value.ty {
            Ty::Int | Ty::Bool => Some(value),
            _ => {
                self.problems.push(Problem::error(
                    Code::TypeMismatch,
                    format!("expected a number or a truth, found {}", value.ty),
                    value.span,
                    value.ty.to_string(),
                ));
                None
            }
        }
    }

    pub(super) fn clue(&mut self, item: &Item) {
        let ItemKind::Clue { fixed, name, index, value, condition } = &item.kind else { return };
        let checked = self.within(index.as_ref(), Phase::Known, Phase::Decided, |checker| {
            let value = checker.number_or_truth(value);
            let condition = match condition {
                Some(condition) => Some(checker.expect(condition, &Ty::Bool)?),
                None => None,
            };
            Some((value?, condition))
        });
        let Some((index, (value, condition))) = checked else {
            self.broken.push(name.name.clone());
            return;
        };
        let keys = index.iter().flat_map(|index| &index.generators);
        for part in keys.map(|key| &key.source).chain([&value]).chain(&condition) {
            self.must_be_determined(part, "a clue");
        }
        self.declare(name, Symbol::Clue(ClueId(self.clues.len() as u32)));
        self.note(name.span, &value.ty, value.phase);
        self.clues.push(Clue {
            name: name.name.clone(),
            span: name.span,
            is_fixed: *fixed,
            index,
            is_truth: value.ty == Ty::Bool,
            value,
            condition,
            is_asked_for: false,
        });
    }

    /// Reports a free helper inside of a clue or feature: the answer alone must say what it says.
    pub(super) fn must_be_determined(&mut self, expr: &Expr, what: &str) {
        let family = match &expr.kind {
            ExprKind::Family(id)
            | ExprKind::Variable(id)
            | ExprKind::Element { family: id, .. } => Some(id.0 as usize),
            _ => None,
        };
        if family.is_some_and(|position| self.families[position].is_free) {
            self.problems.push(
                Problem::error(
                    Code::NotDetermined,
                    format!("{what} that depends on a free helper variable"),
                    expr.span,
                    "not determined by the answer",
                )
                .help("give the `aux` a value (`aux t[…] = …`), or make it part of the answer"),
            );
        }
        expr.for_each_child(&mut |child| self.must_be_determined(child, what));
    }

    pub(super) fn rule(&mut self, item: &Item, parts: &mut Parts) {
        let ItemKind::Rule { implied, name, binders, sentence, body } = &item.kind else { return };
        let checked = self.within(binders.as_ref(), Phase::Known, Phase::Decided, |checker| {
            let body = checker.about_clues(|checker| checker.expect(body, &Ty::Bool));
            let sentence = match sentence {
                Some(sentence) => Some(checker.template(sentence)?),
                None => None,
            };
            Some((body?, sentence))
        });
        let Some((binders, (body, sentence))) = checked else {
            self.broken.push(rule_name(name));
            return;
        };
        self.note(name.span, &Ty::Bool, body.phase);
        parts.rules.push(Rule {
            name: name.name.clone(),
            span: name.span,
            binders,
            sentence,
            body,
            is_implied: *implied,
            is_own: self.is_own(item.span),
        });
    }

    /// Checks what may ask where clues are shown although it is decided by solving: a board says it.
    fn about_clues<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.may_ask_for_clues = true;
        let result = body(self);
        self.may_ask_for_clues = false;
        result
    }

    pub(super) fn feature(&mut self, item: &Item) {
        let ItemKind::Feature(entries) = &item.kind else { return };
        for ast::FeatureEntry { name, index, value } in entries {
            let Some(value) = value else {
                self.measure_feature(name);
                continue;
            };
            let checked = self.within(index.as_ref(), Phase::Measured, Phase::Measured, |checker| {
                let value = value_of(checker.expr(value)?);
                checker.must_be_determined(&value, "a feature");
                match &value.ty {
                    Ty::Int | Ty::Real | Ty::Bool => Some(value),
                    Ty::List(element) if element.is_number() => Some(value),
                    other => {
                        let other = other.clone();
                        checker.problems.push(Problem::error(
                            Code::TypeMismatch,
                            format!("a feature is a number, a truth or a list of numbers, found {other}"),
                            value.span,
                            other.to_string(),
                        ));
                        None
                    }
                }
            });
            let Some((index, value)) = checked else {
                self.broken.push(name.name.clone());
                continue;
            };
            let ty = if index.is_some() { value.ty.clone().list() } else { value.ty.clone() };
            self.add_feature(name, index, value, ty);
        }
    }

    fn measure_feature(&mut self, name: &ast::Ident) {
        let measure = features::measure(&name.name);
        let Some((measure, ty)) = measure.and_then(|m| Some((m, m.result_type(&[])?))) else {
            let problem = Problem::error(
                Code::UnknownName,
                format!("there is no built-in measure `{}`", name.name),
                name.span,
                "needs a value",
            );
            let problem = problem.help(format!("write `feature {} = …`", name.name));
            let known = features::MEASURES.iter().map(|measure| measure.name);
            self.problems.push(problem.did_you_mean(&name.name, known));
            return;
        };
        let value = Expr {
            kind: ExprKind::Measure(measure, Vec::new()),
            ty: ty.clone(),
            phase: Phase::Measured,
            span: name.span,
        };
        self.add_feature(name, None, value, ty);
    }

    fn add_feature(&mut self, name: &ast::Ident, index: Option<Binders>, value: Expr, ty: Ty) {
        let position = self.features.len() as u32;
        self.note(name.span, &ty, Phase::Measured);
        // A measure keeps its own meaning in expressions: `keep solutions == 1` counts solutions.
        let is_measure =
            matches!(value.kind, ExprKind::Measure(measure, _) if measure.name == name.name);
        if !is_measure {
            self.declare(name, Symbol::Feature(position, ty));
        }
        self.features.push(Feature { name: name.name.clone(), span: name.span, index, value });
    }
}

/// Returns what stands for a rule among the names whose declaration had a mistake.
pub(super) fn rule_name(name: &ast::Ident) -> String {
    format!("rule {}", name.name)
}
