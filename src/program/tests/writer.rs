//! Random programs of the subset that mostly run: expressions follow types, loops have bounds. It is long, because every
//! construct of the subset has a line here.

use super::random::Random;
use super::templates::{EXPRESSIONS, STATEMENTS};

/// What a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Bool,
    Text,
    Ints,
    Texts,
    Grid,
    Dict,
}

impl Type {
    const ALL: [Self; 7] =
        [Self::Int, Self::Bool, Self::Text, Self::Ints, Self::Texts, Self::Grid, Self::Dict];

    pub(super) fn annotation(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Bool => "bool",
            Self::Text => "str",
            Self::Ints => "list[int]",
            Self::Texts => "list[str]",
            Self::Grid => "list[list[int]]",
            Self::Dict => "dict[str, int]",
        }
    }
}

/// A program that is written.
pub(super) struct Writer<'r> {
    random: &'r mut Random,
    lines: Vec<String>,
    indent: usize,
    variables: Vec<(String, Type)>,
    helpers: Vec<(String, Vec<Type>, Type)>,
    next: usize,
    loops: usize,
    result: Type,
}

impl<'r> Writer<'r> {
    fn new(random: &'r mut Random) -> Self {
        Self {
            random,
            lines: Vec::new(),
            indent: 0,
            variables: Vec::new(),
            helpers: Vec::new(),
            next: 0,
            loops: 0,
            result: Type::Int,
        }
    }
}

/// Writes a program that does little more than one of the templates, by its number.
pub(super) fn write_template(random: &mut Random, number: usize) -> Option<String> {
    let mut writer = Writer::new(random);
    let names = ["a", "b", "s", "l", "m", "g", "d"];
    writer.variables = names.map(str::to_owned).into_iter().zip(Type::ALL).collect();
    let annotated = |(name, of): &(String, Type)| format!("{name}: {}", of.annotation());
    let parameters: Vec<String> = writer.variables.iter().map(annotated).collect();
    writer.line(&format!("def f({}):", parameters.join(", ")));
    writer.indent = 1;
    match (EXPRESSIONS.get(number), STATEMENTS.get(number.wrapping_sub(EXPRESSIONS.len()))) {
        (Some(form), _) => {
            let value = writer.filled(form);
            writer.line(&format!("x = {value}"));
        }
        (None, form) => {
            for line in writer.filled(form?).lines() {
                writer.line(line);
            }
        }
    }
    if number.is_multiple_of(2) {
        writer.line("print(a, b, s, l, m, g, d)");
    }
    writer.line(if number < EXPRESSIONS.len() { "return x" } else { "return l" });
    Some(writer.lines.join("\n") + "\n")
}

/// Writes a program.
pub(super) fn write(random: &mut Random) -> String {
    let mut writer = Writer::new(random);
    for _ in 0..writer.random.below(3) {
        writer.function(false);
    }
    writer.function(true);
    writer.lines.join("\n") + "\n"
}

impl Writer<'_> {
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.random.below(from.len())]
    }

    fn a_type(&mut self) -> Type {
        Type::ALL[self.random.below(Type::ALL.len())]
    }

    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "    ".repeat(self.indent)));
    }

    fn fresh(&mut self) -> String {
        let names = ["a", "b", "c", "n", "i", "total", "out", "k", "best", "word", "x", "y", "max"];
        self.next += 1;
        let name = names[self.random.below(names.len())];
        if self.random.below(3) == 0 { format!("{name}{}", self.next) } else { name.to_owned() }
    }

    fn function(&mut self, is_last: bool) {
        let name = if is_last { "f".to_owned() } else { format!("help{}", self.helpers.len()) };
        let count = 1 + self.random.below(3);
        self.variables.clear();
        let mut types = Vec::new();
        let mut parameters = Vec::new();
        for place in 0..count {
            let of = self.a_type();
            let parameter = format!("p{place}");
            let default = match of {
                Type::Int if place + 1 == count && self.random.below(3) == 0 => " = 2",
                _ => "",
            };
            parameters.push(format!("{parameter}: {}{default}", of.annotation()));
            self.variables.push((parameter, of));
            types.push(of);
        }
        self.result = self.a_type();
        self.line(&format!("def {name}({}):", parameters.join(", ")));
        self.indent += 1;
        let statements = 2 + self.random.below(4);
        self.block(statements, 0);
        let value = self.expression(self.result, 2);
        self.line(&format!("return {value}"));
        self.indent -= 1;
        self.line("");
        self.helpers.push((name, types, self.result));
    }

    fn block(&mut self, count: usize, depth: usize) {
        let (before, lines) = (self.variables.clone(), self.lines.len());
        for _ in 0..=count {
            self.statement(depth);
        }
        if self.lines.len() == lines {
            self.line("pass");
        }
        // What a block assigns may not be there after it, now and then.
        if depth > 0 && self.random.below(8) != 0 {
            self.variables = before;
        }
    }

    fn nested(&mut self, depth: usize) {
        self.indent += 1;
        let count = self.random.below(2);
        self.block(count, depth + 1);
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        let most = if depth < 3 { 20 } else { 12 };
        match self.random.below(most) {
            0..=3 => self.assignment(),
            4 | 5 => self.augmented(),
            6 | 7 => self.changed(),
            8 => {
                let of = self.a_type();
                let (a, b) = (self.expression(of, 1), self.expression(Type::Int, 1));
                let how = self.pick(&["", ", sep='-'", ", end=' '", ", end=\"\""]);
                self.line(&format!("print({a}, {b}{how})"));
            }
            9 if self.random.below(3) == 0 => {
                let form = EXPRESSIONS[self.random.below(EXPRESSIONS.len())];
                let value = self.filled(form);
                match self.random.below(4) {
                    0 => self.line(&format!("x = {value}")),
                    _ => self.line(&format!("print({value})")),
                }
            }
            9 => self.swap(),
            10 if self.loops > 0 && self.random.below(2) == 0 => {
                let test = self.expression(Type::Bool, 1);
                self.line(&format!("if {test}:"));
                let word = self.pick(&["break", "continue"]);
                self.line(&format!("    {word}"));
            }
            11 if self.random.below(3) == 0 => {
                let test = self.expression(Type::Bool, 1);
                let value = self.expression(self.result, 1);
                self.line(&format!("if {test}:"));
                match self.random.below(6) {
                    0 => self.line("    raise ValueError(\"no\")"),
                    1 => self.line("    return"),
                    _ => self.line(&format!("    return {value}")),
                }
            }
            12..=14 => self.condition(depth),
            15 | 16 => self.for_loop(depth),
            17 => self.while_loop(depth),
            19 if self.random.below(2) == 0 => self.template(),
            18 => {
                let test = self.expression(Type::Bool, 1);
                self.line(&format!("assert {test} or {}", self.next % 7));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let of = self.a_type();
        let value = self.expression(of, 3);
        let name = match self.random.below(3) {
            0 => self.variable(of),
            _ => self.fresh(),
        };
        if name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(char::is_alphanumeric)
        {
            self.line(&format!("{name} = {value}"));
            self.variables.retain(|(known, _)| *known != name);
            self.variables.push((name, of));
        }
    }

    fn augmented(&mut self) {
        match self.random.below(4) {
            0 => {
                let (name, value) = (self.variable(Type::Text), self.expression(Type::Text, 1));
                self.on_name(&name, &format!("{name} += {value}"));
            }
            1 => {
                let name = self.variable(Type::Ints);
                let value = self.expression(Type::Ints, 1);
                self.on_name(&name, &format!("{name} += {value}"));
            }
            2 => {
                let (name, key) = (self.variable(Type::Dict), self.expression(Type::Text, 1));
                self.on_name(&name, &format!("{name}[{key}] = {name}.get({key}, 0) + 1"));
            }
            _ => {
                let name = self.variable(Type::Int);
                let sign = self.pick(&["+=", "-=", "*=", "//=", "%="]);
                let value = self.expression(Type::Int, 1);
                self.on_name(&name, &format!("{name} {sign} {value}"));
            }
        }
    }

    /// Writes a line that needs a name, if this is one.
    fn on_name(&mut self, name: &str, line: &str) {
        if name.starts_with(|letter: char| letter.is_ascii_lowercase())
            && name.chars().all(|letter| letter.is_alphanumeric())
        {
            self.line(line);
        }
    }

    fn changed(&mut self) {
        let list = self.variable(Type::Ints);
        let (a, b) = (self.expression(Type::Int, 1), self.expression(Type::Int, 1));
        let a = self.index(&a);
        let line = match self.random.below(16) {
            0 | 1 => format!("{list}.append({a})"),
            2 => format!("{list}.insert({a}, {b})"),
            3 => format!("{list}.pop()"),
            4 => format!("{list}.pop({a})"),
            5 => format!("{list}.remove({a})"),
            6 => format!("{list}.sort(reverse={})", ["True", "False"][self.random.below(2)]),
            7 => format!("{list}.reverse()"),
            8 => format!("{list}[{a}] = {b}"),
            9 => format!("{list}[{a}] += {b}"),
            10 => format!("del {list}[{a}]"),
            11 => {
                let more = self.expression(Type::Ints, 1);
                format!("{list}.extend({more})")
            }
            12 => {
                let (dict, key) = (self.variable(Type::Dict), self.expression(Type::Text, 1));
                let how = self.pick(&[".pop(K, 0)", "[K] = 3", ".setdefault(K, 1)", ".pop(K)"]);
                format!("{dict}{}", how.replace('K', &key))
            }
            13 => {
                let grid = self.variable(Type::Grid);
                format!("{grid}.append({list})")
            }
            14 => {
                let grid = self.variable(Type::Grid);
                format!("{grid}[{a}][0] = {b}")
            }
            _ => {
                let (texts, one) = (self.variable(Type::Texts), self.expression(Type::Text, 1));
                format!("{texts}.append({one})")
            }
        };
        self.line(&line);
    }

    fn swap(&mut self) {
        let (a, b) = (self.variable(Type::Int), self.variable(Type::Int));
        if a != b && a.chars().chain(b.chars()).all(char::is_alphanumeric) {
            let is_name = |name: &str| name.starts_with(|first: char| first.is_ascii_lowercase());
            if is_name(&a) && is_name(&b) {
                let right = self.pick(&["B, A", "divmod(B, 2)", "B, A + B", "[A, B]", "A, B, A"]);
                let right = right.replace('B', &b).replace('A', &a);
                self.line(&format!("{a}, {b} = {right}"));
            }
        }
    }

    fn template(&mut self) {
        let form = STATEMENTS[self.random.below(STATEMENTS.len())];
        for line in self.filled(form).lines() {
            self.line(line);
        }
    }

    /// Fills the holes of a template with variables and literals.
    fn filled(&mut self, form: &str) -> String {
        let holes = [
            ("<I>", Type::Int),
            ("<B>", Type::Bool),
            ("<T>", Type::Text),
            ("<L>", Type::Ints),
            ("<S>", Type::Texts),
            ("<G>", Type::Grid),
            ("<D>", Type::Dict),
        ];
        let mut text = form.to_owned();
        for (hole, of) in holes {
            while text.contains(hole) {
                let value = match self.random.below(3) {
                    // What loops within CPython's own code cannot be interrupted.
                    0 => self.literal(of).replace("99999999999", "9"),
                    _ => self.variable(of),
                };
                text = text.replacen(hole, &value, 1);
            }
        }
        text
    }

    fn condition(&mut self, depth: usize) {
        let test = self.expression(Type::Bool, 2);
        self.line(&format!("if {test}:"));
        self.nested(depth);
        if self.random.below(3) == 0 {
            let test = self.expression(Type::Bool, 1);
            self.line(&format!("elif {test}:"));
            self.nested(depth);
        }
        if self.random.below(2) == 0 {
            self.line("else:");
            self.nested(depth);
        }
    }

    fn for_loop(&mut self, depth: usize) {
        let (name, other) = (self.fresh(), self.fresh());
        let before = self.variables.clone();
        let int = self.expression(Type::Int, 1);
        let ints = self.expression(Type::Ints, 1);
        let text = self.expression(Type::Text, 1);
        let dict = self.variable(Type::Dict);
        let (target, over, types) = match self.random.below(10) {
            0 => (name.clone(), format!("range({int})"), vec![Type::Int]),
            1 => (name.clone(), format!("range(1, {int})"), vec![Type::Int]),
            2 => (name.clone(), format!("range({int}, -2, -1)"), vec![Type::Int]),
            3 | 4 => (name.clone(), ints, vec![Type::Int]),
            5 => (name.clone(), text, vec![Type::Text]),
            6 => (format!("{name}, {other}"), format!("enumerate({ints})"), vec![Type::Int; 2]),
            7 => {
                let types = vec![Type::Int, Type::Text];
                (format!("{name}, {other}"), format!("zip({ints}, {text})"), types)
            }
            8 => {
                let types = vec![Type::Text, Type::Int];
                (format!("{name}, {other}"), format!("{dict}.items()"), types)
            }
            _ => (name.clone(), dict, vec![Type::Text]),
        };
        self.line(&format!("for {target} in {over}:"));
        for (name, of) in [name, other].into_iter().zip(types) {
            self.variables.retain(|(known, _)| *known != name);
            self.variables.push((name, of));
        }
        self.loops += 1;
        self.nested(depth);
        self.loops -= 1;
        if self.random.below(6) == 0 {
            self.line("else:");
            self.nested(depth);
        }
        if self.random.below(2) == 0 {
            self.variables = before;
        }
    }

    fn while_loop(&mut self, depth: usize) {
        let name = self.fresh();
        let start = self.random.below(5);
        self.line(&format!("{name} = {start}"));
        self.variables.retain(|(known, _)| *known != name);
        self.variables.push((name.clone(), Type::Int));
        let test = self.expression(Type::Bool, 1);
        let join = self.pick(&["and", "or"]);
        let more =
            if self.random.below(2) == 0 { format!(" {join} {test}") } else { String::new() };
        self.line(&format!("while {name} > 0{more}:"));
        self.loops += 1;
        self.indent += 1;
        self.line(&format!("{name} -= 1"));
        self.indent -= 1;
        self.nested(depth);
        self.loops -= 1;
    }

    /// Returns a variable of a type, or a literal where there is none.
    fn variable(&mut self, of: Type) -> String {
        let known: Vec<String> = self
            .variables
            .iter()
            .filter(|(_, is)| *is == of)
            .map(|(name, _)| name.clone())
            .collect();
        match known.len() {
            0 => self.literal(of),
            count => known[self.random.below(count)].clone(),
        }
    }

    fn literal(&mut self, of: Type) -> String {
        match of {
            Type::Int => match self.random.below(12) {
                0 => "10".to_owned(),
                1 => "99999999999".to_owned(),
                _ => (self.random.below(6) as i64 - 2).to_string(),
            },
            Type::Bool => self.pick(&["True", "False"]).to_owned(),
            Type::Text => self.pick(&["\"a\"", "'ab'", "\"b a\"", "'Q1'", "\"it's\""]).to_owned(),
            Type::Ints => {
                self.pick(&["[2, 1]", "[1, 4, 4]", "[3, 1, 2]", "[0, 0, 1, 5]"]).to_owned()
            }
            Type::Texts => self.pick(&["[\"a\", 'c']", "['b', 'a', \"\"]"]).to_owned(),
            Type::Grid => {
                self.pick(&["[[5, 1], [2, 3]]", "[[0] * 2 for _ in range(2)]"]).to_owned()
            }
            Type::Dict => self.pick(&["{}", "{\"a\": 1}", "{'b': 2, \"a\": 0}"]).to_owned(),
        }
    }

    fn expression(&mut self, of: Type, depth: usize) -> String {
        if depth == 0 || self.random.below(4) == 0 {
            return match self.random.below(5) {
                0 => self.literal(of),
                _ => self.variable(of),
            };
        }
        if self.random.below(12) == 0 {
            let helpers: Vec<(String, Vec<Type>)> = self
                .helpers
                .iter()
                .filter(|(_, _, result)| *result == of)
                .map(|(name, types, _)| (name.clone(), types.clone()))
                .collect();
            if let Some((name, types)) = helpers.first() {
                let arguments: Vec<String> =
                    types.iter().map(|of| self.expression(*of, depth - 1)).collect();
                return format!("{name}({})", arguments.join(", "));
            }
        }
        match of {
            Type::Int => self.an_int(depth - 1),
            Type::Bool => self.a_bool(depth - 1),
            Type::Text => self.a_text(depth - 1),
            Type::Ints => self.some_ints(depth - 1),
            Type::Texts => self.some_texts(depth - 1),
            Type::Grid => self.a_grid(depth - 1),
            Type::Dict => self.a_dict(depth - 1),
        }
    }

    fn an_int(&mut self, depth: usize) -> String {
        let (a, b) = (self.expression(Type::Int, depth), self.expression(Type::Int, depth));
        let ints = self.expression(Type::Ints, depth);
        let text = self.expression(Type::Text, depth);
        match self.random.below(24) {
            0..=3 => {
                let (sign, other) = (self.sign(), self.sign());
                let c = self.expression(Type::Int, 0);
                let form =
                    self.pick(&["A S B", "A S B T C", "(A S B) T C", "A S (B T C)", "-A S B"]);
                let form = form.replace('S', sign).replace('T', other);
                form.replace('C', &c).replace('B', &b).replace('A', &a)
            }
            4 => format!("len({ints})"),
            5 => format!("len({text})"),
            6 => format!("sum({ints})"),
            7 => format!("{}({a}, {b})", self.pick(&["min", "max"])),
            8 => format!("{}({ints})", self.pick(&["min", "max", "len", "sum"])),
            9 | 10 => {
                let (list, a) = (self.variable(Type::Ints), self.index(&a));
                format!("{list}[{a}]")
            }
            11 => format!("abs({a})"),
            12 => {
                let test = self.expression(Type::Bool, depth);
                format!("({a} if {test} else {b})")
            }
            13 => format!("({ints}).{}({a})", self.pick(&["count", "index"])),
            14 => {
                let dict = self.variable(Type::Dict);
                let how = self.pick(&["[K]", ".get(K, 0)", ".get(K, -1)", ".get(K, 2)"]);
                format!("{dict}{}", how.replace('K', &text))
            }
            15 => {
                let part = self.expression(Type::Text, 0);
                format!("({text}).{}({part})", self.pick(&["find", "count", "rfind", "index"]))
            }
            16 => {
                let test = self.expression(Type::Bool, 1);
                let function = self.pick(&["sum", "max", "min"]);
                format!("{function}(z * {b} for z in {ints} if {test})")
            }
            17 => {
                let (a, b) = (self.index(&a), self.index(&b));
                let grid = self.variable(Type::Grid);
                format!("{grid}[{a}][{b}]")
            }
            18 => format!(
                "int({})",
                self.pick(&["'12'", "\" -3\"", "True", "str(4)", "'1_0'", "'7'"])
            ),
            19 => format!("ord({})", self.pick(&["'a'", "\"Q\"", "' '"])),
            20 => format!("({a}) ** {}", self.random.below(4)),
            21 => format!("-({a})"),
            22 => format!("divmod({a}, {b})[{}]", self.random.below(2)),
            _ => {
                let dict = self.variable(Type::Dict);
                format!("{}({dict}.values())", self.pick(&["sum", "max", "len"]))
            }
        }
    }

    /// Returns mostly what is in range of most.
    fn index(&mut self, other: &str) -> String {
        match self.random.below(6) {
            0 => other.to_owned(),
            _ => self.pick(&["0", "0", "-1", "1"]).to_owned(),
        }
    }

    fn sign(&mut self) -> &'static str {
        self.pick(&["+", "-", "*", "//", "%", "+", "-", "+", "*"])
    }

    fn a_bool(&mut self, depth: usize) -> String {
        let (a, b) = (self.expression(Type::Int, depth), self.expression(Type::Int, depth));
        let compare = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let text = self.expression(Type::Text, depth);
        let ints = self.expression(Type::Ints, depth);
        match self.random.below(14) {
            0..=3 => format!("{a} {compare} {b}"),
            4 => format!("0 <= {a} {compare} {b}"),
            5 => {
                let (c, d) =
                    (self.expression(Type::Bool, depth), self.expression(Type::Bool, depth));
                let e = self.expression(Type::Bool, 0);
                let (first, second) = (self.pick(&["and", "or"]), self.pick(&["and", "or"]));
                let form =
                    self.pick(&["C J D", "(C J D) K E", "C J (D K E)", "C J D K E", "not C J D"]);
                let form = form.replace('J', first).replace('K', second);
                form.replace('C', &c).replace('D', &d).replace('E', &e)
            }
            6 => format!("not {a} {compare} {b}"),
            7 => format!("{a} {} {ints}", self.pick(&["in", "not in"])),
            8 => {
                let part = self.expression(Type::Text, 0);
                format!("{part} {} {text}", self.pick(&["in", "not in"]))
            }
            9 => {
                let (dict, form) = (self.variable(Type::Dict), self.pick(&["in", "not in"]));
                format!("{text} {form} {dict}")
            }
            10 => {
                let method = self.pick(&["isdigit", "isalpha", "isupper", "islower", "isalnum"]);
                format!("({text}).{method}()")
            }
            11 => {
                let function = self.pick(&["any", "all"]);
                format!("{function}(z {compare} {b} for z in {ints})")
            }
            12 => format!("({text}).{}('a')", self.pick(&["startswith", "endswith"])),
            _ => {
                let of = self.a_type();
                let (x, y) = (self.expression(of, depth), self.expression(of, depth));
                let compare = self.pick(&["==", "!=", "<", ">="]);
                let compare = if of == Type::Dict { "==" } else { compare };
                format!("({x}) {compare} ({y})")
            }
        }
    }

    fn bounds(&mut self, depth: usize) -> String {
        let (a, b) = (self.expression(Type::Int, depth), self.expression(Type::Int, depth));
        let form = self.pick(&["A:B", "A:", ":B", ":", "::-1", "A:B:2", "::2", "B:A:-1", "A::B"]);
        form.replace('A', &a).replace('B', &b)
    }

    fn a_text(&mut self, depth: usize) -> String {
        let (text, other) = (self.expression(Type::Text, depth), self.expression(Type::Text, 0));
        let int = self.expression(Type::Int, depth);
        match self.random.below(14) {
            0 | 1 => format!("{text} + {other}"),
            2 | 3 => {
                let (name, int) = (self.variable(Type::Text), self.index(&int));
                format!("{name}[{int}]")
            }
            4 | 5 => {
                let (name, bounds) = (self.variable(Type::Text), self.bounds(1));
                format!("{name}[{bounds}]")
            }
            6 => {
                let methods =
                    ["upper", "lower", "title", "capitalize", "swapcase", "strip", "lstrip"];
                format!("({text}).{}()", self.pick(&methods))
            }
            7 => format!("str({int})"),
            8 => {
                let of = self.a_type();
                let name = self.variable(of);
                match name.contains(['"', '\'', '{', '[']) {
                    true => format!("str({name})"),
                    false => format!("f\"{{{name}}}-{{{name}!r}}\""),
                }
            }
            9 => {
                let texts = self.expression(Type::Texts, depth);
                format!("{other}.join({texts})")
            }
            10 => format!("({text}).replace({other}, 'z')"),
            11 => format!("{text} * {}", self.random.below(4)),
            12 => format!(
                "({text}).{}({})",
                self.pick(&["ljust", "rjust", "zfill"]),
                self.random.below(5)
            ),
            _ => {
                let ints = self.variable(Type::Ints);
                format!("\",\".join(str(z) for z in {ints})")
            }
        }
    }

    fn some_ints(&mut self, depth: usize) -> String {
        let (a, b) = (self.expression(Type::Int, depth), self.expression(Type::Int, depth));
        let ints = self.expression(Type::Ints, depth);
        match self.random.below(14) {
            0 => format!("[{a}, {b}]"),
            1 | 2 => {
                let (name, bounds) = (self.variable(Type::Ints), self.bounds(1));
                format!("{name}[{bounds}]")
            }
            3 => {
                let how = self.pick(&["", ", reverse=True"]);
                format!("sorted({ints}{how})")
            }
            4 | 5 => {
                let test = self.expression(Type::Bool, 1);
                let form = self.pick(&[
                    "[z S B for z in L if z > A]",
                    "[z for z in L if T]",
                    "[z + B for z in L]",
                ]);
                let sign = self.sign();
                let form = form.replace('S', sign).replace('T', &test).replace('L', &ints);
                form.replace('A', &a).replace('B', &b)
            }
            6 => format!("list(range({}))", self.random.below(5)),
            7 => {
                let more = self.expression(Type::Ints, 0);
                format!("{ints} + {more}")
            }
            8 => format!("{ints} * {}", self.random.below(3)),
            9 => format!("list(reversed({ints}))"),
            10 => {
                let grid = self.variable(Type::Grid);
                format!("[z for row in {grid} for z in row if z != {a}]")
            }
            11 => {
                let dict = self.variable(Type::Dict);
                format!("list({dict}.values())")
            }
            12 => format!("[i * z for i, z in enumerate({ints})]"),
            _ => format!("({ints}).copy()"),
        }
    }

    fn some_texts(&mut self, depth: usize) -> String {
        let (text, other) = (self.expression(Type::Text, depth), self.expression(Type::Text, 0));
        let texts = self.expression(Type::Texts, 0);
        match self.random.below(8) {
            0 => format!("[{text}, {other}]"),
            1 => format!("({text}).split()"),
            2 => format!("({text}).split('a')"),
            3 => format!("sorted({texts})"),
            4 => {
                let dict = self.variable(Type::Dict);
                self.pick(&["sorted(D)", "list(D)", "list(D.keys())"]).replace('D', &dict)
            }
            5 => format!("[z.upper() for z in {text} if z not in {other}]"),
            6 => {
                let bounds = self.bounds(0);
                format!("{texts}[{bounds}]")
            }
            _ => format!("list({text})"),
        }
    }

    fn a_grid(&mut self, depth: usize) -> String {
        let (ints, more) = (self.expression(Type::Ints, depth), self.expression(Type::Ints, 0));
        match self.random.below(6) {
            0 => format!("[{ints}, {more}]"),
            1 => format!("[{ints}] * 2"),
            2 => format!("[[z] for z in {ints}]"),
            3 => "[[r * c for c in range(3)] for r in range(2)]".to_owned(),
            4 => format!("[{ints} for _ in range(2)]"),
            _ => {
                let grid = self.variable(Type::Grid);
                format!("[row[::-1] for row in {grid}]")
            }
        }
    }

    fn a_dict(&mut self, depth: usize) -> String {
        let (text, int) = (self.expression(Type::Text, depth), self.expression(Type::Int, depth));
        match self.random.below(5) {
            0 => format!("{{{text}: {int}}}"),
            1 => format!("{{z: {int} for z in {text}}}"),
            2 => format!("{{z: i for i, z in enumerate({text})}}"),
            3 => format!("dict(zip({text}, [1, 2, {int}]))"),
            _ => {
                let dict = self.variable(Type::Dict);
                format!("{{k: v + 1 for k, v in {dict}.items() if v > 0}}")
            }
        }
    }
}
