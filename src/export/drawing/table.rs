//! A table to tick for puzzles without a board: a row for each answer, a column for each value.

use std::borrow::Cow;

use crate::drawing::letters::{self, Weight, with_minus};
use crate::drawing::style::Style;
use crate::drawing::{Anchor, Circle, Ink, Picture, Point, Segment, Stroke, TextLabel};
use crate::{Context, FamilyBlock};

/// The answers of a puzzle without a board, all of which have the same few values.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// The names of the answers, each with the value that is entered, and the sentence that says so.
    rows: Vec<(String, Option<(i64, String)>)>,
    values: Vec<i64>,
}

/// How many answers and values make a table that is worth it and fits on a page.
const ROWS: std::ops::RangeInclusive<usize> = 3..=24;
const VALUES: std::ops::RangeInclusive<usize> = 3..=9;

/// The side of a field, in squares.
const SIDE: f64 = 0.7;

impl Table {
    /// Returns the table of a puzzle, where one fits it.
    pub(super) fn of(context: &Context<'_>, entered: &[FamilyBlock<'_>]) -> Option<Self> {
        let definition = context.instance.definition;
        if context.instance.grid.is_some() || definition.show.text.is_some() {
            return None;
        }
        let answers = context.open_answer_blocks();
        let values: Vec<i64> = answers.first()?.domains.first()?.iter().collect();
        let is_row = |block: &FamilyBlock<'_>| {
            let own: Option<Vec<i64>> = block.domains.first().map(|domain| domain.iter().collect());
            block.len() == 1
                && !block.is_truth
                && !block.has_symbols()
                && own == Some(values.clone())
        };
        let fits = ROWS.contains(&answers.len()) && VALUES.contains(&values.len());
        if !fits || !answers.iter().all(is_row) {
            return None;
        }
        let row = |block: &FamilyBlock<'_>| {
            let own = entered.iter().find(|other| other.family == block.family);
            let value = own.and_then(|own| own.value(0));
            let told = value.map(|value| {
                (value, format!("{} = {}", block.name, with_minus(&value.to_string())))
            });
            (block.name.to_owned(), told)
        };
        Some(Self { rows: answers.iter().map(row).collect(), values })
    }

    /// Returns the picture with the table in the place of its board; what is ticked is not told in words.
    pub(super) fn drawn<'p>(picture: &'p Picture, style: &Style) -> Cow<'p, Picture> {
        let Some(table) = &picture.table else { return Cow::Borrowed(picture) };
        let mut drawn = picture.clone();
        let told: Vec<&String> =
            table.rows.iter().filter_map(|(_, told)| told.as_ref()).map(|(_, text)| text).collect();
        drawn.captions.retain(|caption| !told.contains(&caption));
        let name = |at: Point, text: String| TextLabel {
            at,
            text,
            ink: Ink::Given,
            anchor: Anchor::Middle,
            is_small: true,
            is_name: true,
        };
        let (width, height) = (table.values.len() as f64 * SIDE, table.rows.len() as f64 * SIDE);
        let middle = |number: usize| (number as f64 + 0.5) * SIDE;
        for (column, value) in table.values.iter().enumerate() {
            drawn.labels.push(name((middle(column), -0.35), with_minus(&value.to_string())));
        }
        for (row, (text, told)) in table.rows.iter().enumerate() {
            let half = letters::width(text, Weight::Regular) * style.sizes[3] / 2.0;
            drawn.labels.push(name((-half - 0.2, middle(row)), text.clone()));
            let ticked = told.as_ref().map(|(value, _)| value);
            if let Some(column) = table.values.iter().position(|value| Some(value) == ticked) {
                let at = (middle(column), middle(row));
                let (ink, is_filled, is_small, has_text) = (Ink::Entered, true, true, false);
                drawn.circles.push(Circle { at, ink, is_filled, is_small, has_text });
            }
        }
        let mut line = |from, to, is_end: bool| {
            let stroke = if is_end { Stroke::Thick } else { Stroke::Thin };
            drawn.segments.push(Segment { from, to, stroke });
        };
        for column in 0..=table.values.len() {
            let x = column as f64 * SIDE;
            line((x, 0.0), (x, height), column == 0 || column == table.values.len());
        }
        for row in 0..=table.rows.len() {
            let y = row as f64 * SIDE;
            line((0.0, y), (width, y), row == 0 || row == table.rows.len());
        }
        Cow::Owned(drawn)
    }
}
