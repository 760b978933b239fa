//! `textDocument/rename`: a declared name is changed wherever it stands.
//!
//! A change is only made if the texts mean the same afterwards, as far as names tell: they are looked at
//! with the new name before the editor gets the edits.

use std::collections::BTreeMap;
use std::rc::Rc;

use lsp_types::{
    RenameOptions, RenameParams, RenameProvider, RenameRequest, ServerCapabilities, TextEdit, Uri,
    WorkspaceEdit,
};

use super::addresses::uri_of_built_in;
use super::answer::{Answer, Answered, Refusal};
use super::names::{Mention, known_around, mentions, name_at, same_in};
use super::workspace::{Known, Workspace};
use puzgen_base::diagnostics::{Problem, Severity};
use puzgen_check::{DeclarationId, NameMeaning};
use puzgen_syntax::is_keyword;

/// Renames what is declared in files that can be changed.
pub(super) struct Renaming;

impl Answer for Renaming {
    type Request = RenameRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.rename_provider = Some(RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        }));
    }

    fn answer(workspace: &mut Workspace<'_>, params: RenameParams) -> Answered<RenameRequest> {
        let at = params.text_document_position_params;
        let Some(known) = workspace.known(&at.text_document.uri) else { return Ok(None) };
        let Some(name) = name_at(&known, at.position) else { return Ok(None) };
        let id = renamable(&known, &name.meaning)?;
        let old = known.found.knowledge.declaration(id).name.clone();
        let new = params.new_name;
        if new == old {
            return Ok(None);
        }
        if !is_name(&new) {
            let form = "names consist of `a` to `z`, digits and `_`, a letter first";
            return Err(Refusal::because(format!("`{new}` cannot be a name: {form}")));
        }
        if is_keyword(&new) {
            return Err(Refusal::because(format!("`{new}` is a word of the language")));
        }
        let around = known_around(workspace, &known, id);
        let mut found = mentions(&around, &known, id);
        // The only answer is also called `answer` in examples: that stays.
        found.retain(|mention| mention.text == old);
        let texts = texts_with(&around, &found, &new);
        must_mean_the_same(workspace, &around, (&known, id), &texts)?;
        let mut changes: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
        for mention in found {
            let edit = TextEdit { range: mention.location.range, new_text: new.clone() };
            let uri = mention.location.uri;
            match changes.iter_mut().find(|(other, _)| *other == uri) {
                Some((_, edits)) => edits.push(edit),
                None => changes.push((uri, vec![edit])),
            }
        }
        Ok(Some(WorkspaceEdit {
            changes: Some(changes.into_iter().collect()),
            ..WorkspaceEdit::default()
        }))
    }
}

/// Returns what is to be renamed.
pub(super) fn renamable(known: &Known, meaning: &NameMeaning) -> Result<DeclarationId, Refusal> {
    match meaning {
        NameMeaning::BuiltIn(what) => {
            Err(Refusal::because(format!("`{}` is part of the language", what.name)))
        }
        NameMeaning::Declared(id) => {
            let declared = known.found.knowledge.declaration(*id);
            let file = known.sources.name(declared.name_span.file);
            if uri_of_built_in(file).is_none() && known.location(declared.name_span).is_some() {
                return Ok(*id);
            }
            let message =
                format!("`{}` is declared in {file}, which stays as it is", declared.name);
            Err(Refusal::because(message))
        }
    }
}

fn is_name(name: &str) -> bool {
    let is_plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(is_plain)
}

/// Returns the texts of files with the new name, by the names of the files.
fn texts_with(around: &[Rc<Known>], found: &[Mention], new: &str) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut places: Vec<&Mention> = found.iter().collect();
    // From the last place on, so that earlier ones stay where they are.
    places.sort_by_key(|mention| std::cmp::Reverse(mention.span.start));
    for known in around {
        for mention in &places {
            if texts.contains_key(&mention.file) {
                continue;
            }
            let in_file = known.sources.file_named(&mention.file);
            let Some(text) = in_file.map(|file| known.sources.text(file)) else { continue };
            let mut text = text.to_string();
            for other in places.iter().filter(|other| other.file == mention.file) {
                text.replace_range(other.span.start as usize..other.span.end as usize, new);
            }
            texts.insert(mention.file.clone(), text);
        }
    }
    texts
}

/// Refuses a change after which a text has other mistakes, or names stand for something else.
fn must_mean_the_same(
    workspace: &Workspace<'_>,
    around: &[Rc<Known>],
    (known, id): (&Known, DeclarationId),
    texts: &BTreeMap<String, String>,
) -> Result<(), Refusal> {
    for before in around {
        let Some(same) = same_in(known, id, before) else { continue };
        let after = workspace.known_with(before, texts);
        let errors = |known: &Known| -> Vec<Problem> {
            let all = known.found.problems.iter();
            all.filter(|problem| problem.severity() == Severity::Error).cloned().collect()
        };
        let (old, new) = (errors(before), errors(&after));
        if new.len() > old.len() {
            let is_new =
                |problem: &&Problem| old.iter().all(|other| other.message() != problem.message());
            let reason =
                new.iter().find(is_new).map_or("there is another mistake", Problem::message);
            return Err(Refusal::because(format!("the text would be wrong: {reason}")));
        }
        // Declarations are in the order of the text, which has not changed.
        let meanings = |known: &Known| -> Vec<(bool, NameMeaning)> {
            let names = known.found.knowledge.names();
            names.map(|name| (name.is_declaration, name.meaning.clone())).collect()
        };
        let declared = after.found.knowledge.declarations().find(|(id, _)| *id == same);
        if declared.is_none() || meanings(before) != meanings(&after) {
            return Err(Refusal::because("the new name stands for something else already"));
        }
    }
    Ok(())
}
