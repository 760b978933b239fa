//! The families of a puzzle, each with the values that are written: clues, layouts and answers.

use std::borrow::Cow;

use puzgen_base::domain::Domain;
use puzgen_model::definition::Shown;
use puzgen_model::expr::{ClueId, FamilyId, LayoutId};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::tokens::{Alphabet, words_of_all};

use crate::context::Context;
use crate::family_block::{CellContent, FamilyBlock};

impl<'a> Context<'a> {
    /// Returns the clue families with the values that are shown.
    pub(crate) fn clue_blocks(&self, puzzle: &GeneratedPuzzle) -> Vec<FamilyBlock<'a>> {
        let facts = 0..self.instance.fact_count;
        self.blocks_of_clues(&facts.map(|fact| written(puzzle, fact)).collect::<Vec<_>>())
    }

    /// Returns the clue families with these values, by fact.
    pub(crate) fn blocks_of_clues(&self, contents: &[CellContent]) -> Vec<FamilyBlock<'a>> {
        let instance = self.instance;
        let clues = instance.definition.clues.iter().zip(&instance.clues).enumerate();
        clues
            .map(|(position, (declared, clue))| {
                let facts = clue.offset..clue.offset + clue.index.len();
                let family = Shown::Clue(ClueId(position as u32));
                let domains = &self.fact_domains[facts.clone()];
                FamilyBlock {
                    name: &declared.name,
                    family,
                    index: &clue.index,
                    domains: Cow::Borrowed(domains),
                    alphabet: Alphabet::new(instance, family, domains),
                    values: contents[facts].to_vec(),
                    is_truth: declared.is_truth,
                    words: words_of_all(instance, &clue.index, domains),
                }
            })
            .collect()
    }

    /// Returns the layouts.
    pub(crate) fn layout_blocks(&self) -> Vec<FamilyBlock<'a>> {
        let layouts = self.instance.definition.layouts.iter().zip(&self.instance.layouts);
        layouts
            .enumerate()
            .map(|(position, (declared, layout))| {
                let rooms = Domain::Range(1, layout.room_count().max(1) as i64);
                let family = Shown::Layout(LayoutId(position as u32));
                FamilyBlock {
                    name: &declared.name,
                    family,
                    index: &layout.index,
                    alphabet: Alphabet::new(self.instance, family, &layout.domains),
                    domains: match declared.is_rooms() {
                        true => Cow::Owned(vec![rooms; layout.index.len()]),
                        false => Cow::Borrowed(&layout.domains),
                    },
                    // People count rooms from 1.
                    values: layout
                        .values
                        .iter()
                        .map(|value| CellContent::Value(value + i64::from(declared.is_rooms())))
                        .collect(),
                    is_truth: declared.is_truth(),
                    words: None,
                }
            })
            .collect()
    }

    /// Returns the answer families with the values of a solution.
    pub(crate) fn answer_blocks(&self, solution: &[i64]) -> Vec<FamilyBlock<'a>> {
        let values: Vec<CellContent> = solution.iter().copied().map(CellContent::Value).collect();
        self.blocks_of_answer(&values)
    }

    /// Returns the answer families with nothing told of any value.
    pub(crate) fn open_answer_blocks(&self) -> Vec<FamilyBlock<'a>> {
        self.blocks_of_answer(&vec![CellContent::Untold; self.instance.answer_count])
    }

    pub(crate) fn blocks_of_answer(&self, contents: &[CellContent]) -> Vec<FamilyBlock<'a>> {
        let definition = self.instance.definition;
        let ids: Vec<FamilyId> = definition.answers().collect();
        ids.into_iter()
            .map(|id| {
                let family = &self.instance.families[id.0 as usize];
                let values = &contents[family.offset..family.offset + family.index.len()];
                let shown = Shown::Answer(id);
                FamilyBlock {
                    name: &definition.family(id).name,
                    family: shown,
                    index: &family.index,
                    alphabet: Alphabet::new(self.instance, shown, &family.domains),
                    domains: Cow::Borrowed(&family.domains),
                    values: values.to_vec(),
                    is_truth: definition.family(id).is_truth,
                    words: words_of_all(self.instance, &family.index, &family.domains),
                }
            })
            .collect()
    }
}

fn written(puzzle: &GeneratedPuzzle, fact: usize) -> CellContent {
    match puzzle.facts[fact].filter(|_| puzzle.told[fact]) {
        Some(value) => CellContent::Value(value),
        None if puzzle.shown[fact] => CellContent::Untold,
        None => CellContent::Empty,
    }
}
