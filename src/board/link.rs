//! Reading the address of a puzzle that another program opens: it becomes the object that `--format json` prints,
//! which is then read as any other.
//!
//! Only what the definition's `export` says is understood, and a link that says more than that is refused.

use serde_json::{Map, Value as Json, json};

use crate::board::family_format::{FamilyFormat, family_format};
use crate::board::text::BoardText;
use crate::diagnostics::{Code, Problem};
use crate::grid::{Grid, PlaceKind};
use crate::model::definition::{BoardShape, Definition, Shown};
use crate::model::expr::{ClueId, Expr, ExprKind, LayoutId};
use crate::model::frame::Frame;
use crate::model::instance::{Instance, KeyIndex, Setting};
use crate::model::layout::in_order;
use crate::model::link::{Content, Export, ExportArgument, LinkArgument, LinkText};
use crate::model::value::Value;

/// The longest side of a board that is read.
const MAX_SIDE: i64 = 1000;

/// How many values a parameter is tried with.
const MAX_TRIED: i64 = 40;

/// Returns whether a board is given as an address.
pub fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
}

/// Returns the object that a link stands for.
///
/// # Errors
/// `board::link` where it is none of this definition, and what is wrong with it.
pub fn object_of(
    definition: &Definition,
    settings: &[Setting],
    text: BoardText<'_>,
) -> Result<String, Problem> {
    let wrong = |message: String| {
        Problem::error(Code::BoardLink, message, text.span(), "this link")
            .help("the link is one of puzz.link or pzpr, and its genre is what the definition's `export` names")
    };
    let address = Address::read(text.text.trim()).map_err(wrong)?;
    let same = |export: &&Export| export.genre == address.genre;
    let exports: Vec<&Export> = definition.exports.iter().filter(same).collect();
    if exports.is_empty() {
        let known: Vec<String> =
            definition.exports.iter().map(|export| format!("`{}`", export.genre)).collect();
        let name = &definition.name;
        return Err(wrong(match known.as_slice() {
            [] => format!("`{name}` has no links"),
            known => {
                format!("this is a link of `{}`; `{name}` is {}", address.genre, known.join(" or "))
            }
        }));
    }
    let found = exports.iter().find_map(|export| {
        let reading = Reading { definition, export, address: &address };
        reading.frame(settings).map(|(frame, body)| (reading, frame, body))
    });
    let Some((reading, frame, body)) = found else {
        let (rows, columns) = (address.rows, address.columns);
        return Err(wrong(format!(
            "`{}` has no board of {rows} × {columns} squares",
            definition.name
        )));
    };
    reading.object(&frame, body).map_err(wrong)
}

/// The parts of an address.
#[derive(Debug)]
struct Address<'t> {
    genre: &'t str,
    columns: i64,
    rows: i64,
    body: &'t str,
}

impl<'t> Address<'t> {
    fn read(text: &'t str) -> Result<Self, String> {
        let (_, query) = text.rsplit_once('?').ok_or("this is no address of a puzzle")?;
        let query = query.split('#').next().unwrap_or_default();
        let (genre, rest) = query.split_once('/').ok_or("this is no address of a puzzle")?;
        let genre = genre.trim_end_matches("_edit").trim_end_matches("_play");
        let mut rest = LinkText { rest };
        let mut first = rest.take_field();
        if first.parse::<i64>().is_err() {
            if !matches!(first, "" | "v:") {
                return Err(format!("it has the variant `{first}`, which changes the rules"));
            }
            first = rest.take_field();
        }
        let side = |text: &str| {
            let side = text.parse::<i64>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
            side.ok_or_else(|| format!("`{text}` is no number of squares"))
        };
        let columns = side(first)?;
        let rows = side(rest.take_field())?;
        Ok(Self { genre, columns, rows, body: rest.rest })
    }
}

/// A link that is read by one of the exports of a definition.
struct Reading<'r, 'd, 't> {
    definition: &'d Definition,
    export: &'d Export,
    address: &'r Address<'t>,
}

impl<'d, 't> Reading<'_, 'd, 't> {
    /// Returns the frame with the parameters of the link, and what is to be read after fields that say some.
    fn frame(&self, settings: &[Setting]) -> Option<(Frame<'d>, &'t str)> {
        let mut values: Vec<(usize, i64)> = Vec::new();
        let mut text = LinkText { rest: self.address.body };
        let fields = self.export.parts.iter().take_while(|part| part.code.name() == "field");
        for part in fields {
            let number = text.take_field().parse::<i64>().ok();
            if let (
                [ExportArgument::Value(Expr { kind: ExprKind::Constant(at), .. })],
                Some(number),
            ) = (part.arguments.as_slice(), number)
            {
                values.push((*at as usize, number));
            }
        }
        let sides = self.sides()?;
        let wanted = [self.address.rows, self.address.columns];
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
        found.map(|frame| (frame, self.address.body))
    }

    /// Returns the frame with these values of parameters, where the link has its size.
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
        let wanted = (Some(self.address.rows), Some(self.address.columns));
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
    fn object(&self, frame: &Frame<'d>, body: &str) -> Result<String, String> {
        let known = frame.known();
        let layouts = &self.definition.layouts;
        let mut first = self.families(known, true);
        if !layouts.is_empty() {
            self.read(known, body, &mut first, self.last_layout() + 1)?;
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
        let rest = self.read(&instance, body, &mut found, self.export.parts.len())?;
        if !matches!(rest.as_str(), "" | "/") {
            return Err(format!("`{rest}` is left at its end"));
        }
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
        body: &str,
        families: &mut Families,
        count: usize,
    ) -> Result<String, String> {
        let grid = instance.grid.as_ref().ok_or("the puzzle has no board")?;
        let mut text = LinkText { rest: body };
        for part in &self.export.parts[..count] {
            let mut arguments = Vec::new();
            for argument in &part.arguments {
                arguments.push(families.argument(instance, argument)?);
            }
            part.code.read(grid, &mut text, &mut arguments)?;
            let read: Vec<Option<Vec<Content>>> = arguments
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
        Ok(text.rest.to_owned())
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
            let contents = &found.clues[at];
            if contents.iter().all(|content| *content == Content::Empty) {
                continue;
            }
            let value = |position: Option<usize>| match position.map(|at| contents[at]) {
                None | Some(Content::Empty) => Json::Null,
                Some(Content::Untold) => crate::model::tokens::UNTOLD.into(),
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
        json!({ "params": params.collect::<Map<_, _>>(), "layout": layout, "clues": clues })
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
