//! Elements of families, what is shown, and groups: what of a solution is at hand while an expression is
//! evaluated.

use std::sync::Arc;

use crate::definition::{Joining, Role};
use crate::expr::{ClueId, FamilyId, GroupsId};
use crate::fault::Fault;
use crate::grid::Place;
use crate::groups::{Elements, GroupData};
use crate::operations::all_of;
use crate::scope::Scope;
use crate::value::Value;
use puzgen_base::stack::with_room;

impl Scope<'_> {
    pub(super) fn group(&self, places: &[Place]) -> Value {
        let first = Value::Place(places[0]).describe(self.instance.grid.as_ref());
        let items = places.iter().copied().map(Value::Place).collect();
        Value::labelled(items, format!("the group of {first}"))
    }

    pub(super) fn whole_family(&mut self, id: FamilyId) -> Result<Value, Fault> {
        let family = &self.instance.families[id.0 as usize];
        if self.instance.definition.family(id).index.is_none() {
            return self.element(id, 0);
        }
        self.count(family.index.len() as u64)?;
        all_of((0..family.index.len()).map(|position| self.element(id, position))).map(Value::list)
    }

    pub(super) fn elements(
        &mut self,
        id: FamilyId,
        key: &Value,
        many: bool,
    ) -> Result<Value, Fault> {
        let instance = self.instance;
        let index = &instance.families[id.0 as usize].index;
        if !many {
            let position = index.position(key).ok_or_else(|| instance.bad_index(id, key))?;
            return self.element(id, position);
        }
        let keys = key.as_list().unwrap_or_default();
        self.count(keys.len() as u64)?;
        let items = keys.iter().map(|key| {
            let position = index.position(key).ok_or_else(|| instance.bad_index(id, key))?;
            self.element(id, position)
        });
        all_of(items).map(Value::list)
    }

    /// Returns the value with variables, alone or in lists, replaced by their values.
    pub(super) fn deref(&mut self, value: Value) -> Result<Value, Fault> {
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
    pub(crate) fn element(&mut self, id: FamilyId, position: usize) -> Result<Value, Fault> {
        let declared = self.instance.definition.family(id);
        let family = &self.instance.families[id.0 as usize];
        if let Role::Determined(expr) = &declared.role {
            if let Some(known) = self.determined(id, position) {
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
            self.determine(id, position, result.clone());
            return result;
        }
        let at = family.offset + position;
        let is_known = self.known.is_none_or(|known| known.get(at) == Some(&true));
        let values = self.values.filter(|_| is_known);
        let value = *values.and_then(|values| values.get(at)).ok_or(Fault::NotAtHand)?;
        Ok(if declared.is_truth { Value::Bool(value != 0) } else { Value::Int(value) })
    }

    pub(super) fn is_shown(&self, clue: ClueId, key: Option<&Value>) -> Result<bool, Fault> {
        let shown = self.shown.ok_or(Fault::NotAtHand)?;
        let clue = &self.instance.clues[clue.0 as usize];
        let position = match key {
            None => 0,
            Some(key) => clue.index.position(key).ok_or_else(|| {
                let key = key.describe(self.instance.grid.as_ref());
                Fault::Index(format!("there is no such clue at {key}"))
            })?,
        };
        let fact = clue.offset + position;
        if let Some(asked) = &self.asked {
            asked.borrow_mut().push(fact);
        }
        Ok(shown[fact])
    }

    pub(super) fn group_node(&self, groups: GroupsId, place: &Value) -> Result<usize, Fault> {
        let nodes = &self.instance.groups[groups.0 as usize];
        nodes.nodes.position(place).ok_or_else(|| {
            let place = place.describe(self.instance.grid.as_ref());
            Fault::Index(format!("{place} is not among the grouped places"))
        })
    }

    pub(super) fn elements_at(
        &mut self,
        id: FamilyId,
        positions: &[u32],
    ) -> Result<Vec<Value>, Fault> {
        all_of(positions.iter().map(|position| self.element(id, *position as usize)))
    }

    /// Returns the groups of the assignment at hand, by flood fill.
    ///
    /// # Errors
    /// [`Fault::NotAtHand`] without the assignment.
    pub(crate) fn group_data(&mut self, id: GroupsId) -> Result<Arc<GroupData>, Fault> {
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
