//! Values that variables lost to found ones that must differ from them: such a step needs no words of its own, and a reason
//! that rests on it names the value that was found.

use puzgen_csp::VarId;

use super::deduction::{Deduction, Fact, How};
use super::model::Peer;
use super::needed::Telling;
use super::state::SolveState;

impl Telling<'_> {
    /// Returns what may be named, must differ from a variable, and was found to have the value.
    fn peers_with<'t>(
        &'t self,
        before: &'t SolveState,
        var: u32,
        value: u32,
    ) -> impl Iterator<Item = &'t Peer> {
        let is_taken = move |peer: &&Peer| {
            before.found(peer.var).map(i64::from) == Some(i64::from(value) + peer.add)
        };
        let peers = self.model.peers[var as usize].iter();
        peers.filter(|peer| self.vocabulary.names(peer.var)).filter(is_taken)
    }

    /// Returns a variable that may be named, must differ from this one, and was found to have the value.
    pub(super) fn taken_by(&self, before: &SolveState, var: u32, value: u32) -> Option<u32> {
        self.peers_with(before, var, value).next().map(|peer| peer.var)
    }

    /// Returns how a variable has only one value left, with the values that were found in place of what they exclude there,
    /// and the statements by which they do: as few of these as one after the other allows.
    pub(super) fn with_peers(&self, before: &SolveState, mut deduction: Deduction) -> Deduction {
        let Deduction { var, how, facts, rules, .. } = &mut deduction;
        if *how != How::OnlyValue {
            return deduction;
        }
        for fact in facts.iter_mut() {
            let Fact::IsNot(own, value) = fact else { continue };
            if own != var {
                continue;
            }
            let origin = |peer: &Peer| self.model.sources[peer.source as usize];
            let peers = || self.peers_with(before, var.0, (*value - self.model.base) as u32);
            let known = peers().find(|peer| rules.contains(&origin(peer)));
            let Some(peer) = known.or_else(|| peers().next()) else { continue };
            let Some(found) = before.found(peer.var) else { continue };
            if !rules.contains(&origin(peer)) {
                rules.push(origin(peer));
            }
            *fact = Fact::Is(VarId(peer.var), self.model.number(found));
        }
        facts.dedup();
        deduction
    }
}
