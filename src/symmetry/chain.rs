//! Schreier–Sims: a base and strong generating set of a permutation group.
//!
//! Level `i` of the chain is the stabiliser of the first `i` base points: it has their fixing generators, the orbit of
//! its own base point and a transversal (for each point of the orbit a permutation that takes the base point there).
//! The chain is right once every Schreier generator of a level (transversal, generator, inverse transversal) is in
//! the group of the deeper levels. These are tested from the deepest level on; one that is not becomes a new strong
//! generator, and the tests begin again at the deepest level, since a level is tested against right deeper ones only.
//!
//! # Source
//! Seress, "Permutation Group Algorithms" (Cambridge 2003), chapter 4; the deterministic, incremental
//! form. It is run on blocks (`blocks.rs`), of which there are few.

/// A permutation, as the image of each number.
pub(super) type Perm = Vec<u32>;

/// A generator in a word: its number, and whether its inverse is meant.
pub(super) type GeneratorUse = (u32, bool);

/// Returns `first` and then `second`.
pub(super) fn then(first: &[u32], second: &[u32]) -> Perm {
    first.iter().map(|image| second[*image as usize]).collect()
}

/// Returns the inverse permutation.
pub(super) fn inverse(perm: &[u32]) -> Perm {
    let mut inverse = vec![0; perm.len()];
    for (from, to) in perm.iter().enumerate() {
        inverse[*to as usize] = from as u32;
    }
    inverse
}

fn is_identity(perm: &[u32]) -> bool {
    perm.iter().enumerate().all(|(from, to)| from as u32 == *to)
}

/// One strong generator. Those after the given ones are products of earlier ones.
#[derive(Debug, Clone)]
pub(super) struct StrongGenerator {
    perm: Perm,
    back: Perm,
    /// What it is the product of; empty for a given one.
    pub(super) word: Vec<GeneratorUse>,
}

/// The stabiliser of the base points before it, and where it takes its own base point.
#[derive(Debug, Clone, Default)]
pub(super) struct ChainLevel {
    /// The base point.
    pub(super) base: u32,
    /// The strong generators that fix the earlier base points.
    pub(super) generators: Vec<u32>,
    /// Where the base point can go, itself first.
    pub(super) orbit: Vec<u32>,
    /// For each point of the orbit a permutation that takes the base point there.
    transversal: Vec<Option<Perm>>,
    /// For each point of the orbit but the base point: the generator that first reached it, and from which point.
    tree: Vec<Option<(u32, u32)>>,
}

/// A permutation group.
#[derive(Debug, Clone)]
pub(super) struct StabiliserChain {
    degree: usize,
    /// The strong generators: first those given, in order.
    pub(super) strong: Vec<StrongGenerator>,
    /// The levels.
    pub(super) levels: Vec<ChainLevel>,
}

impl StabiliserChain {
    /// Returns the group that `generators` generate. The base is every point that moves, in the order
    /// of `preference`, which has every point once; levels where nothing is left to move go.
    pub(super) fn new(preference: &[u32], generators: &[Perm]) -> Self {
        let degree = preference.len();
        let moves = |base: &u32| generators.iter().any(|perm| perm[*base as usize] != *base);
        let base = preference.iter().copied().filter(moves);
        let levels = base.map(|base| ChainLevel { base, ..ChainLevel::default() }).collect();
        let mut chain = Self { degree, strong: Vec::new(), levels };
        for at in 0..chain.levels.len() {
            chain.grow(at);
        }
        for perm in generators {
            chain.add(perm.clone(), Vec::new());
        }
        let mut level = chain.levels.len();
        while level > 0 {
            match chain.find_missing(level - 1) {
                None => level -= 1,
                Some((residue, word)) => {
                    chain.add(residue, word);
                    level = chain.levels.len();
                }
            }
        }
        chain.levels.retain(|level| level.orbit.len() > 1);
        chain
    }

    /// Adds a strong generator to every level whose earlier base points it fixes.
    fn add(&mut self, perm: Perm, word: Vec<GeneratorUse>) {
        let number = self.strong.len() as u32;
        let back = inverse(&perm);
        self.strong.push(StrongGenerator { perm, back, word });
        for at in 0..self.levels.len() {
            self.levels[at].generators.push(number);
            self.grow(at);
            let base = self.levels[at].base;
            if self.strong[number as usize].perm[base as usize] != base {
                return;
            }
        }
    }

    /// Recomputes orbit and transversal of a level, breadth first.
    fn grow(&mut self, at: usize) {
        let level = &mut self.levels[at];
        level.orbit = vec![level.base];
        level.transversal = vec![None; self.degree];
        level.tree = vec![None; self.degree];
        level.transversal[level.base as usize] = Some((0..self.degree as u32).collect());
        let mut done = 0;
        while let Some(point) = level.orbit.get(done).copied() {
            done += 1;
            for generator in &level.generators {
                let perm = &self.strong[*generator as usize].perm;
                let image = perm[point as usize];
                if level.transversal[image as usize].is_none() {
                    let here = level.transversal[point as usize].as_deref().unwrap_or_default();
                    level.transversal[image as usize] = Some(then(here, perm));
                    level.tree[image as usize] = Some((*generator, point));
                    level.orbit.push(image);
                }
            }
        }
    }

    /// Returns the residue of a Schreier generator of level `at` that sifting through the deeper levels does not
    /// reduce to the identity, with the word it is the product of; `None` where there is none.
    fn find_missing(&self, at: usize) -> Option<(Perm, Vec<GeneratorUse>)> {
        let level = &self.levels[at];
        for point in &level.orbit {
            let Some(here) = &level.transversal[*point as usize] else { continue };
            for generator in &level.generators {
                let strong = &self.strong[*generator as usize];
                let product = then(here, &strong.perm);
                let mut rest = product;
                let mut divisors: Vec<(usize, u32)> = Vec::new();
                for depth in at..self.levels.len() {
                    let image = rest[self.levels[depth].base as usize];
                    let Some(there) = &self.levels[depth].transversal[image as usize] else {
                        break;
                    };
                    if image != self.levels[depth].base {
                        rest = divide(&rest, there);
                        divisors.push((depth, image));
                    }
                }
                if !is_identity(&rest) {
                    let mut word = self.path(at, *point);
                    word.push((*generator, false));
                    for (depth, image) in divisors {
                        let back = self.path(depth, image).into_iter().rev();
                        word.extend(back.map(|(generator, is_back)| (generator, !is_back)));
                    }
                    return Some((rest, word));
                }
            }
        }
        None
    }

    /// Returns the word of generators that takes the base point of a level to a point of its orbit.
    pub(super) fn path(&self, at: usize, point: u32) -> Vec<GeneratorUse> {
        let level = &self.levels[at];
        let mut word = Vec::new();
        let mut here = point;
        while let Some((generator, before)) = level.tree[here as usize] {
            word.push((generator, false));
            here = before;
        }
        word.reverse();
        word
    }

    /// Returns the image of a point under a generator or its inverse.
    pub(super) fn image(&self, (generator, is_back): GeneratorUse, point: u32) -> u32 {
        let strong = &self.strong[generator as usize];
        if is_back { strong.back[point as usize] } else { strong.perm[point as usize] }
    }

    /// Returns the sizes of the orbits, whose product is the order.
    pub(super) fn orbit_sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.levels.iter().map(|level| level.orbit.len())
    }
}

/// Returns `perm` and then the inverse of `other`.
fn divide(perm: &[u32], other: &[u32]) -> Perm {
    then(perm, &inverse(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(degree: usize, generators: &[Perm]) -> usize {
        let preference: Vec<u32> = (0..degree as u32).rev().collect();
        StabiliserChain::new(&preference, generators).orbit_sizes().product()
    }

    #[test]
    fn knows_the_orders_of_small_groups() {
        assert_eq!(order(5, &[]), 1);
        assert_eq!(order(4, &[vec![1, 2, 3, 0]]), 4);
        assert_eq!(order(4, &[vec![1, 2, 3, 0], vec![3, 2, 1, 0]]), 8);
        assert_eq!(order(5, &[vec![1, 0, 2, 3, 4], vec![1, 2, 3, 4, 0]]), 120);
        // M11, of order 7920.
        let a = vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0];
        let b = vec![0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7];
        assert_eq!(order(11, &[a, b]), 7920);
    }

    #[test]
    fn its_words_are_its_permutations() {
        let generators = [vec![1, 2, 0, 3, 4, 5], vec![0, 1, 2, 4, 5, 3], vec![3, 4, 5, 0, 1, 2]];
        let chain = StabiliserChain::new(&[0, 1, 2, 3, 4, 5], &generators);
        for strong in chain.strong.iter().filter(|strong| !strong.word.is_empty()) {
            for point in 0..6 {
                let walked = strong.word.iter().fold(point, |at, step| chain.image(*step, at));
                assert_eq!(walked, strong.perm[point as usize]);
            }
        }
        assert_eq!(chain.orbit_sizes().product::<usize>(), 18);
    }
}
