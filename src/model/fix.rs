//! What is known of an instance, evaluated step by step: parameters, domains, keys, families, groups, clues
//! and layouts.
//!
//! Board and removal have files of their own; `frame.rs` says in which order the steps are taken.

use std::collections::{BTreeMap, BTreeSet};

use crate::counting::{elements_fit, most_elements};
use crate::definition::{Joining, ParamDomain, Role};
use crate::eval::Scope;
use crate::expr::{Binders, ClueId, Expr, ExprKind};
use crate::fault::{Excess, Fault, FaultAt};
use crate::grid::{Grid, Place, PlaceKind};
use crate::groups::{Elements, GroupsInstance, neighbours_among, pairs_among};
use crate::instance::{ClueInstance, FamilyInstance, Instance, describe_domain};
use crate::keys::KeyIndex;
use crate::layout::{Layout, LayoutInstance, LayoutKind, RoomPlan};
use crate::value::{Key, Value};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::domain::Domain;
use puzgen_base::source::Span;

/// The most values that an answer may have.
const MOST_VALUES: u64 = 1_000_000;

impl Instance<'_> {
    /// Fixes all that depends on layouts.
    pub(super) fn fix_rest(&mut self) -> Result<(), Diagnostics> {
        self.fix_families()?;
        self.fix_groups()?;
        self.fix_clues()?;
        self.fix_phases()?;
        Ok(())
    }

    pub(super) fn known<T>(
        &self,
        eval: impl FnOnce(&mut Scope<'_>) -> Result<T, FaultAt>,
    ) -> Result<T, Problem> {
        eval(&mut Scope::new(self)).map_err(Problem::from)
    }

    /// Fixes the parameters by position in `constants`, each value with the place it comes from.
    pub(super) fn fix_constants(
        &mut self,
        overrides: &BTreeMap<usize, (Value, Span)>,
    ) -> Result<(), Diagnostics> {
        let mut kept = 0;
        for (position, constant) in self.definition.constants.iter().enumerate() {
            if self.definition.board.as_ref().is_some_and(|board| board.after == position) {
                self.fix_board()?;
            }
            let (value, span) = match overrides.get(&position) {
                Some((value, span)) => (value.clone(), *span),
                None => (self.known(|scope| scope.eval(&constant.value))?, constant.value.span),
            };
            if let Some(ParamDomain::Numbers(domain)) = &constant.domain {
                let domain = self.domain(domain)?;
                let number = value.as_int().unwrap_or_default();
                if !domain.contains(number) {
                    return Err(Problem::error(
                        Code::BadParameter,
                        format!("parameter `{}` cannot be {number}", constant.name),
                        span,
                        "outside its range",
                    )
                    .help(format!("use a value from {}", describe_domain(&domain)))
                    .into());
                }
            }
            kept += elements(&value);
            Excess::check("elements of lists", kept, self.definition.max_size)
                .map_err(|fault| Problem::from(FaultAt { fault, span: constant.value.span }))?;
            self.constants.push(value);
        }
        Ok(())
    }

    /// Returns the values of a domain expression, a range without listing it.
    ///
    /// # Errors
    /// `bad_domain` where there are none.
    pub(crate) fn domain(&self, expr: &Expr) -> Result<Domain, Problem> {
        self.domain_in(&mut Scope::new(self), expr)
    }

    fn domain_in(&self, scope: &mut Scope<'_>, expr: &Expr) -> Result<Domain, Problem> {
        let empty =
            |text: String| Problem::error(Code::BadDomain, text, expr.span, "no value at all");
        if let ExprKind::Range(from, to) = &expr.kind {
            let lo = scope.eval_int(from)?;
            let hi = scope.eval_int(to)?;
            if lo <= hi {
                return Ok(Domain::Range(lo, hi));
            }
            let is_written = |end: &Expr| matches!(end.kind, ExprKind::Const(_));
            let problem = empty(format!("the range {lo}..{hi} is empty"));
            return Err(match is_written(from) && is_written(to) {
                true => problem.help(format!("write `{hi}..{lo}`")),
                // What is not written down may be meant as it is, with other values.
                false => problem.help("choose its ends so that there is a number between them"),
            });
        }
        let list = scope.eval_list(expr)?;
        Domain::from_values(list.items.iter().filter_map(Value::as_int))
            .ok_or_else(|| empty("the list of values is empty".to_owned()))
    }

    /// Returns every binding of an index as a key, in order.
    ///
    /// # Errors
    /// Those of its expressions; `bad_index` for a key that occurs twice.
    pub fn keys(&self, binders: &Binders) -> Result<Vec<Key>, Problem> {
        let mut keys = Vec::new();
        let most = most_elements(self.definition.max_size);
        self.known(|scope| {
            if binders.condition.is_none()
                && let Some(count) = scope.combinations(binders)
            {
                elements_fit(count, self.definition.max_size)
                    .map_err(|fault| FaultAt { fault, span: binders.span })?;
            }
            scope.for_each(binders, &mut |scope| {
                if keys.len() as u64 >= most {
                    let fault = Excess::beyond("values or clues", most);
                    return Err(FaultAt { fault, span: binders.span });
                }
                let key = scope.key_of(binders).to_key();
                keys.push(
                    key.unwrap_or_else(|| puzgen_base::bug!("an index of a type without keys")),
                );
                Ok(())
            })
        })?;
        Ok(keys)
    }

    pub(super) fn index(&self, binders: Option<&Binders>) -> Result<KeyIndex, Problem> {
        let Some(binders) = binders else { return Ok(KeyIndex::new(vec![Key::Tuple(Vec::new())])) };
        let index = KeyIndex::new(self.keys(binders)?);
        if let Some(twice) = index.twice() {
            let twice = self.describe(&twice.to_value());
            return Err(Problem::error(
                Code::BadIndex,
                format!("{twice} occurs twice in the index"),
                binders.span,
                "must be different keys",
            ));
        }
        Ok(if self.runs_over_pairs(binders) { index.of_pairs() } else { index })
    }

    /// Returns whether names run over pairs that have no first.
    fn runs_over_pairs(&self, binders: &Binders) -> bool {
        let [generator] = binders.generators.as_slice() else { return false };
        let source = self.known(|scope| scope.eval(&generator.source));
        matches!(source, Ok(Value::List(list)) if list.has_pairs)
    }

    /// Returns the values of each element of a family.
    pub(super) fn domains(
        &self,
        name: &str,
        binders: Option<&Binders>,
        index: &KeyIndex,
        expr: &Expr,
    ) -> Result<Vec<Domain>, Problem> {
        let mut scope = Scope::new(self);
        let mut domains = Vec::with_capacity(index.len());
        let mut listed = 0;
        for key in index.keys() {
            if let Some(binders) = binders {
                scope.bind_key(binders, &key.to_value());
            }
            let domain = self.domain_in(&mut scope, expr)?;
            listed += domain.listed() as u64;
            Excess::check("listed values", listed, self.definition.max_size)
                .map_err(|fault| Problem::from(FaultAt { fault, span: expr.span }))?;
            if domain.size() > MOST_VALUES {
                return Err(Problem::error(
                    Code::BadDomain,
                    format!("`{name}` may have {} values", domain.size()),
                    expr.span,
                    format!("more than {MOST_VALUES}"),
                )
                .help("give a smaller range"));
            }
            domains.push(domain);
        }
        Ok(domains)
    }

    fn fix_families(&mut self) -> Result<(), Diagnostics> {
        let mut count = 0;
        for family in &self.definition.families {
            let index = self.index(family.index.as_ref())?;
            let domain = match &family.role {
                Role::Answer(domain) | Role::Free(domain) => Some(domain.as_ref()),
                Role::Determined(_) => None,
            };
            let domains = match domain {
                None => Vec::new(),
                Some(None) => vec![Domain::Range(0, 1); index.len()],
                Some(Some(expr)) => {
                    self.domains(&family.name, family.index.as_ref(), &index, expr)?
                }
            };
            count += index.len() as u64;
            self.must_be_few(count, family.span)?;
            self.families.push(FamilyInstance { index, offset: 0, domains });
        }
        let mut offset = 0;
        for answers_first in [true, false] {
            for (family, place) in self.definition.families.iter().zip(&mut self.families) {
                let is_stored = match family.role {
                    Role::Answer(_) => answers_first,
                    Role::Free(_) => !answers_first,
                    Role::Determined(_) => false,
                };
                if is_stored {
                    place.offset = offset;
                    offset += place.index.len();
                }
            }
            if answers_first {
                self.answer_count = offset;
            }
        }
        self.value_count = offset;
        Ok(())
    }

    /// Makes sure that so many values and clues are not too many.
    fn must_be_few(&self, count: u64, span: Span) -> Result<(), Problem> {
        elements_fit(count, self.definition.max_size)
            .map_err(|fault| Problem::from(FaultAt { fault, span }))
    }

    fn fix_groups(&mut self) -> Result<(), Diagnostics> {
        for groups in &self.definition.groups {
            let list = self.known(|scope| scope.eval_list(&groups.places))?;
            let places: BTreeSet<Place> = list.items.iter().filter_map(Value::as_place).collect();
            let places: Vec<Place> = places.into_iter().collect();
            let fault = |fault| Problem::from(FaultAt { fault, span: groups.places.span });
            let index = &self.families[groups.family.0 as usize].index;
            let Some(grid) = &self.grid else { puzgen_base::bug!("groups without a board") };
            let (neighbours, elements) = match groups.joining {
                Joining::Equal => {
                    let element = |place: &Place| match index.position(&Value::Place(*place)) {
                        Some(position) => Ok(position as u32),
                        None => Err(fault(self.bad_index(groups.family, &Value::Place(*place)))),
                    };
                    let elements = places.iter().map(element).collect::<Result<_, Problem>>()?;
                    (neighbours_among(grid, &places), Elements::OfPlaces(elements))
                }
                Joining::Split | Joining::Joined => pairs_among(grid, &places, index.keys())
                    .map_err(|(a, b)| {
                        let name = &self.definition.family(groups.family).name;
                        let (a, b) = (grid.describe(a), grid.describe(b));
                        let message = format!("`{name}` has several elements between {a} and {b}");
                        fault(Fault::Index(message))
                            .help("let each pair be a key once, as in `adjacent`")
                    })?,
            };
            let nodes = KeyIndex::new(places.iter().copied().map(Key::Place).collect());
            self.groups.push(GroupsInstance { places, nodes, neighbours, elements });
        }
        Ok(())
    }

    fn fix_clues(&mut self) -> Result<(), Diagnostics> {
        let cell_count = self.grid.as_ref().map_or(0, Grid::cell_count);
        self.facts_at_cell = vec![Vec::new(); cell_count];
        let values: usize = self.families.iter().map(|family| family.index.len()).sum();
        for (position, clue) in self.definition.clues.iter().enumerate() {
            let index = self.index(clue.index.as_ref())?;
            let id = ClueId(position as u32);
            let is_droppable = self.definition.remove.clues.contains(&id);
            for (number, key) in index.keys().iter().enumerate().filter(|_| is_droppable) {
                let fact = (self.fact_count + number) as u32;
                match key {
                    Key::Place(Place { kind: PlaceKind::Cell, index }) => {
                        self.facts_at_cell[*index as usize].push(fact);
                    }
                    _ => self.other_facts.push((fact, key.places())),
                }
            }
            let offset = self.fact_count;
            self.fact_count += index.len();
            self.must_be_few((values + self.fact_count) as u64, clue.span)?;
            self.clues.push(ClueInstance {
                index,
                offset,
                is_droppable,
                can_be_untold: self.definition.can_be_untold(id),
                is_asked_for: clue.is_asked_for,
                presences: None,
            });
        }
        self.given_count = self.fact_count;
        for (clue, instance) in self.definition.clues.iter().zip(&mut self.clues) {
            if clue.condition.is_some() || clue.is_asked_for {
                instance.presences = Some(self.given_count);
                self.given_count += instance.index.len();
            }
        }
        Ok(())
    }

    pub(super) fn fix_layout(&self, layout: &Layout) -> Result<LayoutInstance, Diagnostics> {
        match &layout.kind {
            LayoutKind::Drawn { index: binders, domain } => {
                let index = self.index(binders.as_ref())?;
                let domains = match domain {
                    None => vec![Domain::Range(0, 1); index.len()],
                    Some(expr) => self.domains(&layout.name, binders.as_ref(), &index, expr)?,
                };
                Ok(LayoutInstance::open(layout, index, domains, None))
            }
            LayoutKind::Rooms { places, sizes, count, .. } => {
                let list = self.known(|scope| scope.eval_list(places))?;
                let mut places: Vec<Place> =
                    list.items.iter().filter_map(Value::as_place).collect();
                places.sort_unstable();
                places.dedup();
                let domain = self.domain(sizes)?;
                let bad =
                    |message: String, span| Problem::error(Code::BadDomain, message, span, "");
                if domain.min() < 1 {
                    let message = format!("a room of {} places is not possible", domain.min());
                    return Err(bad(message, sizes.span).help("give sizes from 1").into());
                }
                let count = match count {
                    None => None,
                    Some(expr) => {
                        let number = self.known(|scope| scope.eval_int(expr))?;
                        let fitting = usize::try_from(number).ok().filter(|number| *number > 0);
                        Some(fitting.ok_or_else(|| {
                            bad(format!("{number} rooms are not possible"), expr.span)
                                .help("ask for one at least")
                        })?)
                    }
                };
                let neighbours = self
                    .grid
                    .as_ref()
                    .map(|grid| neighbours_among(grid, &places))
                    .unwrap_or_default();
                let index = KeyIndex::new(places.iter().copied().map(Key::Place).collect());
                let plan = RoomPlan { places, neighbours, sizes: domain, count };
                Ok(LayoutInstance::open(layout, index, Vec::new(), Some(plan)))
            }
        }
    }
}

/// Returns how many elements a list has, those of lists in it counted.
fn elements(value: &Value) -> u64 {
    let all = value.as_list().unwrap_or_default().iter();
    all.map(|item| 1 + elements(item)).sum()
}
