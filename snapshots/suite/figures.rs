//! Figures of the built-in puzzles: labels do not overlap, lines hardly ever go through one, those of angles stand in
//! their angles, and letters of points outside of the angles there.

use std::sync::LazyLock;

use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_export::{Context, LabelBox, label_boxes};
use puzgen_generate::Options;
use puzgen_model::instance::Instance;
use puzgen_puzzles as library;
use puzgen_vocabulary::lower::{Purpose, lower};

use crate::define::engines;
use crate::properties::built_in::built_in;
use crate::properties::is_soak;
use crate::stages::puzzles;

/// The labels of figures, with and without answers, each figure with what it is of.
static FIGURES: LazyLock<Vec<(String, Vec<LabelBox>)>> = LazyLock::new(|| {
    let names = library::names();
    names.into_iter().flat_map(figures_of).collect()
});

fn figures_of(name: &str) -> Vec<(String, Vec<LabelBox>)> {
    let mut sources = Sources::new();
    let definition = built_in(&mut sources, name);
    if definition.show.figure.is_empty() {
        return Vec::new();
    }
    let instance = Instance::new(&definition, &[]).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let engine = engines(&lowered).next().unwrap();
    let last = if is_soak() { 200 } else { 5 };
    let made = puzzles(&instance, &lowered, engine, &Options::new(ENGINES), 1, 0..last).unwrap();
    let mut figures = Vec::new();
    for puzzle in made.iter().flat_map(|(found, _)| found) {
        for with_answers in [false, true] {
            let context = Context::new(&instance, &lowered.fact_domains, with_answers);
            let of = format!("{name} {} {with_answers}", puzzle.index);
            figures.push((of, label_boxes(&context, puzzle).unwrap()));
        }
    }
    figures
}

#[test]
fn labels_of_figures_do_not_overlap() {
    let (mut labels, mut crossed) = (0, 0);
    for (of, boxes) in FIGURES.iter() {
        assert!(!boxes.is_empty(), "{of} has no label");
        for (number, label) in boxes.iter().enumerate() {
            labels += 1;
            crossed += usize::from(label.crossed > 0);
            let a = label.sides;
            for LabelBox { sides: b, .. } in &boxes[number + 1..] {
                let is_apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                assert!(is_apart, "{of}: {a:?} {b:?}");
            }
        }
    }
    let mut families: Vec<&str> =
        FIGURES.iter().filter_map(|(of, _)| of.split(' ').next()).collect();
    families.dedup();
    assert!(families.len() >= 9, "{families:?} have figures");
    println!("{crossed} of {labels} labels have a line through them");
    assert!(crossed * 100 <= labels, "{crossed} of {labels} labels have a line through them");
}

#[test]
fn labels_of_angles_stand_in_them_near_the_arc() {
    let (mut angles, mut wrong) = (0, Vec::new());
    for (of, boxes) in FIGURES.iter() {
        for label in boxes {
            let Some(angle) = label.angle else { continue };
            angles += 1;
            let [left, top, right, bottom] = label.sides;
            let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
            let outside = |at: f64, low: f64, high: f64| (low - at).max(at - high).max(0.0);
            let (x, y) = angle.corner;
            let away = outside(x, left, right).hypot(outside(y, top, bottom)) - angle.radius;
            // In squares, which are about twice as high as letters.
            if !angle.has(middle) || label.between > 0 || !(-0.01..0.75).contains(&away) {
                wrong.push(format!("{of}: {away:.2} from the arc, {label:?}"));
            }
        }
    }
    assert!(angles >= 300, "{angles} labels of angles");
    assert!(wrong.is_empty(), "{} of {angles}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn letters_of_points_stand_outside_of_the_angles_there() {
    let inside = |label: &&LabelBox| label.in_angles > 0;
    for (of, boxes) in FIGURES.iter() {
        assert_eq!(boxes.iter().find(inside), None, "{of}");
    }
}
