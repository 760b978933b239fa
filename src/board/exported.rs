//! Puzzles of other programs become the object that `--format json` prints, which is then read as any other.
//!
//! Only what the definition's `export` says is understood, and a puzzle that says more than that is refused.

use serde_json::{Map, Value as Json, json};

use crate::family_format::{FamilyFormat, family_format};
use crate::link::{Address, AddressBody};
use puzgen_model::definition::{BoardShape, Definition, Shown};
use puzgen_model::export::{Export, ExportArgument, ExportCode};
use puzgen_model::expr::{ClueId, Expr, ExprKind, LayoutId};
use puzgen_model::frame::Frame;
use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::instance::{Instance, KeyIndex, Setting};
use puzgen_model::layout::in_order;
use puzgen_model::link::{Arguments, Content, FileLines, LinkArgument, LinkText};
use puzgen_model::sudoku::Sudoku;
use puzgen_model::value::{Key, Value};

/// How many values a parameter is tried with.
const MAX_TRIED: i64 = 40;

/// What another program says of a puzzle.
pub(super) enum Told<'t> {
    /// An address.
    Address(Address<'t>),
    /// A sudoku.
    Sudoku(&'t Sudoku),
}

/// What of it was not read yet.
enum Rest<'t> {
    Text(LinkText<'t>),
    Lines(FileLines<'t>),
    Sudoku(Box<Sudoku>),
}

impl Told<'_> {
    /// Returns the form of the exports that may say it.
    pub(super) fn form(&self) -> &'static str {
        match self {
            Self::Address(_) => "puzzlink",
            Self::Sudoku(_) => "sudoku",
        }
    }

    /// Returns rows and columns.
    pub(super) fn size(&self) -> [i64; 2] {
        match self {
            Self::Address(address) => [address.rows, address.columns],
            Self::Sudoku(sudoku) => [sudoku.size as i64; 2],
        }
    }

    /// Returns for the parts of an export what it says of their known values.
    fn values(&self, export: &Export) -> Vec<Vec<i64>> {
        match self {
            Self::Address(Address { body: AddressBody::Lines(lines), .. }) => {
                let mut lines = lines.iter();
                let mut is_in_front = true;
                let value = |code: ExportCode| {
                    is_in_front &= code.name() == "field";
                    if is_in_front { lines.next()?.parse::<i64>().ok() } else { None }
                };
                let values = export.parts.iter().map(|part| part.code).map(value);
                values.map(|value| value.into_iter().collect()).collect()
            }
            Self::Address(Address { body: AddressBody::Text(body), .. }) => {
                let mut text = LinkText { rest: body };
                let mut is_in_front = true;
                let value = |code: ExportCode| {
                    is_in_front &= code.name() == "field";
                    match code {
                        _ if is_in_front => text.take_field().parse::<i64>().ok(),
                        ExportCode::Link(code) => code.told(body),
                        ExportCode::Sudoku(_) => None,
                    }
                };
                let values = export.parts.iter().map(|part| part.code).map(value);
                values.map(|value| value.into_iter().collect()).collect()
            }
            Self::Sudoku(sudoku) => {
                let values = |code| match code {
                    ExportCode::Sudoku(code) => code.values(sudoku),
                    ExportCode::Link(_) => Vec::new(),
                };
                export.parts.iter().map(|part| values(part.code)).collect()
            }
        }
    }

    fn rest(&self) -> Rest<'_> {
        match self {
            Self::Address(address) => match &address.body {
                AddressBody::Text(body) => Rest::Text(LinkText { rest: body }),
                AddressBody::Lines(lines) => {
                    Rest::Lines(FileLines { rest: lines.iter().map(String::as_str).collect() })
                }
            },
            Self::Sudoku(sudoku) => Rest::Sudoku(Box::new((*sudoku).clone())),
        }
    }
}

impl Rest<'_> {
    fn must_be_over(&self) -> Result<(), String> {
        match self {
            Self::Text(LinkText { rest: "" | "/" }) => Ok(()),
            Self::Text(text) => Err(format!("`{}` is left at its end", text.rest)),
            // What was entered stands behind the puzzle.
            Self::Lines(_) => Ok(()),
            Self::Sudoku(sudoku) => match sudoku.left_over() {
                None => Ok(()),
                Some(left) => Err(format!("it has {left}, and the puzzle has not")),
            },
        }
    }
}

/// A puzzle of another program, read by one of the exports of a definition.
pub(super) struct Reading<'r, 'd, 't> {
    pub(super) definition: &'d Definition,
    pub(super) export: &'d Export,
    pub(super) told: &'r Told<'t>,
}

impl<'d> Reading<'_, 'd, '_> {
    /// Returns the frame with the parameters that the puzzle says.
    pub(super) fn frame(&self, settings: &[Setting]) -> Option<Frame<'d>> {
        let mut values: Vec<(usize, i64)> = Vec::new();
        for (part, numbers) in self.export.parts.iter().zip(self.told.values(self.export)) {
            for (argument, number) in part.arguments.iter().zip(numbers) {
                if let ExportArgument::Value(Expr { kind: ExprKind::Constant(at), .. }) = argument {
                    values.push((*at as usize, number));
                }
            }
        }
        let sides = self.sides()?;
        let wanted = self.told.size();
        for (side, wanted) in sides.iter().zip(wanted) {
            if let ExprKind::Constant(at) = side.kind {
                values.push((at as usize, wanted));
            }
        }
        let is_param = |at: usize| self.definition.constants[at].domain.is_some();
        let is_set =
            |at: usize| settings.iter().any(|set| set.name == self.definition.constants[at].name);
        values.retain(|(at, _)| is_param(*at) && !is_set(*at));
        let mut open = Vec::new();
        sides.iter().for_each(|side| self.params_of(side, &mut open));
        open.retain(|at| !is_set(*at) && values.iter().all(|(known, _)| known != at));
        let mut found = self.frame_with(settings, &values);
        // Parameters that the sides are computed from: two at most are tried.
        open.truncate(2);
        let counts: Vec<i64> = open.iter().map(|_| MAX_TRIED).collect();
        let most: i64 = counts.iter().product();
        let mut number = 0;
        while found.is_none() && !open.is_empty() && number < most {
            let tried = [1 + number % MAX_TRIED, 1 + number / MAX_TRIED];
            let tried = open.iter().copied().zip(tried);
            let values: Vec<(usize, i64)> = values.iter().copied().chain(tried).collect();
            found = self.frame_with(settings, &values);
            number += 1;
        }
        found
    }

    /// Returns the frame with these values of parameters, where the puzzle has its size.
    fn frame_with(&self, settings: &[Setting], values: &[(usize, i64)]) -> Option<Frame<'d>> {
        let mut settings = settings.to_vec();
        for (at, value) in values {
            let constant = &self.definition.constants[*at];
            let (name, span) = (constant.name.clone(), constant.span);
            settings.push(Setting { name, text: value.to_string(), span });
        }
        let frame = Frame::new(self.definition, &settings).ok()?;
        let known = frame.known();
        let condition = self.export.condition.as_ref();
        let holds = condition.is_none_or(|it| known.scope().eval_bool(it) == Ok(true));
        let [rows, columns] = self.sides()?;
        let side = |expr: &Expr| known.scope().eval_int(expr).ok();
        let size = (side(rows), side(columns));
        let wanted = self.told.size();
        let wanted = (Some(wanted[0]), Some(wanted[1]));
        (holds && size == wanted).then_some(frame)
    }

    /// Returns rows and columns.
    fn sides(&self) -> Option<[&'d Expr; 2]> {
        match (&self.export.size, self.definition.board.as_ref().map(|board| &board.shape)) {
            (Some([rows, columns]), _) | (None, Some(BoardShape::Squares([rows, columns]))) => {
                Some([rows, columns])
            }
            _ => None,
        }
    }

    /// Adds the parameters that an expression depends on.
    fn params_of(&self, expr: &Expr, params: &mut Vec<usize>) {
        if let ExprKind::Constant(at) = expr.kind {
            let at = at as usize;
            let constant = &self.definition.constants[at];
            match constant.domain {
                Some(_) if !params.contains(&at) => params.push(at),
                Some(_) => {}
                None => self.params_of(&constant.value, params),
            }
        }
        expr.for_each_child(&mut |child| self.params_of(child, params));
    }

    /// Returns the object: layouts are read first, since clues may stand where they say.
    ///
    /// # Errors
    /// What is wrong with the puzzle, as a clause.
    pub(super) fn object(&self, frame: &Frame<'d>) -> Result<String, String> {
        let known = frame.known();
        let layouts = &self.definition.layouts;
        let mut first = self.families(known, true);
        if !layouts.is_empty() {
            self.read(known, &mut first, self.last_layout() + 1)?;
        }
        let mut values = Vec::new();
        for (declared, family) in layouts.iter().zip(&first.layouts) {
            let told: Option<Vec<i64>> = family.iter().map(|content| content.value()).collect();
            let told = told.filter(|told| !told.is_empty());
            let told =
                told.ok_or_else(|| format!("it does not say the layout `{}`", declared.name))?;
            values.push(if declared.is_rooms() { in_order(&told) } else { told });
        }
        let instance = frame.complete(&values).map_err(|problems| {
            problems.iter().next().map(|problem| problem.message().to_owned()).unwrap_or_default()
        })?;
        let mut found = self.families(&instance, false);
        self.read(&instance, &mut found, self.export.parts.len())?.must_be_over()?;
        Ok(self.json(&instance, &values, &found).to_string())
    }

    /// Returns the position of the last part that says a layout.
    fn last_layout(&self) -> usize {
        let is_layout =
            |it: &ExportArgument| matches!(it, ExportArgument::Family(Shown::Layout(_), _));
        self.export.parts.iter().rposition(|part| part.arguments.iter().any(is_layout)).unwrap_or(0)
    }

    /// Returns families that say nothing; where layouts are not known, clues may stand anywhere.
    fn families(&self, instance: &Instance<'_>, is_open: bool) -> Families {
        let definition = self.definition;
        let empty = |index: &KeyIndex| vec![Content::Empty; index.len()];
        let anywhere = || {
            let grid = instance.grid.as_ref();
            KeyIndex::of_places(grid.map(|grid| grid.all(PlaceKind::Cell)).unwrap_or_default())
        };
        let indexes: Vec<KeyIndex> = match is_open {
            true => (definition.clues.iter())
                .map(|clue| instance.clue_index(clue).unwrap_or_else(|_| anywhere()))
                .collect(),
            false => instance.clues.iter().map(|clue| clue.index.clone()).collect(),
        };
        Families {
            layouts: instance.layouts.iter().map(|layout| empty(&layout.index)).collect(),
            clues: indexes.iter().map(empty).collect(),
            indexes,
        }
    }

    /// Reads the first parts; returns what is left.
    fn read(
        &self,
        instance: &Instance<'_>,
        families: &mut Families,
        count: usize,
    ) -> Result<Rest<'_>, String> {
        let grid = instance.grid.as_ref().ok_or("the puzzle has no board")?;
        let mut rest = self.told.rest();
        for part in &self.export.parts[..count] {
            let mut arguments = Arguments { grid, list: Vec::new() };
            for argument in &part.arguments {
                arguments.list.push(families.argument(instance, argument)?);
            }
            match (part.code, &mut rest) {
                (ExportCode::Link(code), Rest::Text(text)) => {
                    code.read(text, &mut arguments)?;
                }
                (ExportCode::Link(code), Rest::Lines(lines)) => {
                    code.read_lines(lines, &mut arguments)?;
                }
                (ExportCode::Sudoku(code), Rest::Sudoku(sudoku)) => {
                    code.read(sudoku, &mut arguments)?;
                }
                _ => return Err("it is of another form".to_owned()),
            }
            let read: Vec<Option<Vec<Content>>> = arguments
                .list
                .into_iter()
                .map(|argument| match argument {
                    LinkArgument::Family(family) => Some(family.contents),
                    LinkArgument::Value(_) => None,
                })
                .collect();
            for (argument, contents) in part.arguments.iter().zip(read) {
                if let (ExportArgument::Family(shown, _), Some(contents)) = (argument, contents) {
                    families.add(*shown, contents);
                }
            }
        }
        Ok(rest)
    }

    fn json(&self, instance: &Instance<'_>, layouts: &[Vec<i64>], found: &Families) -> Json {
        let grid = instance.grid.as_ref();
        let mut layout = Map::new();
        for (at, declared) in self.definition.layouts.iter().enumerate() {
            let value = |position: Option<usize>| match position {
                None => Json::Null,
                Some(position) if declared.is_truth() => (layouts[at][position] != 0).into(),
                Some(position) => (layouts[at][position] + i64::from(declared.is_rooms())).into(),
            };
            let index = &instance.layouts[at].index;
            layout.insert(declared.name.clone(), shaped(grid, index, value));
        }
        let mut clues = Map::new();
        for (at, declared) in self.definition.clues.iter().enumerate() {
            // Where it stands may be decided, too.
            let is_always = declared.is_fixed && declared.condition.is_none();
            let is_known = is_always && declared.says_nothing_new();
            let known;
            let contents = match is_known {
                true => {
                    known = self.known(instance, at);
                    &known
                }
                false => &found.clues[at],
            };
            if contents.iter().all(|content| *content == Content::Empty) {
                continue;
            }
            let value = |position: Option<usize>| match position.map(|at| contents[at]) {
                None | Some(Content::Empty) => Json::Null,
                Some(Content::Untold) => puzgen_model::tokens::UNTOLD.into(),
                Some(Content::Value(value)) if declared.is_truth => (value != 0).into(),
                Some(Content::Value(value)) => value.into(),
            };
            let index = &instance.clues[at].index;
            clues.insert(declared.name.clone(), shaped(grid, index, value));
        }
        let params = instance.params().map(|(name, value)| {
            let value = match value {
                Value::Int(value) => Json::from(*value),
                Value::Bool(value) => Json::from(*value),
                other => Json::from(other.to_string()),
            };
            (name.to_owned(), value)
        });
        let mut object = json!({
            "params": params.collect::<Map<_, _>>(), "layout": layout, "clues": clues
        });
        if let Some((name, answer)) = self.answer(instance) {
            object["answer"] = json!({ name: answer });
        }
        object
    }

    /// Returns what a clue says that follows from where it stands.
    fn known(&self, instance: &Instance<'_>, at: usize) -> Vec<Content> {
        let declared = &self.definition.clues[at];
        let mut scope = instance.scope();
        let value = |key: &Key| {
            if let Some(binders) = &declared.index {
                scope.bind_key(binders, &key.to_value());
            }
            match scope.eval(&declared.value) {
                Ok(Value::Int(value)) => Content::Value(value),
                Ok(Value::Bool(value)) => Content::Value(i64::from(value)),
                _ => Content::Empty,
            }
        };
        instance.clues[at].index.keys().iter().map(value).collect()
    }

    /// Returns the answer with its name, where the puzzle comes with it and the definition has one for squares.
    fn answer(&self, instance: &Instance<'_>) -> Option<(&'d str, Json)> {
        let Told::Sudoku(Sudoku { solution: Some(solution), .. }) = self.told else { return None };
        let mut answers = self.definition.answers();
        let (Some(id), None) = (answers.next(), answers.next()) else { return None };
        let index = &instance.families[id.0 as usize].index;
        let value = |position: Option<usize>| match &index.keys()[position?] {
            Key::Place(Place { kind: PlaceKind::Cell, index }) => {
                solution.get(*index as usize).copied()
            }
            _ => None,
        };
        let values =
            shaped(instance.grid.as_ref(), index, |at| value(at).map_or(Json::Null, Json::from));
        Some((&self.definition.family(id).name, values))
    }
}

/// What was read so far.
struct Families {
    layouts: Vec<Vec<Content>>,
    clues: Vec<Vec<Content>>,
    indexes: Vec<KeyIndex>,
}

impl Families {
    fn argument<'f>(
        &'f self,
        instance: &'f Instance<'_>,
        argument: &ExportArgument,
    ) -> Result<LinkArgument<'f>, String> {
        let contents = |shown: Shown| match shown {
            Shown::Layout(LayoutId(id)) => self.layouts[id as usize].clone(),
            Shown::Clue(ClueId(id)) => self.clues[id as usize].clone(),
            Shown::Answer(_) => Vec::new(),
        };
        let index = |shown: Shown| match shown {
            Shown::Clue(ClueId(id)) => Some(&self.indexes[id as usize]),
            _ => None,
        };
        argument.seen(instance, index, contents)
    }

    /// Adds what was read; of a clue with several parts, each argument has its own.
    fn add(&mut self, shown: Shown, contents: Vec<Content>) {
        let known = match shown {
            Shown::Layout(LayoutId(id)) => &mut self.layouts[id as usize],
            Shown::Clue(ClueId(id)) => &mut self.clues[id as usize],
            Shown::Answer(_) => return,
        };
        let told = known.iter_mut().zip(contents).filter(|(_, new)| *new != Content::Empty);
        told.for_each(|(known, new)| *known = new);
    }
}

/// Returns the values of a family in the shape that an object has them in.
pub fn shaped(
    grid: Option<&Grid>,
    index: &KeyIndex,
    value: impl Fn(Option<usize>) -> Json,
) -> Json {
    match family_format(grid, index) {
        FamilyFormat::Single => value(Some(0)),
        FamilyFormat::Row(count) => (0..count).map(|position| value(Some(position))).collect(),
        FamilyFormat::Named(names) => {
            let values = (0..names.len()).map(|position| value(Some(position)));
            Json::Object(names.into_iter().zip(values).collect())
        }
        FamilyFormat::Lines(lines) | FamilyFormat::Lists(lines) => {
            lines.iter().map(|line| line.iter().map(|at| value(*at)).collect::<Json>()).collect()
        }
    }
}
