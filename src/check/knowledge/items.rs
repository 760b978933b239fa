//! What each kind of item declares and names.

use super::built_in::{self, BuiltIn};
use super::resolve::Resolver;
use super::{DeclarationId, DeclarationKind};
use puzgen_base::source::Span;
use puzgen_model::figure;
use puzgen_syntax::ast::{
    BoardShape, Choose, ExamplePart, Expr, ExprKind, FeatureEntry, Ident, Item, ItemKind,
    LayoutValue, LevelsBy, PartMut, RemovalPhase, RemovePart, ShowPart, TextLiteral, TransformKind,
    TranslationPart,
};

impl Resolver<'_> {
    /// Declares the names of an item in its puzzle.
    pub(super) fn declare_item(&mut self, item: &Item, puzzle: Span) {
        let (kind, names): (DeclarationKind, Vec<&Ident>) = match &item.kind {
            ItemKind::Param { name, domain, .. } => {
                if let ExprKind::List(words) = &domain.kind {
                    for word in words {
                        if let ExprKind::Name(name) = &word.kind {
                            let word = Ident { name: name.clone(), span: word.span };
                            self.declare_word(&word, item.span, puzzle);
                        }
                    }
                }
                (DeclarationKind::Param, vec![name])
            }
            ItemKind::Let { name, .. } => (DeclarationKind::Let, vec![name]),
            ItemKind::Layout { name, .. } => (DeclarationKind::Layout, vec![name]),
            ItemKind::Answer { names, .. } => (DeclarationKind::Answer, names.iter().collect()),
            ItemKind::Aux { name, .. } => (DeclarationKind::Aux, vec![name]),
            ItemKind::Rule { name, .. } => (DeclarationKind::Rule, vec![name]),
            ItemKind::Working { name, .. } => (DeclarationKind::Working, vec![name]),
            ItemKind::Clue { name, .. } => (DeclarationKind::Clue, vec![name]),
            ItemKind::Feature(entries) => {
                // A measure keeps its own meaning.
                let own = entries.iter().filter(|entry| entry.value.is_some());
                (DeclarationKind::Feature, own.map(|entry| &entry.name).collect())
            }
            ItemKind::FeatureSet { name, .. } => (DeclarationKind::FeatureSet, vec![name]),
            ItemKind::Levels { names, .. } => (DeclarationKind::Level, names.iter().collect()),
            ItemKind::Transform { kind: TransformKind::Map { name, .. }, .. } => {
                self.declare(name, DeclarationKind::Transform, item.span, puzzle);
                return;
            }
            _ => return,
        };
        for name in names {
            let id = self.declare(name, kind, item.span, puzzle);
            let map = match kind {
                DeclarationKind::Rule => &mut self.scope.rules,
                DeclarationKind::Working => &mut self.scope.working,
                DeclarationKind::FeatureSet => &mut self.scope.sets,
                DeclarationKind::Level => &mut self.scope.levels,
                _ => &mut self.scope.items,
            };
            map.insert(name.name.clone(), id);
        }
    }

    /// Resolves what an item names.
    pub(super) fn item(&mut self, item: &mut Item) {
        if let Some(parts) = item.kind.parts_mut() {
            for part in parts {
                match part {
                    PartMut::Expr(expr) => self.expr(expr),
                    PartMut::Binders(binders) => self.binders(binders),
                    PartMut::Name(name) => self.item_named(name),
                    PartMut::Template(text) => self.template(text),
                }
            }
        }
        // What all items with such parts have is done; some words and binders mean more.
        match &mut item.kind {
            ItemKind::Board(board) => {
                if let BoardShape::Sides(name, sides) = &mut board.shape {
                    self.mention_built_in(name.span, Some(BuiltIn::bare("board", &name.name)));
                    sides.iter_mut().for_each(|side| self.expr(side));
                }
                board.cells.iter_mut().for_each(|cells| self.binders(cells));
            }
            ItemKind::Layout { value: LayoutValue::Rooms(rooms), .. } => self.rooms(rooms),
            ItemKind::Clue { name, .. } => {
                self.keep_binders(self.scope.items.get(&name.name).copied());
            }
            ItemKind::Rule { name, .. } => {
                self.keep_binders(self.scope.rules.get(&name.name).copied());
            }
            ItemKind::Working { name, .. } => {
                self.keep_binders(self.scope.working.get(&name.name).copied());
            }
            ItemKind::Remove { clues, parts } => {
                clues.iter().for_each(|clue| self.item_named(clue));
                parts.iter_mut().for_each(|part| self.remove_part(part, clues));
            }
            ItemKind::Sample { sampler, condition, sizes } => {
                self.sampler(sampler);
                condition.iter_mut().chain(sizes).for_each(|expr| self.expr(expr));
            }
            ItemKind::Transform { kind, params, condition } => {
                self.transform(kind);
                for (name, value) in params {
                    self.item_named(name);
                    self.expr(value);
                }
                condition.iter_mut().for_each(|condition| self.expr(condition));
            }
            ItemKind::Feature(entries) => {
                entries.iter_mut().for_each(|entry| self.feature(entry));
            }
            ItemKind::FeatureSet { members, .. } => {
                members.iter().for_each(|member| self.member(member));
            }
            ItemKind::Levels { by, .. } => self.levels(by),
            ItemKind::Show(parts) => parts.iter_mut().for_each(|part| self.show_part(part)),
            ItemKind::Export { form, size, condition, parts, .. } => {
                self.mention_built_in(form.span, Some(BuiltIn::bare("form", &form.name)));
                size.iter_mut().flatten().chain(condition).for_each(|expr| self.expr(expr));
                parts.iter_mut().for_each(|part| self.link_part(part));
            }
            ItemKind::Translation { language, parts, .. } => {
                self.mention_built_in(
                    language.span,
                    Some(BuiltIn::bare("language", &language.name)),
                );
                parts.iter().for_each(|part| self.translation_part(part));
            }
            ItemKind::Example { parts, .. } => {
                parts.iter_mut().for_each(|part| self.example_part(part));
            }
            ItemKind::Without { kind, names } => {
                names.iter().for_each(|name| self.left_out(&kind.name, name));
            }
            _ => {}
        }
    }

    fn rooms(&mut self, rooms: &mut Expr) {
        let span = rooms.span;
        let ExprKind::Call(function, arguments) = &mut rooms.kind else { return self.expr(rooms) };
        if let Some(what) = built_in::sampler(&function.name) {
            let spans = arguments.iter().map(|argument| argument.span).collect();
            self.called(function.span, span, spans, what);
        }
        arguments.iter_mut().for_each(|argument| self.expr(argument));
    }

    /// Resolves `digits(clue)`.
    fn link_part(&mut self, part: &mut Expr) {
        let span = part.span;
        let ExprKind::Call(code, arguments) = &mut part.kind else { return self.expr(part) };
        if let Some(what) = built_in::link_code(&code.name) {
            let spans = arguments.iter().map(|argument| argument.span).collect();
            self.called(code.span, span, spans, what);
        }
        arguments.iter_mut().for_each(|argument| self.expr(argument));
    }

    fn sampler(&mut self, sampler: &mut Expr) {
        let span = sampler.span;
        match &mut sampler.kind {
            ExprKind::Name(name) if name == "solver" => {
                self.mention_built_in(span, Some(BuiltIn::bare("sampler", "solver")));
            }
            ExprKind::Call(function, arguments) if function.name == "grow" => {
                let spans = arguments.iter().map(|argument| argument.span).collect();
                let signature = Some("grow(group)");
                let what = BuiltIn { signature, ..BuiltIn::bare("sampler", "grow") };
                self.called(function.span, span, spans, what);
                arguments.iter_mut().for_each(|argument| self.expr(argument));
            }
            _ => self.expr(sampler),
        }
    }

    fn remove_part(&mut self, part: &mut RemovePart, clues: &[Ident]) {
        match part {
            RemovePart::By(phases) => {
                for RemovalPhase { unit, condition } in phases {
                    self.unit(unit);
                    condition.iter_mut().for_each(|condition| self.expr(condition));
                }
            }
            RemovePart::Choose(choose, condition, _) => {
                if let Choose::Weight(weight) = choose {
                    let mark = self.mark();
                    for clue in clues.iter().rev() {
                        self.bind_again(self.scope.items.get(&clue.name).copied());
                    }
                    self.expr(weight);
                    self.release(mark);
                }
                condition.iter_mut().for_each(|condition| self.expr(condition));
            }
            RemovePart::Keep(expr, binders) | RemovePart::Accept(expr, binders) => {
                let mark = self.mark();
                binders.iter_mut().for_each(|binders| self.binders(binders));
                self.expr(expr);
                self.release(mark);
            }
            RemovePart::Until(expr, condition) | RemovePart::Effort(expr, condition) => {
                self.expr(expr);
                condition.iter_mut().for_each(|condition| self.expr(condition));
            }
        }
    }

    /// Resolves what one step drops: `cell`, `value`, `value(rows)` or lists.
    fn unit(&mut self, unit: &mut Expr) {
        let span = unit.span;
        match &mut unit.kind {
            ExprKind::Name(name) if ["cell", "value"].contains(&name.as_str()) => {
                self.mention_built_in(span, Some(BuiltIn::bare("unit of removal", name)));
            }
            ExprKind::Call(function, arguments) if function.name == "value" => {
                self.mention_built_in(
                    function.span,
                    Some(BuiltIn::bare("unit of removal", "value")),
                );
                arguments.iter_mut().for_each(|argument| self.unit(argument));
            }
            ExprKind::Or(lists) => lists.iter_mut().for_each(|list| self.unit(list)),
            _ => self.expr(unit),
        }
    }

    fn transform(&mut self, kind: &mut TransformKind) {
        match kind {
            TransformKind::OfAnswers(_, names) => {
                names.iter().for_each(|name| self.item_named(name))
            }
            TransformKind::Turns(names) => {
                for name in names {
                    self.mention_built_in(name.span, built_in::transform(&name.name));
                }
            }
            TransformKind::Permute { lines, blocks } => {
                for (what, within) in lines {
                    let words = match within {
                        Some(within) => format!("permute {} in {}", what.name, within.name),
                        None => format!("permute {}", what.name),
                    };
                    let found = built_in::transform(&words);
                    for name in [Some(what), within.as_mut()].into_iter().flatten() {
                        self.mention_built_in(name.span, found.clone());
                    }
                }
                blocks.iter_mut().for_each(|blocks| self.expr(blocks));
            }
            TransformKind::Map { binders, pairs, .. } => {
                let mark = self.mark();
                binders.iter_mut().for_each(|binders| self.binders(binders));
                for (from, to) in pairs {
                    self.expr(from);
                    self.expr(to);
                }
                self.release(mark);
            }
        }
    }

    fn feature(&mut self, feature: &mut FeatureEntry) {
        let mark = self.mark();
        feature.index.iter_mut().for_each(|index| self.binders(index));
        match &mut feature.value {
            Some(value) => self.expr(value),
            None => {
                self.mention_built_in(feature.name.span, built_in::measure(&feature.name.name));
            }
        }
        self.release(mark);
    }

    fn member(&mut self, member: &Ident) {
        match self.scope.items.contains_key(&member.name) {
            true => self.item_named(member),
            false => self.mention_built_in(member.span, built_in::measure(&member.name)),
        }
    }

    fn levels(&mut self, by: &mut LevelsBy) {
        let LevelsBy::Rules(rules) = by else { return };
        for rule in rules {
            if let Some(id) = self.scope.levels.get(&rule.name.name).copied() {
                self.mention(rule.name.span, id);
            }
            rule.condition.iter_mut().for_each(|condition| self.expr(condition));
        }
    }

    fn show_part(&mut self, part: &mut ShowPart) {
        match part {
            ShowPart::Symbols { families, .. } | ShowPart::DrawnAs { families, .. } => {
                families.iter().for_each(|family| self.item_named(family));
            }
            ShowPart::Regions { regions, .. } => self.expr(regions),
            ShowPart::Text(text) => self.template(text),
            ShowPart::Script(name) => {
                let what = BuiltIn::bare("function of a script", &name.name);
                self.mention_built_in(name.span, Some(what));
            }
            ShowPart::Label { family, text } => {
                self.item_named(family);
                self.template(text);
            }
            ShowPart::Sentence { family, text, otherwise } => {
                self.sentence(family, text, otherwise.as_ref());
            }
            ShowPart::Point { name, at } => {
                self.mention_built_in(name.span, Some(BuiltIn::bare("point", &name.name)));
                self.figure_call(at);
            }
            ShowPart::Figure { mark, label } => {
                self.figure_call(mark);
                label.iter().for_each(|label| self.template(label));
            }
        }
    }

    fn sentence(&mut self, family: &Ident, text: &TextLiteral, otherwise: Option<&TextLiteral>) {
        self.item_named(family);
        let mark = self.mark();
        self.bind_again(self.scope.items.get(&family.name).copied());
        self.template(text);
        otherwise.into_iter().for_each(|otherwise| self.template(otherwise));
        self.release(mark);
    }

    fn translation_part(&mut self, part: &TranslationPart) {
        match part {
            TranslationPart::About(text) | TranslationPart::Text(text) => self.template(text),
            TranslationPart::Rule(name, text) | TranslationPart::Working(name, text) => {
                let names = match part {
                    TranslationPart::Working(..) => &self.scope.working,
                    _ => &self.scope.rules,
                };
                let id = names.get(&name.name).copied();
                id.into_iter().for_each(|id| self.mention(name.span, id));
                let mark = self.mark();
                self.bind_again(id);
                self.template(text);
                self.release(mark);
            }
            TranslationPart::Name { name, .. } => self.item_named(name),
            TranslationPart::Sentence { family, text, otherwise } => {
                self.sentence(family, text, otherwise.as_ref());
            }
        }
    }

    /// Resolves `meet(a, alpha, b, 90)` or `segment(a, b)`: some arguments are points.
    fn figure_call(&mut self, call: &mut Expr) {
        let span = call.span;
        let ExprKind::Call(function, arguments) = &mut call.kind else { return self.expr(call) };
        let known = built_in::of_figures(&function.name);
        if let Some((what, _)) = &known {
            let spans = arguments.iter().map(|argument| argument.span).collect();
            self.called(function.span, span, spans, what.clone());
        }
        for (position, argument) in arguments.iter_mut().enumerate() {
            match (&argument.kind, &known) {
                (ExprKind::Name(name), Some((_, takes)))
                    if figure::argument(takes, position) == figure::Argument::Point =>
                {
                    let point = BuiltIn::bare("point", name);
                    self.mention_built_in(argument.span, Some(point));
                }
                _ => self.expr(argument),
            }
        }
    }

    fn example_part(&mut self, part: &mut ExamplePart) {
        match part {
            ExamplePart::Block(name, _) => {
                let only = self.only_answer().filter(|_| name.name == "answer");
                if let Some(id) = self.scope.items.get(&name.name).copied().or(only) {
                    self.mention(name.span, id);
                }
            }
            ExamplePart::Breaks(names) => {
                for name in names {
                    match self.scope.rules.get(&name.name).copied() {
                        Some(id) => self.mention(name.span, id),
                        None => self.item_named(name),
                    }
                }
            }
            ExamplePart::Solutions(number) => self.expr(number),
            ExamplePart::Set(name, value) => {
                self.item_named(name);
                self.expr(value);
            }
        }
    }

    /// Returns the answer that `answer """…"""` gives: the only one.
    fn only_answer(&self) -> Option<DeclarationId> {
        let is_answer =
            |id: &&DeclarationId| self.known.declaration(**id).kind == DeclarationKind::Answer;
        let mut answers = self.scope.items.values().filter(is_answer);
        answers.next().copied().filter(|_| answers.next().is_none())
    }

    /// Resolves a name after `without`, which is one of the base.
    fn left_out(&mut self, kind: &str, name: &Ident) {
        let map = match kind {
            "rule" => &self.base.rules,
            "working" => &self.base.working,
            "features" => &self.base.sets,
            _ => &self.base.items,
        };
        match map.get(&name.name).copied() {
            Some(id) => self.mention(name.span, id),
            None => self.mention_built_in(name.span, built_in::measure(&name.name)),
        }
    }
}
