//! Which elements of a list contain a place: `for room in rooms where c in room`.
//!
//! Such a condition is looked at for each place, so a list of hundreds of elements is gone through for each square of
//! the board. Where it is the same list every time, its places are found once, and a loop visits only the elements for
//! which the condition holds. What is counted is the whole list.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::expr::{Expr, ExprKind};
use crate::grid::Place;
use crate::value::List;

/// So many lists are kept.
const MOST_LISTS: usize = 64;

/// Shorter lists are gone through all the same.
pub(super) const WORTH: usize = 16;

/// For each place, the positions of the elements that contain it, in order.
type Positions = BTreeMap<Place, Arc<[u32]>>;

/// What is known of the lists that loops went through.
#[derive(Debug, Default)]
pub(super) struct Containing(BTreeMap<usize, Known>);

#[derive(Debug)]
struct Known {
    /// Kept, so that no other list has its address.
    _list: Arc<List>,
    /// Found when it is asked for again; none where elements are no lists of places.
    positions: Option<Option<Positions>>,
}

impl Containing {
    /// Returns the positions of the elements of a list that contain a place; `None` where all have to be looked at.
    pub(super) fn of(&mut self, list: &Arc<List>, place: Place) -> Option<Arc<[u32]>> {
        let address = Arc::as_ptr(list) as usize;
        let Some(known) = self.0.get_mut(&address) else {
            if self.0.len() < MOST_LISTS {
                self.0.insert(address, Known { _list: Arc::clone(list), positions: None });
            }
            return None;
        };
        let positions = known.positions.get_or_insert_with(|| positions(list)).as_ref()?;
        Some(positions.get(&place).cloned().unwrap_or_default())
    }
}

/// Returns the positions of each place, if all elements are lists of places.
fn positions(list: &List) -> Option<Positions> {
    let mut found: BTreeMap<Place, Vec<u32>> = BTreeMap::new();
    for (at, element) in list.items.iter().enumerate() {
        for place in element.as_list()? {
            let positions = found.entry(place.as_place()?).or_default();
            if positions.last() != Some(&(at as u32)) {
                positions.push(at as u32);
            }
        }
    }
    Some(found.into_iter().map(|(place, positions)| (place, positions.into())).collect())
}

/// Returns the slot of what must be in the element at `slot` for a condition to hold.
pub(super) fn member_of(condition: &Expr, slot: u32) -> Option<u32> {
    match &condition.kind {
        ExprKind::And(parts) => member_of(parts.first()?, slot),
        ExprKind::In(item, list) => match (&item.kind, &list.kind) {
            (ExprKind::Local(item), ExprKind::Local(list)) if *list == slot && *item != slot => {
                Some(*item)
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    fn cell(index: u32) -> Value {
        Value::Place(Place::cell(index as usize))
    }

    #[test]
    fn finds_the_elements_with_a_place_when_a_list_is_seen_again() {
        let pairs = (0..20).map(|at| Value::list(vec![cell(at), cell(at + 1), cell(at)])).collect();
        let Value::List(list) = Value::list(pairs) else { unreachable!() };
        let mut containing = Containing::default();
        let mut of = |place: u32| containing.of(&list, Place::cell(place as usize));
        assert_eq!(of(5), None);
        assert_eq!(of(5).as_deref(), Some(&[4, 5][..]));
        assert_eq!(of(0).as_deref(), Some(&[0][..]));
        assert_eq!(of(30).as_deref(), Some(&[][..]));
    }

    #[test]
    fn looks_at_all_elements_where_some_are_no_lists_of_places() {
        let Value::List(list) = Value::list(vec![Value::list(vec![cell(1)]), Value::Int(1)]) else {
            unreachable!()
        };
        let mut containing = Containing::default();
        for _ in 0..3 {
            assert_eq!(containing.of(&list, Place::cell(1)), None);
        }
    }
}
