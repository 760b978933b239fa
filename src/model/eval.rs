//! The plain meaning of checked expressions: direct evaluation, without any solver.
//!
//! This is what lowering and engines are checked against, so it shares no code with either. Given
//! an instance and, where the expression asks for it, a full assignment and a puzzle's state, it
//! gives a [`Value`] or the place and reason of a fault.
//!
//! The parts of an expression are evaluated from left to right, and the first fault is the result. `and`,
//! `or`, `implies` and chains of comparisons stop where the result is known. The one match over all kinds of
//! expressions, `strict`, is long, but each of its arms stands for itself. Their order: what is known of the
//! instance, what a solution says, what a puzzle shows, functions and lists, arithmetic, truths.

use std::sync::Arc;

use crate::counting::range_size;
use crate::expr::{Binders, CompareOp, Expr, ExprKind, LayoutId};
use crate::fault::Fault;
pub use crate::fault::FaultAt;
use crate::function::{Function, PlainView};
use crate::layout::LayoutInstance;
pub use crate::operations::{absent, at_position, same, whole};
use crate::operations::{add, all_of, arithmetic, compare};
use crate::puzzle::PuzzleState;
pub use crate::scope::Scope;
use crate::ty::{Phase, Ty};
use crate::value::{Key, List, Value};

type Eval<T = Value> = Result<T, FaultAt>;

impl Scope<'_> {
    /// Calls `body` for every binding, from left to right.
    ///
    /// # Errors
    /// Those of the sources, of the condition and of `body`.
    pub fn for_each(
        &mut self,
        binders: &Binders,
        body: &mut dyn FnMut(&mut Self) -> Eval<()>,
    ) -> Eval<()> {
        self.begin_loop(binders)?;
        let found = self.for_each_from(binders, 0, body);
        self.end_loop(binders, found)
    }

    fn for_each_from(
        &mut self,
        binders: &Binders,
        depth: usize,
        body: &mut dyn FnMut(&mut Self) -> Eval<()>,
    ) -> Eval<()> {
        let Some(generator) = binders.generators.get(depth) else {
            let holds = match &binders.condition {
                Some(condition) => self.eval_bool(condition)?,
                None => true,
            };
            return if holds { body(self) } else { Ok(()) };
        };
        let source = self.eval_list(&generator.source)?;
        self.for_each_of(&source, binders, depth, body)
    }

    /// Goes on with each element of the source of the generator at `depth`.
    fn for_each_of(
        &mut self,
        source: &Arc<List>,
        binders: &Binders,
        depth: usize,
        body: &mut dyn FnMut(&mut Self) -> Eval<()>,
    ) -> Eval<()> {
        let generator = &binders.generators[depth];
        self.count_items(generator, source.items.len())?;
        for item in self.visited(binders, depth, source) {
            self.bind_item(generator, item);
            self.for_each_from(binders, depth + 1, body)?;
        }
        Ok(())
    }

    /// Returns the truth of an expression.
    ///
    /// # Errors
    /// Where it has no value.
    pub fn eval_bool(&mut self, expr: &Expr) -> Eval<bool> {
        match self.truth(expr) {
            Err(at) if self.is_relational && at.fault.is_undefined() && expr.is_relation() => {
                Ok(false)
            }
            other => other,
        }
    }

    /// Returns the truth of an expression; those that are made of others make no values of them.
    fn truth(&mut self, expr: &Expr) -> Eval<bool> {
        Ok(match &expr.kind {
            ExprKind::Not(inner) => !self.eval_bool(inner)?,
            ExprKind::And(items) => {
                for item in items {
                    if !self.eval_bool(item)? {
                        return Ok(false);
                    }
                }
                true
            }
            ExprKind::Or(items) => {
                for item in items {
                    if self.eval_bool(item)? {
                        return Ok(true);
                    }
                }
                false
            }
            ExprKind::Implies(left, right) => !self.eval_bool(left)? || self.eval_bool(right)?,
            ExprKind::Iff(left, right) => self.eval_bool(left)? == self.eval_bool(right)?,
            ExprKind::Compare(first, rest) => {
                let found = self.compare(first, rest);
                self.undefined_is_false(found)?
            }
            ExprKind::In(item, list) => {
                let found = self.member(item, list);
                self.undefined_is_false(found)?
            }
            _ => match self.strict(expr)? {
                Value::Bool(value) => value,
                other => puzgen_base::bug!("{other:?} is not a truth"),
            },
        })
    }

    /// Returns how far a truth is from holding: 0 where it does; of numbers that are compared, what
    /// they are apart; otherwise 1.
    pub(super) fn violation(&mut self, expr: &Expr) -> Eval<u64> {
        if let ExprKind::Compare(first, rest) = &expr.kind
            && let [(op, second)] = rest.as_slice()
        {
            let (first, second) = (self.eval(first)?, self.eval(second)?);
            return Ok(match (compare(*op, &first, &second), first, second) {
                (true, ..) => 0,
                (false, Value::Int(a), Value::Int(b)) => a.abs_diff(b).max(1),
                _ => 1,
            });
        }
        match self.eval_bool(expr) {
            Ok(holds) => Ok(u64::from(!holds)),
            Err(at) if at.fault == Fault::NotAtHand => Err(at),
            Err(_) => Ok(1),
        }
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Eval<bool> {
        let is_whole = |expr: &Expr| matches!(expr.ty, Ty::Int);
        if is_whole(first) && rest.iter().all(|(_, other)| is_whole(other)) {
            let mut left = self.eval_int(first)?;
            for (op, right) in rest {
                let right = self.eval_int(right)?;
                if !op.holds(&left, &right) {
                    return Ok(false);
                }
                left = right;
            }
            return Ok(true);
        }
        let mut left = self.eval(first)?;
        for (op, right) in rest {
            let right = self.eval(right)?;
            if !compare(*op, &left, &right) {
                return Ok(false);
            }
            left = right;
        }
        Ok(true)
    }

    fn member(&mut self, item: &Expr, list: &Expr) -> Eval<bool> {
        if let ExprKind::Range(lo, hi) = &list.kind {
            let item = self.eval(item)?;
            let (lo, hi) = (self.eval(lo)?, self.eval(hi)?);
            return Ok(compare(CompareOp::Le, &lo, &item) && compare(CompareOp::Le, &item, &hi));
        }
        let item = self.eval(item)?;
        if let ExprKind::List(others) = &list.kind {
            // All of them are evaluated: each may have a fault.
            let mut is_found = false;
            for other in others {
                is_found |= same(&item, &self.eval(other)?);
            }
            return Ok(is_found);
        }
        let list = self.eval_list(list)?;
        Ok(match item {
            Value::Place(place) => {
                list.items.iter().any(|other| matches!(other, Value::Place(it) if *it == place))
            }
            _ => list.items.iter().any(|other| same(&item, other)),
        })
    }

    /// Returns the value of a function without arguments, for which the instance is asked once.
    fn of_board(&mut self, function: &'static dyn Function) -> Result<Value, Fault> {
        let name = function.name();
        if let Some((_, value)) = self.lists.iter().find(|(other, _)| *other == name) {
            return Ok(value.clone());
        }
        let value = self.instance.of_board(function)?;
        self.lists.push((name, value.clone()));
        Ok(value)
    }

    /// Returns "false" for a statement about numbers of the answer that have no value, as the flat
    /// constraints do; the truths around it see that `false`. Other faults stay.
    fn undefined_is_false(&self, found: Eval<bool>) -> Eval<bool> {
        match found {
            Err(at) if at.fault.is_undefined() && self.values.is_some() => Ok(false),
            other => other,
        }
    }

    /// Returns the whole number of an expression.
    ///
    /// # Errors
    /// Where it has no value.
    #[inline]
    pub fn eval_int(&mut self, expr: &Expr) -> Eval<i64> {
        match &expr.kind {
            ExprKind::Const(Value::Int(value)) => return Ok(*value),
            ExprKind::Local(slot) => {
                if let Some(Value::Int(value)) = self.locals.get(*slot as usize) {
                    return Ok(*value);
                }
            }
            ExprKind::Neg(_) | ExprKind::Sum(_) | ExprKind::Binary(..) => return self.whole(expr),
            _ => {}
        }
        match self.eval(expr)? {
            Value::Int(value) => Ok(value),
            other => puzgen_base::bug!("{other:?} is not a whole number"),
        }
    }

    /// Returns what is calculated of whole numbers, of which no values are made.
    fn whole(&mut self, expr: &Expr) -> Eval<i64> {
        let fail = |fault: Fault| FaultAt { fault, span: expr.span };
        let overflow = || fail(Fault::Overflow);
        match &expr.kind {
            ExprKind::Neg(inner) => self.eval_int(inner)?.checked_neg().ok_or_else(overflow),
            ExprKind::Sum(terms) => {
                let mut total = 0_i64;
                for (is_subtracted, term) in terms {
                    let term = self.eval_int(term)?;
                    let sum = match is_subtracted {
                        true => total.checked_sub(term),
                        false => total.checked_add(term),
                    };
                    total = sum.ok_or_else(overflow)?;
                }
                Ok(total)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.eval_int(left)?, self.eval_int(right)?);
                whole(*op, left, right).map_err(fail)
            }
            other => puzgen_base::bug!("{other:?} is not calculated"),
        }
    }

    /// Returns the list of an expression.
    ///
    /// # Errors
    /// Where it has no value.
    pub fn eval_list(&mut self, expr: &Expr) -> Eval<Arc<List>> {
        match self.eval(expr)? {
            Value::List(list) => Ok(list),
            other => puzgen_base::bug!("{other:?} is not a list"),
        }
    }

    fn eval_all(&mut self, exprs: &[Expr]) -> Eval<Vec<Value>> {
        all_of(exprs.iter().map(|expr| self.eval(expr)))
    }

    /// Returns the value of an expression.
    ///
    /// # Errors
    /// Where it has none: overflow, division by zero, a bad index, or something not at hand.
    pub fn eval(&mut self, expr: &Expr) -> Eval {
        // Half of all expressions, which need none of the rest.
        match &expr.kind {
            ExprKind::Const(value) => return Ok(value.clone()),
            ExprKind::Local(slot) => {
                if let Some(value) = self.locals.get(*slot as usize) {
                    return Ok(value.clone());
                }
            }
            _ => {}
        }
        match self.strict(expr) {
            Err(at) if self.is_relational && at.fault.is_undefined() && expr.is_relation() => {
                Ok(Value::Bool(false))
            }
            other => other,
        }
    }

    #[inline(never)]
    fn strict(&mut self, expr: &Expr) -> Eval {
        let fail = |fault: Fault| FaultAt { fault, span: expr.span };
        Ok(match &expr.kind {
            ExprKind::Const(value) => value.clone(),
            ExprKind::Constant(position) => self
                .instance
                .constants
                .get(*position as usize)
                .cloned()
                .ok_or_else(|| fail(Fault::NotAtHand))?,
            ExprKind::Local(slot) => {
                self.locals.get(*slot as usize).cloned().ok_or_else(|| fail(Fault::NotAtHand))?
            }
            ExprKind::Layout(layout) => {
                let found = self.instance.layouts.get(layout.0 as usize);
                found.ok_or(Fault::NotAtHand).and_then(LayoutInstance::whole)
            }
            .map_err(fail)?,
            ExprKind::LayoutAt { layout, key, many } => {
                let key = self.eval(key)?;
                self.layout_elements(*layout, &key, *many).map_err(fail)?
            }
            ExprKind::Family(family) => self.whole_family(*family).map_err(fail)?,
            ExprKind::Keys(family) => {
                let keys = self.instance.families[family.0 as usize].index.keys();
                Value::list(keys.iter().map(Key::to_value).collect())
            }
            ExprKind::Variable(family) => Value::Variable(*family),
            ExprKind::Deref(inner) => {
                let value = self.eval(inner)?;
                self.deref(value).map_err(fail)?
            }
            ExprKind::Element { family, key, many } => {
                let is_decided = key.phase != Phase::Known;
                let key = self.eval(key)?;
                self.elements(*family, &key, *many)
                    .map_err(|fault| fail(absent(fault, is_decided)))?
            }
            ExprKind::At(list, position) => {
                let is_decided = position.phase != Phase::Known;
                let list = self.eval_list(list)?;
                let position = self.eval_int(position)?;
                at_position(&list.items, position)
                    .cloned()
                    .map_err(|fault| fail(absent(fault, is_decided)))?
            }
            ExprKind::Group(groups, place) => {
                let place = self.eval(place)?;
                let data = self.group_data(*groups).map_err(fail)?;
                let node = self.group_node(*groups, &place).map_err(fail)?;
                self.group(&data.members[data.group_of[node]])
            }
            ExprKind::GroupSize(groups, place) => {
                let place = self.eval(place)?;
                let data = self.group_data(*groups).map_err(fail)?;
                let node = self.group_node(*groups, &place).map_err(fail)?;
                Value::Int(data.members[data.group_of[node]].len() as i64)
            }
            ExprKind::GroupCount(groups) => {
                Value::Int(self.group_data(*groups).map_err(fail)?.members.len() as i64)
            }
            ExprKind::Groups(groups) => {
                let data = self.group_data(*groups).map_err(fail)?;
                Value::list(data.members.iter().map(|places| self.group(places)).collect())
            }
            ExprKind::Shown(clue, key) => {
                let key = key.as_ref().map(|key| self.eval(key)).transpose()?;
                Value::Bool(self.is_shown(*clue, key.as_ref()).map_err(fail)?)
            }
            ExprKind::Feature(position) => self
                .features
                .get(*position as usize)
                .cloned()
                .flatten()
                .ok_or_else(|| fail(Fault::NotAtHand))?,
            ExprKind::Measure(measure, arguments) => {
                let arguments = self.eval_all(arguments)?;
                let puzzle = self.puzzle.ok_or_else(|| fail(Fault::NotAtHand))?;
                (measure.eval)(&arguments, puzzle).map_err(fail)?
            }
            ExprKind::Script(function, arguments) => {
                let arguments = self.eval_all(arguments)?;
                let view = self.view_for_scripts().ok_or_else(|| fail(Fault::NotAtHand))?;
                function.eval(&arguments, &expr.ty, view).map_err(fail)?
            }
            ExprKind::Call(function, arguments) => {
                let is_truth = expr.ty == Ty::Bool;
                let found = match arguments.is_empty() {
                    true => self.of_board(*function).map_err(fail),
                    false => self.eval_all(arguments).and_then(|arguments| {
                        function.eval(&arguments, self.instance.grid.as_ref()).map_err(fail)
                    }),
                };
                let found = match found {
                    Err(at) if at.fault.is_undefined() && is_truth && self.values.is_some() => {
                        Value::Bool(false)
                    }
                    other => other?,
                };
                if let Value::List(list) = &found {
                    self.count(list.items.len() as u64).map_err(fail)?;
                }
                found
            }
            ExprKind::List(items) => Value::list(self.eval_all(items)?),
            ExprKind::Tuple(items) => Value::Tuple(self.eval_all(items)?.into()),
            ExprKind::Range(lo, hi) => {
                let (lo, hi) = (self.eval_int(lo)?, self.eval_int(hi)?);
                self.count(range_size(lo, hi)).map_err(fail)?;
                Value::list((lo..=hi).map(Value::Int).collect())
            }
            ExprKind::ListOf { body, binders } => Value::list(self.list_of(body, binders)?),
            ExprKind::Row(place) => Value::Int(self.row_column(place)?.0),
            ExprKind::Column(place) => Value::Int(self.row_column(place)?.1),
            ExprKind::Neg(_) | ExprKind::Sum(_) | ExprKind::Binary(..)
                if matches!(expr.ty, Ty::Int) =>
            {
                Value::Int(self.whole(expr)?)
            }
            ExprKind::Neg(inner) => match self.eval(inner)? {
                Value::Int(value) => {
                    Value::Int(value.checked_neg().ok_or_else(|| fail(Fault::Overflow))?)
                }
                Value::Real(value) => Value::Real(-value),
                other => puzgen_base::bug!("-{other:?}"),
            },
            ExprKind::Sum(terms) => {
                let mut total = Value::Int(0);
                for (is_subtracted, term) in terms {
                    let term = self.eval(term)?;
                    total = add(&total, &term, *is_subtracted).map_err(fail)?;
                }
                total
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.eval(left)?, self.eval(right)?);
                arithmetic(*op, &left, &right).map_err(fail)?
            }
            ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Implies(..)
            | ExprKind::Iff(..)
            | ExprKind::Compare(..)
            | ExprKind::In(..) => Value::Bool(self.truth(expr)?),
            ExprKind::If(condition, then, otherwise) => {
                if self.eval_bool(condition)? {
                    self.eval(then)?
                } else {
                    self.eval(otherwise)?
                }
            }
        })
    }

    /// Returns an element of a layout, or the list of those of several keys.
    fn layout_elements(&self, layout: LayoutId, key: &Value, many: bool) -> Result<Value, Fault> {
        let instance = self.instance;
        let at = |key: &Value| {
            let found = instance.layouts.get(layout.0 as usize);
            let found = found.ok_or(Fault::NotAtHand)?.at(key)?;
            found.ok_or_else(|| {
                let name = &instance.definition.layouts[layout.0 as usize].name;
                let key = key.describe(instance.grid.as_ref());
                Fault::Index(format!("`{name}` has no element {key}"))
            })
        };
        if !many {
            return at(key);
        }
        let keys = key.as_list().unwrap_or_default().iter();
        all_of(keys.map(at)).map(Value::list)
    }

    /// Returns what functions of scripts see of the puzzle, if there is one.
    fn view_for_scripts(&self) -> Option<PlainView<'_>> {
        let PuzzleState { instance, facts, shown, .. } = *self.puzzle?;
        Some(PlainView { outline: instance.outline(), facts, shown, values: self.values })
    }

    /// Returns the values of `[body for binders]`.
    fn list_of(&mut self, body: &Expr, binders: &Binders) -> Eval<Vec<Value>> {
        let [first, ..] = binders.generators.as_slice() else {
            puzgen_base::bug!("a list of nothing");
        };
        self.begin_loop(binders)?;
        let found = self.eval_list(&first.source).and_then(|source| {
            let is_whole = binders.condition.is_none();
            let count = if is_whole { source.items.len() } else { 0 };
            let mut items = Vec::with_capacity(count);
            self.for_each_of(&source, binders, 0, &mut |scope| {
                items.push(scope.eval(body)?);
                Ok(())
            })?;
            Ok(items)
        });
        self.end_loop(binders, found)
    }

    fn row_column(&mut self, place: &Expr) -> Eval<(i64, i64)> {
        let span = place.span;
        let value = self.eval(place)?;
        match (value.as_place(), &self.instance.grid) {
            (Some(_), Some(grid)) if grid.as_graph().is_some() => {
                let fault = Fault::Board("the nodes of a graph have no row and column".to_owned());
                Err(FaultAt { fault, span })
            }
            (Some(place), Some(grid)) => {
                let (r, c) = grid.row_column(place);
                Ok((r as i64 + 1, c as i64 + 1))
            }
            _ => Err(FaultAt { fault: Fault::NotAtHand, span }),
        }
    }
}
