//! Expressions: known parts are evaluated, the rest becomes flat constraints.

use crate::constraints::{self, Term};
use crate::lower::Lowering;
use puzgen_base::stack::with_room;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::definition::Role;
use puzgen_model::eval::{FaultAt, absent, at_position, whole};
use puzgen_model::expr::{BinaryOp, Binders, CompareOp, Expr, ExprKind, FamilyId, Generator};
use puzgen_model::function::{Fault, Function};
use puzgen_model::ty::{Phase, Ty};
use puzgen_model::value::Value;

pub(super) type Lower<T = Term> = Result<T, FaultAt>;

impl Lowering<'_> {
    /// Calls `body` for every binding; sources whose elements are decided by solving included.
    pub(super) fn for_each(
        &mut self,
        binders: &Binders,
        body: &mut dyn FnMut(&mut Self) -> Lower<()>,
    ) -> Lower<()> {
        self.scope.begin_loop(binders)?;
        let found = self.for_each_from(binders, 0, body);
        self.scope.end_loop(binders, found)
    }

    fn for_each_from(
        &mut self,
        binders: &Binders,
        depth: usize,
        body: &mut dyn FnMut(&mut Self) -> Lower<()>,
    ) -> Lower<()> {
        let Some(generator) = binders.generators.get(depth) else {
            let holds = match &binders.condition {
                Some(condition) => self.scope.eval_bool(condition)?,
                None => true,
            };
            return if holds { body(self) } else { Ok(()) };
        };
        if generator.source.phase == Phase::Known {
            let list = self.scope.eval_list(&generator.source)?;
            self.scope.count_items(generator, list.items.len())?;
            for item in self.scope.visited(binders, depth, &list) {
                self.scope.bind_item(generator, item);
                self.for_each_from(binders, depth + 1, body)?;
            }
            return Ok(());
        }
        let items = self.items_of(generator)?;
        self.scope.count_items(generator, items.len())?;
        for item in items {
            self.bind_item(generator, item)?;
            self.for_each_from(binders, depth + 1, body)?;
        }
        Ok(())
    }

    /// Returns what a generator runs over.
    pub(super) fn items_of(&mut self, generator: &Generator) -> Lower<Vec<Term>> {
        if generator.source.phase == Phase::Known {
            let list = self.scope.eval_list(&generator.source)?;
            Ok(list.items.iter().cloned().map(Term::Known).collect())
        } else {
            Ok(self.term(&generator.source)?.into_list())
        }
    }

    /// Binds the names of a generator.
    ///
    /// # Errors
    /// Where the range of a large number is too wide for a name.
    pub(super) fn bind_item(&mut self, generator: &Generator, item: Term) -> Lower<()> {
        let is_known = generator.source.phase == Phase::Known || generator.source.is_group();
        match (generator.slots.as_slice(), item) {
            ([slot], Term::Known(value)) if is_known => self.scope.bind(*slot, value),
            ([slot], item) => {
                let item = self.named(item, &generator.source)?;
                let slot = *slot as usize;
                if self.decided.len() <= slot {
                    self.decided.resize(slot + 1, None);
                }
                self.decided[slot] = Some(item);
            }
            (slots, Term::Known(Value::Tuple(parts))) => {
                for (slot, part) in slots.iter().zip(parts.iter()) {
                    self.scope.bind(*slot, part.clone());
                }
            }
            (_, other) => puzgen_base::bug!("several names for {other:?}"),
        }
        Ok(())
    }

    /// Returns a term that may stand several times: a large one by its name.
    fn named(&mut self, term: Term, expr: &Expr) -> Lower {
        let fail = |fault: Fault| FaultAt { fault, span: expr.span };
        Ok(match term {
            Term::Int(number) => Term::Int(self.auxiliary().small(number).map_err(fail)?),
            Term::Bool(truth) if !truth.is_small() => Term::Bool(self.auxiliary().truth(truth)),
            other => other,
        })
    }

    pub(super) fn terms(&mut self, exprs: &[Expr]) -> Lower<Vec<Term>> {
        exprs.iter().map(|expr| self.term(expr)).collect()
    }

    /// Returns a list of truths, each known or a literal; other truths get variables.
    fn literals(&mut self, list: Term, expr: &Expr) -> Lower {
        let mut items = list.into_list();
        for item in &mut items {
            if let Term::Bool(truth) = item
                && !matches!(truth, BoolExpr::Lit(_))
            {
                let why = "a part of a graph";
                let name = || format!("part {}", self.csp.vars.len());
                let name = name();
                let var = self.variable_for(item.clone(), expr, || name.clone(), why)?;
                *item = Term::Bool(BoolExpr::var(var));
            }
        }
        Ok(Term::List(items))
    }

    fn truths(&mut self, exprs: &[Expr]) -> Lower<Vec<BoolExpr>> {
        exprs.iter().map(|expr| Ok(self.term(expr)?.into_bool())).collect()
    }

    /// Returns what an expression becomes. What has no value is nowhere true, as in
    /// [`Scope::relational`](puzgen_model::eval::Scope::relational).
    pub(super) fn term(&mut self, expr: &Expr) -> Lower {
        match self.strict(expr) {
            Err(at) if at.fault.is_undefined() && expr.is_relation() => {
                Ok(Term::Known(Value::Bool(false)))
            }
            other => other,
        }
    }

    fn strict(&mut self, expr: &Expr) -> Lower {
        if expr.phase == Phase::Known {
            return self.scope.eval(expr).map(Term::Known);
        }
        let fail = |fault: Fault| FaultAt { fault, span: expr.span };
        Ok(match &expr.kind {
            ExprKind::Local(slot) => self
                .decided
                .get(*slot as usize)
                .cloned()
                .flatten()
                .unwrap_or_else(|| puzgen_base::bug!("slot {slot} is not bound")),
            ExprKind::Family(family) => self.family(*family, expr)?,
            ExprKind::Deref(inner) => {
                let value = self.scope.eval(inner)?;
                self.deref(value)?
            }
            ExprKind::Element { family, key, .. } if key.phase != Phase::Known => {
                let index = self.term(key)?.into_int();
                self.element_decided(*family, index, expr)?
            }
            ExprKind::At(list, position) => self.at(list, position, expr)?,
            ExprKind::Element { family, key, many } => {
                let key = self.scope.eval(key)?;
                if *many {
                    let keys = key.as_list().unwrap_or_default();
                    self.scope.count(keys.len() as u64).map_err(fail)?;
                    let items = keys.iter().map(|key| self.element_at(*family, key, expr));
                    Term::List(items.collect::<Lower<_>>()?)
                } else {
                    self.element_at(*family, &key, expr)?
                }
            }
            ExprKind::GroupSize(groups, place) => {
                let place = self.scope.eval(place)?;
                Term::Int(IntExpr::Var(self.size_var(*groups, &place, expr.span)?))
            }
            ExprKind::Shown(clue, key) => self.shown(*clue, key.as_deref(), expr)?,
            ExprKind::GroupCount(groups) => Term::Int(self.group_count(*groups)),
            ExprKind::Call(function, arguments) => self.call(*function, arguments, expr)?,
            ExprKind::List(items) => Term::List(self.terms(items)?),
            ExprKind::ListOf { body, binders } => {
                let mut items = Vec::new();
                self.for_each(binders, &mut |lowering| {
                    items.push(lowering.term(body)?);
                    Ok(())
                })?;
                Term::List(items)
            }
            ExprKind::Neg(inner) => {
                let inner = self.term(inner)?.into_int();
                Term::Int(IntExpr::linear([(-1, inner)], 0).ok_or_else(|| fail(Fault::TooLarge))?)
            }
            ExprKind::Not(inner) => Term::Bool(self.term(inner)?.into_bool().negated()).folded(),
            ExprKind::Sum(terms) => {
                let mut parts = Vec::with_capacity(terms.len());
                for (is_subtracted, term) in terms {
                    let sign = if *is_subtracted { -1 } else { 1 };
                    parts.push((sign, self.term(term)?.into_int()));
                }
                Term::Int(IntExpr::linear(parts, 0).ok_or_else(|| fail(Fault::TooLarge))?).folded()
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left)?.into_int(), self.term(right)?.into_int());
                Term::Int(arithmetic(*op, left, right).map_err(fail)?)
            }
            ExprKind::And(items) => Term::Bool(BoolExpr::and(self.truths(items)?)).folded(),
            ExprKind::Or(items) => Term::Bool(BoolExpr::or(self.truths(items)?)).folded(),
            ExprKind::Implies(left, right) => {
                let (left, right) = (self.term(left)?.into_bool(), self.term(right)?.into_bool());
                Term::Bool(BoolExpr::or([left.negated(), right])).folded()
            }
            ExprKind::Iff(left, right) => {
                let (left, right) = (self.term(left)?.into_bool(), self.term(right)?.into_bool());
                Term::Bool(BoolExpr::iff(left, right)).folded()
            }
            ExprKind::Compare(first, rest) => self.compared(first, rest)?,
            ExprKind::In(item, list) if matches!(item.kind, ExprKind::Tuple(_)) => {
                self.in_table(item, list)?
            }
            ExprKind::In(item, list) => self.is_in(item, list, expr)?,
            ExprKind::If(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise)?
            }
            ExprKind::Const(_)
            | ExprKind::Constant(_)
            | ExprKind::Layout(_)
            | ExprKind::LayoutAt { .. }
            | ExprKind::Keys(_)
            | ExprKind::Variable(_)
            | ExprKind::Range(..)
            | ExprKind::Tuple(_)
            | ExprKind::Row(_)
            | ExprKind::Column(_)
            | ExprKind::Group(..)
            | ExprKind::Groups(_)
            | ExprKind::Feature(_)
            | ExprKind::Measure(..)
            | ExprKind::Script(..) => {
                puzgen_base::bug!("{:?} is not decided by solving", expr.kind)
            }
        })
    }

    /// Returns a family's only element, or all of them.
    fn family(&mut self, family: FamilyId, expr: &Expr) -> Lower {
        if self.instance.definition.family(family).index.is_none() {
            return self.element(family, 0);
        }
        let count = self.instance.families[family.0 as usize].index.len();
        self.scope.count(count as u64).map_err(|fault| FaultAt { fault, span: expr.span })?;
        let items = (0..count).map(|position| self.element(family, position));
        Ok(Term::List(items.collect::<Lower<_>>()?))
    }

    /// Returns the element of a list at a position, which may be decided.
    fn at(&mut self, list: &Expr, position: &Expr, expr: &Expr) -> Lower {
        let fail = |fault: Fault| FaultAt { fault, span: expr.span };
        let is_decided = position.phase != Phase::Known;
        let list = self.term(list)?.into_list();
        match self.term(position)? {
            Term::Known(Value::Int(position)) => match at_position(&list, position) {
                Ok(element) => Ok(element.clone()),
                Err(fault) => Err(fail(absent(fault, is_decided))),
            },
            index => {
                let is_truth = expr.ty == Ty::Bool;
                self.at_decided(list, index.into_int(), is_truth).map_err(fail)
            }
        }
    }

    /// Returns what a function makes of its arguments.
    fn call(&mut self, function: &dyn Function, arguments: &[Expr], expr: &Expr) -> Lower {
        if let Some(term) = self.gathered(function.name(), arguments)? {
            return Ok(term);
        }
        let mut terms = self.terms(arguments)?;
        if function.takes_keys() {
            let keys = std::mem::replace(&mut terms[1], Term::List(vec![]));
            terms[1] = self.literals(keys, &arguments[1])?;
        }
        let constraint = constraints::by_name(function.name())
            .unwrap_or_else(|| puzgen_base::bug!("`{}` has no lowering", function.name()));
        let lowered = constraint.lower(terms, &mut self.auxiliary());
        Ok(lowered.map_err(|fault| FaultAt { fault, span: expr.span })?.folded())
    }

    /// Returns a chain of comparisons, each operand lowered once.
    fn compared(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Lower {
        let mut left = self.term(first)?;
        let mut parts = Vec::with_capacity(rest.len());
        for (op, right) in rest {
            let right = self.term(right)?;
            parts.push(compare(*op, left, right.clone()));
            left = right;
        }
        Ok(Term::Bool(BoolExpr::and(parts)).folded())
    }

    /// Returns whether something is in a group, a range or a list.
    fn is_in(&mut self, item: &Expr, list: &Expr, expr: &Expr) -> Lower {
        if let ExprKind::Group(groups, place) = &list.kind {
            let (a, b) = (self.scope.eval(item)?, self.scope.eval(place)?);
            let places = [(&a, item.span), (&b, place.span)];
            return Ok(Term::Bool(self.same_group(*groups, places)?).folded());
        }
        let item = self.term(item)?;
        if let ExprKind::Range(lo, hi) = &list.kind {
            let (lo, hi) = (self.term(lo)?, self.term(hi)?);
            let inside =
                [compare(CompareOp::Le, lo, item.clone()), compare(CompareOp::Le, item, hi)];
            return Ok(Term::Bool(BoolExpr::and(inside)).folded());
        }
        let list = self.term(list)?.into_list();
        let item = if list.len() > 1 { self.named(item, expr)? } else { item };
        let defined = list.iter().filter_map(Term::is_defined).collect::<Vec<_>>();
        let equal = list.into_iter().map(|other| compare(CompareOp::Eq, item.clone(), other));
        let equal = BoolExpr::or(equal);
        Ok(Term::Bool(BoolExpr::and(defined.into_iter().chain([equal]))).folded())
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Lower {
        let condition = match self.term(condition)?.into_bool() {
            BoolExpr::Const(true) => return self.term(then),
            BoolExpr::Const(false) => return self.term(otherwise),
            condition => condition,
        };
        let (then, otherwise) = (self.term(then)?, self.term(otherwise)?);
        let is_truth = |term: &Term| matches!(term, Term::Bool(_) | Term::Known(Value::Bool(_)));
        Ok(if is_truth(&then) {
            let condition = match condition.is_small() {
                true => condition,
                false => self.auxiliary().truth(condition),
            };
            let (then, otherwise) = (then.into_bool(), otherwise.into_bool());
            Term::Bool(BoolExpr::and([
                BoolExpr::or([condition.clone().negated(), then]),
                BoolExpr::or([condition, otherwise]),
            ]))
        } else {
            let (then, otherwise) = (then.into_int(), otherwise.into_int());
            Term::Int(IntExpr::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
        })
    }

    /// Returns the value with variables, alone or in lists, replaced by their terms.
    fn deref(&mut self, value: Value) -> Lower {
        Ok(match value {
            Value::Variable(family) => self.element(family, 0)?,
            Value::List(list) => {
                let items = list.items.iter().map(|item| self.deref(item.clone()));
                Term::List(items.collect::<Lower<_>>()?)
            }
            other => Term::Known(other),
        })
    }

    fn element_at(&mut self, family: FamilyId, key: &Value, expr: &Expr) -> Lower {
        let index = &self.instance.families[family.0 as usize].index;
        match index.position(key) {
            Some(position) => self.element(family, position),
            None => {
                let fault = self.instance.bad_index(family, key);
                Err(FaultAt { fault, span: expr.span })
            }
        }
    }

    /// Returns the term of an element; a determined one gets a variable once.
    pub(super) fn element(&mut self, family: FamilyId, position: usize) -> Lower {
        let declared = self.instance.definition.family(family);
        let Role::Determined(definition) = &declared.role else {
            let offset = self.instance.families[family.0 as usize].offset;
            let var = self.value_vars[offset + position];
            return Ok(if declared.is_truth {
                Term::Bool(BoolExpr::var(var))
            } else {
                Term::Int(IntExpr::Var(var))
            });
        };
        if let Some(term) = self.determined.get(&(family, position)) {
            return term.clone();
        }
        let saved = self.scope.save_locals();
        let saved_decided = std::mem::take(&mut self.decided);
        let counted = self.scope.begin_definition();
        if let Some(binders) = &declared.index {
            let key = &self.instance.families[family.0 as usize].index.keys()[position];
            self.scope.bind_key(binders, &key.to_value());
        }
        let term = with_room(|| self.determine(family, position, definition));
        self.scope.end_definition(counted);
        self.scope.restore_locals(saved);
        self.decided = saved_decided;
        self.determined.insert((family, position), term.clone());
        term
    }

    /// Returns what stands for an element of this definition wherever it is mentioned.
    fn determine(&mut self, family: FamilyId, position: usize, definition: &Expr) -> Lower {
        let declared = self.instance.definition.family(family);
        let name = self.element_name(family, position);
        let term = match self.term(definition)? {
            known @ Term::Known(_) => known,
            // A variable that equals what has no value would forbid that; where it is used, the
            // comparison is false.
            term @ Term::Int(_) if term.is_defined().is_some() => self.named(term, definition)?,
            term => {
                let var =
                    self.variable_for(term, definition, || name.clone(), "a determined value")?;
                if declared.is_truth {
                    Term::Bool(BoolExpr::var(var))
                } else {
                    Term::Int(IntExpr::Var(var))
                }
            }
        };
        self.must_fit(definition.span)?;
        Ok(term)
    }
}

fn compare(op: CompareOp, left: Term, right: Term) -> BoolExpr {
    let is_truth = |term: &Term| matches!(term, Term::Bool(_) | Term::Known(Value::Bool(_)));
    if let (Term::Known(left), Term::Known(right)) = (&left, &right)
        && left.as_int().is_none()
        && !matches!(left, Value::Bool(_))
    {
        return BoolExpr::Const(match (op, left, right) {
            (_, Value::Place(left), Value::Place(right)) => op.holds(left, right),
            (CompareOp::Eq, ..) => left == right,
            _ => left != right,
        });
    }
    if is_truth(&left) {
        let equal = BoolExpr::iff(left.into_bool(), right.into_bool());
        return if op == CompareOp::Eq { equal } else { equal.negated() };
    }
    BoolExpr::compare(op, left.into_int(), right.into_int())
}

fn arithmetic(op: BinaryOp, left: IntExpr, right: IntExpr) -> Result<IntExpr, Fault> {
    if let (IntExpr::Const(left), IntExpr::Const(right)) = (&left, &right) {
        return whole(op, *left, *right).map(IntExpr::Const);
    }
    Ok(match op {
        BinaryOp::Mul => return IntExpr::product(left, right).ok_or(Fault::TooLarge),
        BinaryOp::Div => IntExpr::Div(Box::new(left), Box::new(right)),
        BinaryOp::Mod => IntExpr::Mod(Box::new(left), Box::new(right)),
        BinaryOp::Divide => puzgen_base::bug!("fractions are never decided by solving"),
    })
}
