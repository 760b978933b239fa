//! The files that an editor shows, and what is known of each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{
    Location, Position, Range, TextDocumentContentChangeEvent, TextDocumentContentChangePartial,
    TextDocumentItem, Uri,
};

use super::addresses::{Results, built_in_at, uri_of_built_in};
use super::client::Client;
use super::places::{path_of, uri_of};
use super::positions::Lines;
use super::refusal::Refusal;
use super::work::Job;
use puzgen_api::Host;
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_check::load::{FileReader, Surveyed, survey};
use puzgen_check::reach::{Unread, text};
use puzgen_syntax::ParsedSource;
use puzgen_system::Folder;

/// How the names of definitions end.
const ENDING: &str = ".pz";

/// The most files of a folder that are looked at for those that use another.
const MOST_FILES: usize = 1_000;

/// The most bytes of such a file.
const MOST_BYTES: usize = 1 << 20;

/// Opens the folder at a path, for the files that one in it names; `None` where there is none.
pub type FolderOpener<'f> = dyn Fn(&Path) -> Option<Folder> + 'f;

/// The files that the editor shows.
pub(super) struct Workspace<'f> {
    open_folder: &'f FolderOpener<'f>,
    /// What commands run on, where there are commands.
    host: Option<Host>,
    /// By their addresses.
    documents: BTreeMap<String, Document>,
    client: Client,
    results: Results,
    /// What the last answer put off.
    put_off: Option<Job>,
    /// The seed of the next puzzle.
    seed: u64,
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
    /// Whether what is built in has addresses for the editor.
    pub(super) reads_texts: bool,
}

impl<'f> Workspace<'f> {
    /// Returns a workspace without files.
    pub(super) fn new(
        open_folder: &'f FolderOpener<'f>,
        host: Option<Host>,
        client: Client,
    ) -> Self {
        let (documents, results) = (BTreeMap::new(), Results::default());
        Self { open_folder, host, documents, client, results, put_off: None, seed: 0 }
    }

    /// Returns what the editor says of itself.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns what commands run on.
    pub(super) fn host(&self) -> Result<Host, Refusal> {
        self.host.ok_or_else(|| Refusal::because("there are no commands here"))
    }

    /// Returns what commands gave.
    pub(super) fn results(&self) -> &Results {
        &self.results
    }

    /// Returns a seed, each time the next one.
    pub(super) fn next_seed(&mut self) -> u64 {
        self.seed += 1;
        self.seed - 1
    }

    /// Answers later, by what takes long.
    pub(super) fn answer_later(&mut self, job: Job) {
        self.put_off = Some(job);
    }

    /// Returns by what the last request is to be answered, where that takes long.
    pub(super) fn put_off(&mut self) -> Option<Job> {
        self.put_off.take()
    }

    /// Takes a file that the editor shows from now on.
    pub(super) fn open(&mut self, item: TextDocumentItem) {
        let document = Document::new(&item.uri, item.text, item.version);
        let name = document.name.clone();
        self.documents.insert(item.uri.0, document);
        self.forget(&name);
    }

    /// Takes the changes of a text, one after the other.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let Some(document) = self.documents.get_mut(&uri.0) else { return };
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    document.text = whole.text;
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(
                    TextDocumentContentChangePartial { range, text, .. },
                ) => {
                    let lines = Lines::new(&document.text);
                    let start = lines.offset(&document.text, range.start);
                    let end = lines.offset(&document.text, range.end).max(start);
                    document.text.replace_range(start..end, &text);
                }
            }
        }
        document.version = version;
        let name = document.name.clone();
        self.forget(&name);
    }

    /// Drops a file that is no longer shown.
    pub(super) fn close(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.remove(&uri.0) {
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
        Some(Uri(uri.clone()))
    }

    /// Returns whether there is a file whose problems are to be told.
    pub(super) fn has_untold(&self) -> bool {
        self.documents.values().any(|document| document.is_untold)
    }

    /// Returns a file that the editor shows.
    pub(super) fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(&uri.0)
    }

    /// Returns what is known of a file that the editor shows.
    pub(super) fn known(&mut self, uri: &Uri) -> Option<Rc<Known>> {
        let document = self.documents.get(&uri.0)?;
        if let Some(known) = &document.known {
            return Some(Rc::clone(known));
        }
        let known = Rc::new(self.survey(uri, document, &BTreeMap::new()));
        self.documents.get_mut(&uri.0)?.known = Some(Rc::clone(&known));
        Some(known)
    }

    /// Returns what would be known of a file if files had other texts, by their names.
    pub(super) fn known_with(&self, known: &Known, texts: &BTreeMap<String, String>) -> Known {
        let shown = self.documents.get(&known.uri.0);
        let read = || Document::new(&known.uri, known.text.to_string(), 0);
        match shown {
            Some(document) => self.survey(&known.uri, document, texts),
            None => self.survey(&known.uri, &read(), texts),
        }
    }

    /// Returns what is known of all files that the editor shows, and of those of the workspace that are or
    /// use the one of this name, through others too.
    pub(super) fn known_around(&mut self, name: &str) -> Vec<Rc<Known>> {
        let shown: Vec<Uri> = self.documents.keys().map(|uri| Uri(uri.clone())).collect();
        let mut all: Vec<Rc<Known>> = shown.iter().filter_map(|uri| self.known(uri)).collect();
        for (uri, document) in self.around(name) {
            all.push(Rc::new(self.survey(&uri, &document, &BTreeMap::new())));
        }
        all
    }

    /// Returns the files of the workspace that the editor does not show, and that are or may use the one of
    /// this name.
    fn around(&self, name: &str) -> Vec<(Uri, Document)> {
        let beside = Path::new(name).parent().map(Path::to_path_buf).filter(|it| it.is_absolute());
        let is_inside = beside.as_ref().is_some_and(|beside| {
            self.client.folders.iter().any(|folder| beside.starts_with(folder))
        });
        let beside = beside.filter(|_| !is_inside);
        let mut left: Vec<(Uri, Document)> = Vec::new();
        for path in self.client.folders.iter().chain(&beside) {
            let Some(folder) = (self.open_folder)(path) else { continue };
            for file in folder.files(ENDING, MOST_FILES) {
                let file_name = path.join(file.strip_prefix(".").unwrap_or(&file));
                let Some(uri) = uri_of(&file_name) else { continue };
                let is_there = left.iter().any(|(other, _)| *other == uri);
                let source = folder.open(&file).and_then(|file| text(file, MOST_BYTES));
                if let (false, Ok(text)) = (is_there, source) {
                    let document = Document::new(&uri, text, 0);
                    left.push((uri, document));
                }
            }
        }
        // What uses a file has the last part of its name in quotes.
        let quoted =
            |name: &str| Path::new(name).file_name().map(|it| format!("{}\"", it.display()));
        let mut wanted: Vec<String> = quoted(name).into_iter().collect();
        let mut found = Vec::new();
        loop {
            let is_meant = |(_, it): &(Uri, Document)| {
                it.name == name || wanted.iter().any(|end| it.text.contains(end))
            };
            let (meant, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(is_meant);
            if meant.is_empty() {
                return found;
            }
            wanted = meant.iter().filter_map(|(_, document)| quoted(&document.name)).collect();
            // What the editor shows may lead to others, and is known by itself.
            found.extend(meant.into_iter().filter(|(uri, _)| !self.documents.contains_key(&uri.0)));
            left = rest;
        }
    }

    /// Calls `body` with the name and the text of a file that the editor shows, and with what reads the
    /// files that it names.
    pub(super) fn with_files<T>(
        &self,
        uri: &Uri,
        body: impl FnOnce(&str, &str, &mut FileReader<'_>) -> T,
    ) -> Option<T> {
        let document = self.documents.get(&uri.0)?;
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
        let reads_texts = self.client.reads_texts;
        Known { sources, file, text, lines, found, read, uri: uri.clone(), reads_texts }
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

impl Document {
    fn new(uri: &Uri, text: String, version: i32) -> Self {
        let path = path_of(uri);
        let name = path.as_ref().map(|path| path.display().to_string());
        let name = name.or_else(|| built_in_at(uri)).unwrap_or_else(|| uri.0.clone());
        Self { name, path, text, version, known: None, is_untold: true }
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

    /// Returns the address of a place in any text that has one; what is built in has one where the editor
    /// reads such texts.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        if span.file == self.file {
            return Some(Location { uri: self.uri.clone(), range: self.range(span) });
        }
        let name = self.sources.name(span.file);
        let built_in = || uri_of_built_in(name).filter(|_| self.reads_texts);
        let uri = uri_of(Path::new(name)).or_else(built_in)?;
        let text = self.sources.text(span.file);
        Some(Location { uri, range: Lines::new(&text).range(&text, span) })
    }
}
