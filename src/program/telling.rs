//! How many calls tell the word of a token from its other words.

use super::{End, Task};

/// So many choices are tried before what is known to be enough is taken as the fewest.
const MOST_TRIES: usize = 10_000;

impl Task {
    /// Returns the fewest calls among which there is, for each of these tokens with another word, one that comes out
    /// otherwise with it, all other words as they are written. What no call tells is left out.
    #[must_use]
    pub fn calls_to_tell(&self, others: &[(usize, &str)]) -> usize {
        let own: Vec<&str> = self.program.tokens().iter().map(|it| it.word.as_str()).collect();
        let telling = others.iter().map(|(token, word)| {
            let mut words = own.clone();
            words[*token] = word;
            self.calls_that_tell(&words)
        });
        fewest(telling.filter(|calls| !calls.is_empty()).collect())
    }

    /// Returns the calls that come out otherwise with these words.
    fn calls_that_tell(&self, words: &[&str]) -> Vec<usize> {
        let Ok(completed) = self.program.with(words) else { return Vec::new() };
        let calls = self.inputs.iter().zip(self.outcomes()).enumerate();
        let tells = calls.filter(|(_, (arguments, expected))| {
            let outcome = completed.run(arguments, self.limits()).outcome;
            outcome != **expected && !matches!(outcome.end, End::Unknown(_))
        });
        tells.map(|(call, _)| call).collect()
    }
}

/// Returns how many numbers there must be at least for each of these sorted lists to have one of them.
fn fewest(mut lists: Vec<Vec<usize>>) -> usize {
    lists.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    let mut needed: Vec<Vec<usize>> = Vec::new();
    for list in lists {
        let has = |part: &Vec<usize>| part.iter().all(|it| list.binary_search(it).is_ok());
        if !needed.iter().any(has) {
            needed.push(list);
        }
    }
    let lists: Vec<&[usize]> = needed.iter().map(Vec::as_slice).collect();
    let enough = greedy(&lists);
    let mut tries = MOST_TRIES;
    let smaller = (0..enough).find(|most| tries > 0 && are_hit(&lists, *most, &mut tries));
    smaller.filter(|_| tries > 0).unwrap_or(enough)
}

/// Returns whether so many numbers can hit all lists, the shortest of which is the first.
fn are_hit(lists: &[&[usize]], most: usize, tries: &mut usize) -> bool {
    let (Some(first), Some(fewer)) = (lists.first(), most.checked_sub(1)) else {
        return lists.is_empty();
    };
    first.iter().any(|number| {
        *tries = tries.saturating_sub(1);
        *tries > 0 && are_hit(&without(lists, *number), fewer, tries)
    })
}

/// Returns how many numbers hit all lists, where each is one of those in most of the lists that are left.
fn greedy(lists: &[&[usize]]) -> usize {
    let mut left = lists.to_vec();
    let mut taken = 0;
    while !left.is_empty() {
        let often = |number: &usize| left.iter().filter(|it| it.contains(number)).count();
        let best = left.iter().copied().flatten().max_by_key(|it| (often(it), usize::MAX - **it));
        let Some(best) = best.copied() else { break };
        left = without(&left, best);
        taken += 1;
    }
    taken
}

fn without<'l>(lists: &[&'l [usize]], number: usize) -> Vec<&'l [usize]> {
    lists.iter().copied().filter(|list| !list.contains(&number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewest_is_what_trying_all_sets_gives() {
        for seed in 0..2_000_u32 {
            // A small linear congruential generator: lists of numbers below 8.
            let mut state = seed.wrapping_mul(2_654_435_761);
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 24
            };
            let masks: Vec<u32> = (0..next() % 9).map(|_| next()).filter(|it| *it > 0).collect();
            let list = |mask: &u32| (0..8).filter(|bit| mask >> bit & 1 == 1).collect();
            let hits = |set: &u32| masks.iter().all(|mask| mask & set != 0);
            let expected = (0..256_u32).filter(hits).map(u32::count_ones).min();
            let found = fewest(masks.iter().map(list).collect());
            assert_eq!(Some(found as u32), expected, "{masks:?}");
        }
    }
}
