//! Figures of the built-in puzzles: labels do not overlap, and lines hardly ever go through one.

use puzgen::export::{Context, label_boxes};
use puzgen::generate::Options;
use puzgen::library;
use puzgen::lower::{Purpose, lower};
use puzgen::model::instance::Instance;
use puzgen::source::Sources;

use crate::define::engines;
use crate::properties::built_in::built_in;
use crate::properties::is_soak;
use crate::stages::puzzles;

#[test]
fn labels_of_figures_do_not_overlap() {
    let (mut labels, mut crossed, mut families) = (0, 0, 0);
    for name in library::names() {
        let mut sources = Sources::new();
        let definition = built_in(&mut sources, name);
        if definition.show.figure.is_empty() {
            continue;
        }
        families += 1;
        let instance = Instance::new(&definition, &[]).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let engine = engines(&lowered).next().unwrap();
        let last = if is_soak() { 200 } else { 5 };
        let made = puzzles(&instance, &lowered, engine, &Options::default(), 1, 0..last).unwrap();
        for puzzle in made.iter().flat_map(|(found, _)| found) {
            for with_answers in [false, true] {
                let context = Context::new(&instance, &lowered.fact_domains, with_answers);
                let boxes = label_boxes(&context, puzzle).unwrap();
                assert!(!boxes.is_empty(), "{name} has no label");
                for (number, (a, lines)) in boxes.iter().enumerate() {
                    labels += 1;
                    crossed += usize::from(*lines > 0);
                    for (b, _) in &boxes[number + 1..] {
                        let is_apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                        assert!(is_apart, "{name} {}: {a:?} {b:?}", puzzle.index);
                    }
                }
            }
        }
    }
    assert!(families >= 9, "{families} families with figures");
    println!("{crossed} of {labels} labels have a line through them");
    assert!(crossed * 20 <= labels, "{crossed} of {labels} labels have a line through them");
}
