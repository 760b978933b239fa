//! The files that an editor shows, and what is known of each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{Location, Position, Range, TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::places::{path_of, uri_of};
use super::positions::Lines;
use crate::load::{FileReader, Surveyed, survey};
use crate::reach::{Folder, Unread};
use crate::source::{FileId, Sources, Span};
use crate::syntax::ParsedSource;

/// Opens the folder at a path, for the files that one in it names; `None` where there is none.
pub type FolderOpener<'f> = dyn Fn(&Path) -> Option<Folder> + 'f;

/// The files that the editor shows.
pub(super) struct Workspace<'f> {
    open_folder: &'f FolderOpener<'f>,
    documents: BTreeMap<Uri, Document>,
    /// What people are to be told.
    messages: Vec<String>,
}

/// A file that the editor shows.
pub(super) struct Document {
    /// How messages and other files call it: its path, or its address where it has none.
    name: String,
    path: Option<PathBuf>,
    text: String,
    /// The number of the text, as the editor counts.
    pub(super) version: i32,
    known: Option<Rc<Known>>,
    /// Whether its problems are to be told.
    is_untold: bool,
}

/// All that is known of a file at one time.
pub(super) struct Known {
    /// All texts.
    pub(super) sources: Sources,
    /// The file.
    pub(super) file: FileId,
    /// Its text.
    pub(super) text: std::sync::Arc<str>,
    /// The lines of its text.
    pub(super) lines: Lines,
    /// What was found.
    pub(super) found: Surveyed,
    /// The names of the files that were asked for.
    read: BTreeSet<String>,
    uri: Uri,
}

impl<'f> Workspace<'f> {
    /// Returns a workspace without files.
    pub(super) fn new(open_folder: &'f FolderOpener<'f>) -> Self {
        Self { open_folder, documents: BTreeMap::new(), messages: Vec::new() }
    }

    /// Takes a file that the editor shows from now on.
    pub(super) fn open(&mut self, item: TextDocumentItem) {
        let path = path_of(&item.uri);
        let name = path.as_ref().map(|path| path.display().to_string());
        let name = name.unwrap_or_else(|| item.uri.as_str().to_owned());
        let document = Document {
            name: name.clone(),
            path,
            text: item.text,
            version: item.version,
            known: None,
            is_untold: true,
        };
        self.documents.insert(item.uri, document);
        self.forget(&name);
    }

    /// Takes the changes of a text, one after the other.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        for change in changes {
            match change.range {
                None => document.text = change.text,
                Some(range) => {
                    let lines = Lines::new(&document.text);
                    let start = lines.offset(&document.text, range.start);
                    let end = lines.offset(&document.text, range.end).max(start);
                    document.text.replace_range(start..end, &change.text);
                }
            }
        }
        document.version = version;
        let name = document.name.clone();
        self.forget(&name);
    }

    /// Drops a file that is no longer shown.
    pub(super) fn close(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.remove(uri) {
            self.forget(&document.name);
        }
    }

    /// Drops what is known of a file and of those that use it.
    fn forget(&mut self, name: &str) {
        for document in self.documents.values_mut() {
            let depends = |known: &Rc<Known>| known.read.contains(name);
            if document.name == name || document.known.as_ref().is_none_or(depends) {
                (document.known, document.is_untold) = (None, true);
            }
        }
    }

    /// Drops all that is known: files may have changed on the disk.
    pub(super) fn forget_all(&mut self) {
        for document in self.documents.values_mut() {
            (document.known, document.is_untold) = (None, true);
        }
    }

    /// Returns a file whose problems are to be told, and takes note that they are.
    pub(super) fn next_untold(&mut self) -> Option<Uri> {
        let mut documents = self.documents.iter_mut();
        let (uri, document) = documents.find(|(_, document)| document.is_untold)?;
        document.is_untold = false;
        Some(uri.clone())
    }

    /// Returns whether there is a file whose problems are to be told.
    pub(super) fn has_untold(&self) -> bool {
        self.documents.values().any(|document| document.is_untold)
    }

    /// Returns a file that the editor shows.
    pub(super) fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(uri)
    }

    /// Returns the addresses of all files that the editor shows.
    pub(super) fn shown(&self) -> Vec<Uri> {
        self.documents.keys().cloned().collect()
    }

    /// Returns what is known of a file that the editor shows.
    pub(super) fn known(&mut self, uri: &Uri) -> Option<Rc<Known>> {
        let document = self.documents.get(uri)?;
        if let Some(known) = &document.known {
            return Some(Rc::clone(known));
        }
        let known = Rc::new(self.survey(uri, document, &BTreeMap::new()));
        self.documents.get_mut(uri)?.known = Some(Rc::clone(&known));
        Some(known)
    }

    /// Returns what would be known of a file if files had other texts, by their names.
    pub(super) fn known_with(&self, uri: &Uri, texts: &BTreeMap<String, String>) -> Option<Known> {
        Some(self.survey(uri, self.documents.get(uri)?, texts))
    }

    /// Takes what people are to be told after the answer.
    pub(super) fn tell(&mut self, message: String) {
        self.messages.push(message);
    }

    /// Returns what people are to be told, once.
    pub(super) fn messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.messages)
    }

    /// Calls `body` with the name and the text of a file that the editor shows, and with what reads the
    /// files that it names.
    pub(super) fn with_files<T>(
        &self,
        uri: &Uri,
        body: impl FnOnce(&str, &str, &mut FileReader<'_>) -> T,
    ) -> Option<T> {
        let document = self.documents.get(uri)?;
        let (none, mut read) = (BTreeMap::new(), BTreeSet::new());
        let mut files = self.files(document, &none, &mut read);
        Some(body(&document.name, &document.text, &mut files))
    }

    fn survey(&self, uri: &Uri, document: &Document, texts: &BTreeMap<String, String>) -> Known {
        let mut sources = Sources::new();
        let text = texts.get(&document.name).unwrap_or(&document.text);
        let file = sources.add(document.name.as_str(), text.as_str());
        let mut read = BTreeSet::new();
        let mut files = self.files(document, texts, &mut read);
        let found = survey(file, &mut sources, &mut files);
        drop(files);
        let text = sources.text(file);
        let lines = Lines::new(&text);
        Known { sources, file, text, lines, found, read, uri: uri.clone() }
    }

    /// Returns what reads the files that a file names: the texts given first, then those of the editor,
    /// then what is below the folder of the file.
    fn files<'a>(
        &'a self,
        document: &Document,
        texts: &'a BTreeMap<String, String>,
        read: &'a mut BTreeSet<String>,
    ) -> impl FnMut(&str, &str) -> Result<(String, String), Unread> + 'a {
        let parent = document.path.as_deref().and_then(Path::parent);
        let mut folder = parent.and_then(|parent| (self.open_folder)(parent));
        move |from, path| {
            let folder = folder.as_mut().ok_or(Unread::NoFiles)?;
            let (name, text) = folder.read(from, path)?;
            read.insert(name.clone());
            let shown = || self.documents.values().find(|it| it.name == name).map(|it| &it.text);
            let text = texts.get(&name).or_else(shown).cloned().unwrap_or(text);
            Ok((name, text))
        }
    }
}

impl Known {
    /// Returns the tree, tokens and trivia; a script has none.
    pub(super) fn source(&self) -> Option<&ParsedSource> {
        self.found.source.as_ref()
    }

    /// Returns the byte of a position.
    pub(super) fn offset(&self, position: Position) -> u32 {
        super::positions::number(self.lines.offset(&self.text, position))
    }

    /// Returns the range of a place in the file.
    pub(super) fn range(&self, span: Span) -> Range {
        self.lines.range(&self.text, span)
    }

    /// Returns the address of a place in any file that has one: what is built in has none.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        if span.file == self.file {
            return Some(Location::new(self.uri.clone(), self.range(span)));
        }
        let uri = uri_of(Path::new(self.sources.name(span.file)))?;
        let text = self.sources.text(span.file);
        Some(Location::new(uri, Lines::new(&text).range(&text, span)))
    }
}
