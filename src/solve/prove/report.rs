//! The problems of transforms that cannot be used.
//!
//! A transform that does not hold on one layout may hold on others, so with layouts it is a warning.

use std::sync::Arc;

use crate::prove::{BrokenCase, Proof, Unknown, UnmappedCase};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem, Severity};
use puzgen_model::instance::Instance;
use puzgen_model::transform::Transform;
use puzgen_vocabulary::lower::{Lowered, Ready, ReadyRef};

/// Returns what there is to say about transforms that cannot be used: errors for those of the
/// definition itself, or warnings where they were looked at on one layout of many, and notes for
/// inherited ones. `show` prints a board of an instance.
pub fn problems(
    ready: ReadyRef<'_>,
    proofs: &[Proof<'_>],
    show: &dyn Fn(&Instance<'_>, &Lowered, &[i64]) -> String,
) -> Diagnostics {
    let instance = ready.instance;
    let shown = |on: &Option<Arc<Ready<'_>>>, board: &[i64]| {
        let on = on.as_ref().map_or(ready, |other| other.borrowed());
        show(on.instance, on.lowered, board)
    };
    let mut problems = Diagnostics::new();
    for (transform, proof) in instance.definition.transforms.iter().zip(proofs) {
        let reason = match (proof, reason(instance, &transform.name, proof)) {
            (Proof::Unknown(unknown), _) => {
                problems.push(not_proved(transform, unknown));
                continue;
            }
            (_, None) => continue,
            (_, Some(reason)) => reason,
        };
        let inherited = format!("inherited: {reason}");
        let is_of_layout = match proof {
            Proof::Impossible(problem) => problem.severity() == Severity::Warning,
            _ => !instance.definition.layouts.is_empty(),
        };
        let problem = if transform.is_own && is_of_layout {
            let reason = format!("on the layout that was drawn: {reason}");
            Problem::error(Code::BadTransform, reason, transform.span, "does not hold").warning()
        } else if transform.is_own {
            Problem::error(Code::BadTransform, reason, transform.span, "does not hold")
        } else {
            let problem =
                Problem::error(Code::DroppedTransform, inherited, transform.span, "not used here");
            problem.note()
        };
        problems.push(match proof {
            Proof::Refuted(found) if transform.is_own => {
                let image = match &found.image {
                    Some(image) => format!("becomes\n{}", shown(&found.image_on, image)),
                    None => "has no image".to_owned(),
                };
                let board = shown(&found.board_on, &found.board);
                let broken = found.broken.as_ref().map(|case| case.span);
                let problem = match broken {
                    Some(span) => problem.label(span, "the image breaks this"),
                    None => problem,
                };
                problem.help(format!("this board\n{board}{image}"))
            }
            Proof::LosesFact { .. } => problem.help("leave the transform out, or declare the clue"),
            // A condition knows of no layout.
            _ if transform.is_own && is_of_layout => problem
                .help("correct it, or leave it out, unless it holds on others: it is used there"),
            _ if transform.is_own => {
                problem.help("correct it, give it a condition (`when …`), or leave it out")
            }
            _ => problem.help("`without transform` leaves inherited ones out"),
        });
    }
    problems
}

/// Returns why a transform does not hold, in words; `None` where it does, or that is not known.
fn reason(instance: &Instance<'_>, name: &str, proof: &Proof<'_>) -> Option<String> {
    Some(match proof {
        Proof::Holds(_) | Proof::Absent | Proof::Unknown(_) => return None,
        Proof::Impossible(problem) => problem.message().to_owned(),
        Proof::LosesFact { fact, keeps_rules } => {
            let fact = instance.describe_fact(*fact);
            let first = if *keeps_rules { " keeps the rules, but" } else { ":" };
            format!("`{name}`{first} {fact} would have no meaning in the image")
        }
        Proof::Refuted(found) => match &found.broken {
            Some(BrokenCase { described, .. }) => {
                format!("`{name}` does not keep rule {described}")
            }
            None => format!("`{name}` does not give every answer one value"),
        },
    })
}

/// Returns the problem of a transform of which it is not known whether it keeps the rules.
fn not_proved(transform: &Transform, unknown: &Unknown) -> Problem {
    let mut message = format!("`{}` is not proved, so it is not used: ", transform.name);
    if let Some(UnmappedCase { described, more, .. }) = &unknown.unmapped {
        message += &match more {
            0 => format!("rule {described} is the image of no rule; "),
            1 => format!("rule {described} and one more case are the image of no rule; "),
            _ => format!("rule {described} and {more} more cases are the image of no rule; "),
        };
    }
    message += &unknown.why;
    let problem = Problem::error(Code::UnprovedTransform, message, transform.span, "not proved");
    match &unknown.unmapped {
        Some(unmapped) => problem.label(unmapped.span, "the image of no rule").warning().help(
            "write the rule so that the transform takes it onto itself, or leave the transform out",
        ),
        None => problem.warning().help("leave it out, or try a smaller board"),
    }
}
