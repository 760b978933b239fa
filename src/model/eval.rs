//! The plain meaning of checked expressions: direct evaluation, without any solver.
//!
//! This is what lowering and engines are checked against, so it shares no code with either. Given
//! an instance and, where the expression asks for it, a full assignment and a puzzle's state, it
//! gives a [`Value`] or the place and reason of a fault.
//!
//! A long file: one match over all forms of expression, which reads best in one piece.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::grid::Place;
use crate::model::counting::range_size;
use crate::model::definition::{Joining, Role};
use crate::model::expr::{
    BinaryOp, Binders, ClueId, CompareOp, Expr, ExprKind, FamilyId, GroupsId,
};
use crate::model::fault::Fault;
pub use crate::model::fault::FaultAt;
use crate::model::function::PlainView;
use crate::model::groups::{Elements, GroupData};
use crate::model::instance::Instance;
use crate::model::layout::LayoutInstance;
use crate::model::puzzle::PuzzleState;
use crate::model::ty::{Phase, Ty};
use crate::model::value::{Key, List, Value};
use crate::stack::with_room;

type Eval<T = Value> = Result<T, FaultAt>;

/// Everything an expression may look at.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The instance.
    pub instance: &'a Instance<'a>,
    values: Option<&'a [i64]>,
    /// Which of these are at hand, where not all are.
    known: Option<&'a [bool]>,
    puzzle: Option<&'a PuzzleState<'a>>,
    shown: Option<&'a [bool]>,
    features: &'a [Option<Value>],
    is_relational: bool,
    locals: Vec<Value>,
    groups: RefCell<Vec<Option<Arc<GroupData>>>>,
    /// The values of determined families, as far as they were asked for. What scopes look at does not
    /// change, and without this a chain of definitions that name the one before twice takes for ever.
    determined: BTreeMap<(FamilyId, usize), Result<Value, Fault>>,
    /// How many `for` are within each other now.
    pub(super) loops: usize,
    /// How much the outermost of them has looked at.
    pub(super) seen: u64,
}

impl<'a> Scope<'a> {
    /// Returns a scope where only parameters and board are known.
    pub fn new(instance: &'a Instance<'a>) -> Self {
        Self {
            instance,
            values: None,
            known: None,
            puzzle: None,
            shown: None,
            features: &[],
            is_relational: false,
            locals: Vec::new(),
            groups: RefCell::new(Vec::new()),
            determined: BTreeMap::new(),
            loops: 0,
            seen: 0,
        }
    }

    /// Adds the values of answer and free families, by storage position; the free ones may lack.
    #[must_use]
    pub fn with_values(mut self, values: &'a [i64]) -> Self {
        self.values = Some(values);
        self
    }

    /// Lets only those values be at hand for which `known` has true.
    #[must_use]
    pub fn with_known(mut self, known: &'a [bool]) -> Self {
        self.known = Some(known);
        self
    }

    /// Makes a comparison, membership or constraint false where a number in it has no value (a
    /// division by zero, an overflow), instead of a fault: what rules and clues mean. MiniZinc
    /// calls this the relational semantics.
    #[must_use]
    pub fn relational(mut self) -> Self {
        self.is_relational = true;
        self
    }

    /// Adds the state of a puzzle.
    #[must_use]
    pub fn with_puzzle(mut self, puzzle: &'a PuzzleState<'a>) -> Self {
        self.puzzle = Some(puzzle);
        self.with_shown(puzzle.shown)
    }

    /// Adds which clues are shown, by fact.
    #[must_use]
    pub fn with_shown(mut self, shown: &'a [bool]) -> Self {
        self.shown = Some(shown);
        self
    }

    /// Adds the values of the features computed so far.
    #[must_use]
    pub fn with_features(mut self, features: &'a [Option<Value>]) -> Self {
        self.features = features;
        self
    }

    /// Binds a slot.
    pub fn bind(&mut self, slot: u32, value: Value) {
        let slot = slot as usize;
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, Value::Bool(false));
        }
        self.locals[slot] = value;
    }

    /// Takes all bindings away and returns them.
    pub fn save_locals(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.locals)
    }

    /// Puts bindings back.
    pub fn restore_locals(&mut self, locals: Vec<Value>) {
        self.locals = locals;
    }

    /// Binds the slots of an index to the parts of a key.
    pub fn bind_key(&mut self, binders: &Binders, key: &Value) {
        let slots: Vec<u32> = binders.slots().map(|(slot, _)| slot).collect();
        match (slots.as_slice(), key) {
            ([slot], _) => self.bind(*slot, key.clone()),
            (_, Value::Tuple(items)) => {
                for (slot, item) in slots.iter().zip(items.iter()) {
                    self.bind(*slot, item.clone());
                }
            }
            _ => {}
        }
    }

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
        source: &List,
        binders: &Binders,
        depth: usize,
        body: &mut dyn FnMut(&mut Self) -> Eval<()>,
    ) -> Eval<()> {
        let generator = &binders.generators[depth];
        self.count_items(generator, source.items.len())?;
        for item in &source.items {
            match (generator.slots.as_slice(), item) {
                ([slot], _) => self.bind(*slot, item.clone()),
                (slots, Value::Tuple(parts)) => {
                    for (slot, part) in slots.iter().zip(parts.iter()) {
                        self.bind(*slot, part.clone());
                    }
                }
                _ => crate::bug!("a generator with several names over single elements"),
            }
            self.for_each_from(binders, depth + 1, body)?;
        }
        Ok(())
    }

    /// Returns the bound values of an index as one key.
    pub fn key_of(&self, binders: &Binders) -> Value {
        let mut parts: Vec<Value> =
            binders.slots().map(|(slot, _)| self.locals[slot as usize].clone()).collect();
        if parts.len() == 1 { parts.remove(0) } else { Value::Tuple(parts.into()) }
    }

    /// Returns the truth of an expression.
    ///
    /// # Errors
    /// Where it has no value.
    pub fn eval_bool(&mut self, expr: &Expr) -> Eval<bool> {
        match self.eval(expr)? {
            Value::Bool(value) => Ok(value),
            other => crate::bug!("{other:?} is not a truth"),
        }
    }

    /// Returns how far a truth is from holding: 0 where it does; of numbers that are compared, what
    /// they are apart; otherwise 1.
    pub(super) fn misfit(&mut self, expr: &Expr) -> Eval<u64> {
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

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Eval<Value> {
        let mut left = self.eval(first)?;
        for (op, right) in rest {
            let right = self.eval(right)?;
            if !compare(*op, &left, &right) {
                return Ok(Value::Bool(false));
            }
            left = right;
        }
        Ok(Value::Bool(true))
    }

    fn member(&mut self, item: &Expr, list: &Expr) -> Eval<Value> {
        if let ExprKind::Range(lo, hi) = &list.kind {
            let item = self.eval(item)?;
            let (lo, hi) = (self.eval(lo)?, self.eval(hi)?);
            let inside = compare(CompareOp::Le, &lo, &item) && compare(CompareOp::Le, &item, &hi);
            return Ok(Value::Bool(inside));
        }
        let item = self.eval(item)?;
        let list = self.eval_list(list)?;
        Ok(Value::Bool(list.items.iter().any(|other| same(&item, other))))
    }

    /// Returns "false" for a statement about numbers of the answer that have no value, as the flat
    /// constraints do; the truths around it see that `false`. Other faults stay.
    fn undefined_is_false(&self, found: Eval<Value>) -> Eval<Value> {
        match found {
            Err(at) if at.fault.is_undefined() && self.values.is_some() => Ok(Value::Bool(false)),
            other => other,
        }
    }

    /// Returns the whole number of an expression.
    ///
    /// # Errors
    /// Where it has no value.
    pub fn eval_int(&mut self, expr: &Expr) -> Eval<i64> {
        match self.eval(expr)? {
            Value::Int(value) => Ok(value),
            other => crate::bug!("{other:?} is not a whole number"),
        }
    }

    /// Returns the list of an expression.
    ///
    /// # Errors
    /// Where it has no value.
    pub fn eval_list(&mut self, expr: &Expr) -> Eval<Arc<List>> {
        match self.eval(expr)? {
            Value::List(list) => Ok(list),
            other => crate::bug!("{other:?} is not a list"),
        }
    }

    fn eval_all(&mut self, exprs: &[Expr]) -> Eval<Vec<Value>> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
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
                if *many {
                    let keys = key.as_list().unwrap_or_default().iter();
                    Value::list(keys.map(at).collect::<Result<_, _>>().map_err(fail)?)
                } else {
                    at(&key).map_err(fail)?
                }
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
                measure.eval(&arguments, puzzle).map_err(fail)?
            }
            ExprKind::Script(function, arguments) => {
                let arguments = self.eval_all(arguments)?;
                let PuzzleState { instance, facts, shown, .. } =
                    *self.puzzle.ok_or_else(|| fail(Fault::NotAtHand))?;
                let view = PlainView { instance, facts, shown, values: self.values };
                function.eval(&arguments, &expr.ty, view).map_err(fail)?
            }
            ExprKind::Call(function, arguments) => {
                let found = self.eval_all(arguments).and_then(|arguments| {
                    function.eval(&arguments, self.instance.grid.as_ref()).map_err(fail)
                });
                let found =
                    if expr.ty == Ty::Bool { self.undefined_is_false(found)? } else { found? };
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
            ExprKind::ListOf { body, binders } => {
                let [first, ..] = binders.generators.as_slice() else {
                    crate::bug!("a list of nothing");
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
                Value::list(self.end_loop(binders, found)?)
            }
            ExprKind::Row(place) => Value::Int(self.row_column(place)?.0),
            ExprKind::Column(place) => Value::Int(self.row_column(place)?.1),
            ExprKind::Neg(inner) => match self.eval(inner)? {
                Value::Int(value) => {
                    Value::Int(value.checked_neg().ok_or_else(|| fail(Fault::Overflow))?)
                }
                Value::Real(value) => Value::Real(-value),
                other => crate::bug!("-{other:?}"),
            },
            ExprKind::Not(inner) => Value::Bool(!self.eval_bool(inner)?),
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
            ExprKind::And(items) => {
                for item in items {
                    if !self.eval_bool(item)? {
                        return Ok(Value::Bool(false));
                    }
                }
                Value::Bool(true)
            }
            ExprKind::Or(items) => {
                for item in items {
                    if self.eval_bool(item)? {
                        return Ok(Value::Bool(true));
                    }
                }
                Value::Bool(false)
            }
            ExprKind::Implies(left, right) => {
                Value::Bool(!self.eval_bool(left)? || self.eval_bool(right)?)
            }
            ExprKind::Iff(left, right) => {
                Value::Bool(self.eval_bool(left)? == self.eval_bool(right)?)
            }
            ExprKind::Compare(first, rest) => {
                let found = self.compare(first, rest);
                self.undefined_is_false(found)?
            }
            ExprKind::In(item, list) => {
                let found = self.member(item, list);
                self.undefined_is_false(found)?
            }
            ExprKind::If(condition, then, otherwise) => {
                if self.eval_bool(condition)? {
                    self.eval(then)?
                } else {
                    self.eval(otherwise)?
                }
            }
        })
    }

    fn group(&self, places: &[Place]) -> Value {
        let first = Value::Place(places[0]).describe(self.instance.grid.as_ref());
        let items = places.iter().copied().map(Value::Place).collect();
        Value::labelled(items, format!("the group of {first}"))
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

    fn whole_family(&mut self, id: FamilyId) -> Result<Value, Fault> {
        let family = &self.instance.families[id.0 as usize];
        if self.instance.definition.family(id).index.is_none() {
            return self.element(id, 0);
        }
        self.count(family.index.len() as u64)?;
        let items: Result<Vec<Value>, Fault> =
            (0..family.index.len()).map(|position| self.element(id, position)).collect();
        Ok(Value::list(items?))
    }

    fn elements(&mut self, id: FamilyId, key: &Value, many: bool) -> Result<Value, Fault> {
        let instance = self.instance;
        let index = &instance.families[id.0 as usize].index;
        if !many {
            let position = index.position(key).ok_or_else(|| instance.bad_index(id, key))?;
            return self.element(id, position);
        }
        let keys = key.as_list().unwrap_or_default();
        self.count(keys.len() as u64)?;
        let items: Result<Vec<Value>, Fault> = keys
            .iter()
            .map(|key| {
                let position = index.position(key).ok_or_else(|| instance.bad_index(id, key))?;
                self.element(id, position)
            })
            .collect();
        Ok(Value::list(items?))
    }

    /// Returns the value with variables, alone or in lists, replaced by their values.
    fn deref(&mut self, value: Value) -> Result<Value, Fault> {
        Ok(match value {
            Value::Variable(family) => self.element(family, 0)?,
            Value::List(list) => {
                let items = list.items.iter().map(|item| self.deref(item.clone()));
                Value::list(items.collect::<Result<_, _>>()?)
            }
            other => other,
        })
    }

    /// Returns the value at a position of a family.
    ///
    /// # Errors
    /// [`Fault::NotAtHand`] without the assignment; those of the expression of a determined one.
    pub fn element(&mut self, id: FamilyId, position: usize) -> Result<Value, Fault> {
        let declared = self.instance.definition.family(id);
        let family = &self.instance.families[id.0 as usize];
        if let Role::Determined(expr) = &declared.role {
            if let Some(known) = self.determined.get(&(id, position)) {
                return known.clone();
            }
            let outer = self.save_locals();
            let counted = self.begin_definition();
            if let Some(binders) = &declared.index {
                self.bind_key(binders, &family.index.keys()[position].to_value());
            }
            let result = with_room(|| self.eval(expr)).map_err(|at| at.fault);
            self.end_definition(counted);
            self.restore_locals(outer);
            self.determined.insert((id, position), result.clone());
            return result;
        }
        let at = family.offset + position;
        let is_known = self.known.is_none_or(|known| known.get(at) == Some(&true));
        let values = self.values.filter(|_| is_known);
        let value = *values.and_then(|values| values.get(at)).ok_or(Fault::NotAtHand)?;
        Ok(if declared.is_truth { Value::Bool(value != 0) } else { Value::Int(value) })
    }

    fn is_shown(&self, clue: ClueId, key: Option<&Value>) -> Result<bool, Fault> {
        let shown = self.shown.ok_or(Fault::NotAtHand)?;
        let clue = &self.instance.clues[clue.0 as usize];
        let position = match key {
            None => 0,
            Some(key) => clue.index.position(key).ok_or_else(|| {
                let key = key.describe(self.instance.grid.as_ref());
                Fault::Index(format!("there is no such clue at {key}"))
            })?,
        };
        Ok(shown[clue.offset + position])
    }

    fn group_node(&self, groups: GroupsId, place: &Value) -> Result<usize, Fault> {
        let nodes = &self.instance.groups[groups.0 as usize];
        nodes.nodes.position(place).ok_or_else(|| {
            let place = place.describe(self.instance.grid.as_ref());
            Fault::Index(format!("{place} is not among the grouped places"))
        })
    }

    fn elements_at(&mut self, id: FamilyId, positions: &[u32]) -> Result<Vec<Value>, Fault> {
        positions.iter().map(|position| self.element(id, *position as usize)).collect()
    }

    /// Returns the groups of the assignment at hand, by flood fill.
    ///
    /// # Errors
    /// [`Fault::NotAtHand`] without the assignment.
    pub fn group_data(&mut self, id: GroupsId) -> Result<Arc<GroupData>, Fault> {
        if let Some(Some(data)) = self.groups.borrow().get(id.0 as usize) {
            return Ok(Arc::clone(data));
        }
        let definition = &self.instance.definition.groups[id.0 as usize];
        let groups = &self.instance.groups[id.0 as usize];
        let data = match &groups.elements {
            Elements::OfPlaces(elements) => {
                let labels = self.elements_at(definition.family, elements)?;
                groups.grouped(|node, position| {
                    labels[groups.neighbours[node][position] as usize] == labels[node]
                })
            }
            Elements::OfPairs(elements) => {
                let links = elements.iter().map(|of| self.elements_at(definition.family, of));
                let links = links.collect::<Result<Vec<_>, _>>()?;
                let wanted = Value::Bool(definition.joining == Joining::Joined);
                groups.grouped(|node, position| links[node][position] == wanted)
            }
        };
        let data = Arc::new(data);
        let mut cache = self.groups.borrow_mut();
        cache.resize(self.instance.groups.len(), None);
        cache[id.0 as usize] = Some(Arc::clone(&data));
        Ok(data)
    }
}

/// Returns the fault of an index; where it is decided by solving, there merely is no value.
pub fn absent(fault: Fault, is_decided: bool) -> Fault {
    match fault {
        Fault::Index(_) if is_decided => Fault::NoElement,
        other => other,
    }
}

/// Returns the element at a position, from 1.
///
/// # Errors
/// Where there is none.
pub fn at_position<T>(list: &[T], position: i64) -> Result<&T, Fault> {
    let index = position.checked_sub(1).and_then(|index| usize::try_from(index).ok());
    index.and_then(|index| list.get(index)).ok_or_else(|| {
        Fault::Index(match list.len() {
            0 => format!("an empty list has no element {position}"),
            length => format!("there is no element {position} in a list of {length}"),
        })
    })
}

/// Returns whether two values are equal; numbers with a fraction after rounding to six places.
pub fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Real(_), _) | (_, Value::Real(_)) => compare(CompareOp::Eq, left, right),
        _ => left == right,
    }
}

fn compare(op: CompareOp, left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => op.holds(left, right),
        (Value::Place(left), Value::Place(right)) => op.holds(left, right),
        _ => match (left.as_real(), right.as_real()) {
            (Some(left), Some(right)) => op.holds(rounded(left), rounded(right)),
            _ => match op {
                CompareOp::Eq => left == right,
                CompareOp::Ne => left != right,
                _ => crate::bug!("{left:?} and {right:?} have no order"),
            },
        },
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn add(left: &Value, right: &Value, is_subtracted: bool) -> Result<Value, Fault> {
    if let (Value::Int(left), Value::Int(right)) = (left, right) {
        let sum = if is_subtracted { left.checked_sub(*right) } else { left.checked_add(*right) };
        return sum.map(Value::Int).ok_or(Fault::Overflow);
    }
    match (left.as_real(), right.as_real()) {
        (Some(left), Some(right)) => {
            Ok(Value::Real(if is_subtracted { left - right } else { left + right }))
        }
        _ => crate::bug!("{left:?} + {right:?}"),
    }
}

fn arithmetic(op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Fault> {
    if let (Value::Int(left), Value::Int(right), true) = (left, right, op != BinaryOp::Divide) {
        return whole(op, *left, *right).map(Value::Int);
    }
    let (Some(left), Some(right)) = (left.as_real(), right.as_real()) else {
        crate::bug!("{left:?} {op:?} {right:?}")
    };
    match op {
        BinaryOp::Mul => Ok(Value::Real(left * right)),
        BinaryOp::Divide if right == 0.0 => Err(Fault::DivisionByZero),
        BinaryOp::Divide => Ok(Value::Real(left / right)),
        BinaryOp::Div | BinaryOp::Mod => crate::bug!("{op:?} of fractions"),
    }
}

/// Returns a whole-number operation; quotients are rounded towards minus infinity.
///
/// # Errors
/// Overflow and division by zero.
pub fn whole(op: BinaryOp, left: i64, right: i64) -> Result<i64, Fault> {
    if op == BinaryOp::Mul {
        return left.checked_mul(right).ok_or(Fault::Overflow);
    }
    if right == 0 {
        return Err(Fault::DivisionByZero);
    }
    let (quotient, remainder) = (
        left.checked_div(right).ok_or(Fault::Overflow)?,
        left.checked_rem(right).ok_or(Fault::Overflow)?,
    );
    let is_below = remainder != 0 && (remainder < 0) != (right < 0);
    Ok(match op {
        BinaryOp::Mod => remainder + if is_below { right } else { 0 },
        BinaryOp::Div | BinaryOp::Mul | BinaryOp::Divide => quotient - i64::from(is_below),
    })
}
