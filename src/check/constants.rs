//! Constants and the board: parameters, `let`, `board`. They are known before anything is drawn.

use std::sync::Arc;

use crate::names::Symbol;
use crate::{Checker, Parts};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::{BoardDef, BoardShape, Constant, ParamDomain};
use puzgen_model::expr::Expr;
use puzgen_model::grid::Graph;
use puzgen_model::ty::{Phase, Ty};
use puzgen_syntax::ast::{self, ExprKind as Ast, Item, ItemKind, TextLiteral};

impl Checker<'_> {
    pub(super) fn constant_or_board(&mut self, item: &Item, parts: &mut Parts) {
        self.phase = Phase::Known;
        match &item.kind {
            ItemKind::Param { name, domain, default } => {
                let checked = self.param(name, domain, default);
                let checked = checked.map(|(domain, ty, value)| (Some(domain), ty, value));
                self.add_constant(name, checked, parts);
            }
            ItemKind::Let { name, value } if !self.declare_named(name, value) => {
                let value = self.expr(value).map(|value| (None, value.ty.clone(), value));
                self.add_constant(name, value, parts);
            }
            ItemKind::Board(board) => {
                self.has_board = true;
                parts.board = self.board(board, parts.constants.len()).or(parts.board.take());
            }
            _ => {}
        }
    }

    fn add_constant(
        &mut self,
        name: &ast::Ident,
        checked: Option<(Option<ParamDomain>, Ty, Expr)>,
        parts: &mut Parts,
    ) {
        let Some((domain, ty, value)) = checked else {
            self.broken.push(name.name.clone());
            return;
        };
        self.note(name.span, &ty, Phase::Known);
        self.declare(name, Symbol::Constant(parts.constants.len() as u32, ty));
        let (name, span) = (name.name.clone(), name.span);
        parts.constants.push(Constant { name, span, domain, value });
    }

    fn param(
        &mut self,
        name: &ast::Ident,
        domain: &ast::Expr,
        default: &ast::Expr,
    ) -> Option<(ParamDomain, Ty, Expr)> {
        let (domain, ty) = self.param_domain(domain)?;
        if let (ParamDomain::Words(words), Ast::Name(word)) = (&domain, &default.kind)
            && !words.iter().any(|other| **other == *word)
        {
            let list: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            let message = format!("`{word}` is no choice of `{}`", name.name);
            self.problems.push(
                Problem::error(Code::BadParameter, message, default.span, "not among its words")
                    .help(format!("use one of {}", list.join(", ")))
                    .did_you_mean(word, words.iter().map(|word| &**word)),
            );
            return None;
        }
        let value = self.expect(default, &ty)?;
        Some((domain, ty, value))
    }

    fn param_domain(&mut self, domain: &ast::Expr) -> Option<(ParamDomain, Ty)> {
        match &domain.kind {
            Ast::Name(name) if name == "bool" => Some((ParamDomain::Truth, Ty::Bool)),
            Ast::List(words)
                if words.iter().all(|word| match &word.kind {
                    Ast::Name(name) => matches!(self.names.symbol(name), Some(Symbol::Word)),
                    _ => false,
                }) =>
            {
                let words = words.iter().filter_map(|word| match &word.kind {
                    Ast::Name(name) => Some(Arc::from(name.as_str())),
                    _ => None,
                });
                Some((ParamDomain::Words(words.collect()), Ty::Word))
            }
            _ => {
                let numbers = self.expect(domain, &Ty::Int.list())?;
                Some((ParamDomain::Numbers(numbers), Ty::Int))
            }
        }
    }

    /// Returns a board that stands behind the first `after` constants.
    fn board(&mut self, board: &ast::BoardDecl, after: usize) -> Option<BoardDef> {
        let shape = self.board_shape(board)?;
        let (cells, ()) =
            self.within(board.cells.as_ref(), Phase::Known, Phase::Known, |_| Some(()))?;
        if let Some(cells) = cells.as_ref().filter(|cells| cells.key_type() != Ty::cell()) {
            let message = format!("a board consists of cells, found {}", cells.key_type());
            self.problems.push(
                Problem::error(Code::TypeMismatch, message, cells.span, "no cells")
                    .help("write `[c in cells where …]`"),
            );
            return None;
        }
        Some(BoardDef { shape, cells, after, span: board.span })
    }

    fn board_shape(&mut self, board: &ast::BoardDecl) -> Option<BoardShape> {
        let (name, sides) = match &board.shape {
            ast::BoardShape::Sides(name, sides) => (name, sides),
            ast::BoardShape::Graph(path) | ast::BoardShape::Programs(path) => {
                return self.graph(path).map(BoardShape::Graph);
            }
        };
        let checked: Vec<Expr> =
            sides.iter().filter_map(|side| self.expect(side, &Ty::Int)).collect();
        if checked.len() < sides.len() {
            return None;
        }
        let found = match name.name.as_str() {
            "grid" => checked.try_into().ok().map(BoardShape::Squares),
            "hexagon" => checked.try_into().ok().map(BoardShape::Hexagon),
            "hex" => checked.try_into().ok().map(BoardShape::Hexagons),
            _ => None,
        };
        if found.is_none() {
            self.problems.push(
                Problem::error(
                    Code::BadBoard,
                    "this is no board that puzgen knows",
                    board.span,
                    "unknown board",
                )
                .help(
                    "a board is `grid(rows, columns)`, `hexagon(side)`, `hex(rows, columns)`, \
                     `graph(\"file.yaml\")` or `programs(\"file.py\")`",
                ),
            );
        }
        found
    }

    /// Returns the graph that was read from a file, and lets its names stand for nodes and groups.
    fn graph(&mut self, path: &TextLiteral) -> Option<Arc<Graph>> {
        let found = self.graphs.get(&path.span).cloned();
        let graph = match found.unwrap_or_else(|| puzgen_base::bug!("a graph that nobody read")) {
            Ok(graph) => graph,
            Err(problem) => {
                self.problems.push(problem);
                return None;
            }
        };
        self.graph = Some(Arc::clone(&graph));
        Some(graph)
    }
}
