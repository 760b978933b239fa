//! What statements by themselves conclude from values that are assumed, as the first round of each trial sees it: pairs of
//! statements ask for the same (`shared.rs`).

use super::delta::Elimination;
use super::model::StepwiseModel;
use super::round::Round;

/// The first rounds of trials, by variable and value, rising.
#[derive(Debug, Default)]
pub(super) struct FirstRounds {
    all: Vec<FirstRound>,
    looked_at: Vec<u32>,
    gone: Vec<(Elimination, u32)>,
}

#[derive(Debug)]
struct FirstRound {
    assumed: (u32, u32),
    /// Where its lists end; they begin where those of the one before end.
    looked_at: usize,
    gone: usize,
    failing: Option<u32>,
}

/// What the first round of one trial concluded, for each statement by itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Concluded<'r> {
    looked_at: &'r [u32],
    gone: &'r [(Elimination, u32)],
    failing: Option<u32>,
}

impl FirstRounds {
    /// Notes the first round of the trial of a value, which is greater than those before it.
    pub(super) fn note(&mut self, model: &StepwiseModel, assumed: (u32, u32), round: &Round) {
        // A statement whose clue is assumed is looked at only once that is found, which in pairs it is not.
        let is_meant = |number: &u32| {
            let statement = &model.statements[*number as usize];
            !statement.is_of_board() && statement.defined_clue != Some(assumed.0)
        };
        self.looked_at.extend(round.looked_at.iter().filter(|number| is_meant(number)));
        self.gone.extend(round.eliminations.iter().filter(|(_, number)| is_meant(number)));
        self.all.push(FirstRound {
            assumed,
            looked_at: self.looked_at.len(),
            gone: self.gone.len(),
            failing: round.failing.filter(is_meant),
        });
    }

    /// Returns the first round of the trial of a value; an empty one where there was none.
    pub(super) fn of(&self, assumed: (u32, u32)) -> Concluded<'_> {
        let Ok(at) = self.all.binary_search_by(|one| one.assumed.cmp(&assumed)) else {
            return Concluded::default();
        };
        let start =
            at.checked_sub(1).map_or((0, 0), |at| (self.all[at].looked_at, self.all[at].gone));
        let FirstRound { looked_at, gone, failing, .. } = self.all[at];
        Concluded {
            looked_at: &self.looked_at[start.0..looked_at],
            gone: &self.gone[start.1..gone],
            failing,
        }
    }
}

impl<'r> Concluded<'r> {
    /// Returns what a statement excludes; nothing where it cannot hold, and `None` where it was not looked at.
    pub(super) fn by(self, statement: u32) -> Option<impl Iterator<Item = Elimination> + 'r> {
        let is_known = self.failing == Some(statement) || self.looked_at.contains(&statement);
        let own = self.gone.iter().filter(move |(_, by)| *by == statement);
        is_known.then(|| own.map(|(gone, _)| *gone))
    }

    /// Returns whether it is known that a statement cannot hold.
    pub(super) fn is_failing(self, statement: u32) -> bool {
        self.failing == Some(statement)
    }
}
