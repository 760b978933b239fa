//! Every code a problem can carry, with the sentence that explains it.

macro_rules! codes {
    ($($variant:ident = $code:literal: $about:literal;)*) => {
        /// The stable name of a kind of problem. Codes are never reused and never renamed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $about] $variant,)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the code as users see it: `puzgen::<stage>::<name>`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => concat!("puzgen::", $code),)* }
            }

            /// Returns what the code means, in one sentence.
            pub fn about(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }
        }
    };
}

// A macro, because a code, its text and its explanation belong on one line and must not drift.
codes! {
    Syntax = "parse::syntax": "The text does not follow the grammar.";
    ForeignTerm = "parse::foreign_term": "A word or sign of another language, for which puzgen has its own.";
    TooDeep = "parse::too_deep": "Brackets or operators are nested deeper than a readable rule ever is.";
    NumberTooLarge = "parse::number_too_large": "A number does not fit into 64 bits.";
    NotText = "parse::not_text": "The file is not UTF-8 text.";

    UnknownName = "check::unknown_name": "A name that nothing declares.";
    UnknownPuzzle = "check::unknown_puzzle": "A puzzle that neither the file nor anything it uses defines.";
    UnknownFile = "check::unknown_file": "A used file that cannot be read.";
    Outside = "check::outside": "A confined definition names a file that is not below its own folder.";
    UseCycle = "check::use_cycle": "Files use each other, or puzzles extend each other, in a circle.";
    Duplicate = "check::duplicate": "A name is declared twice.";
    MissingItem = "check::missing_item": "A definition lacks an item that generating needs.";
    TypeMismatch = "check::type_mismatch": "An expression has another type than its place asks for.";
    WrongArguments = "check::wrong_arguments": "A function got arguments that it does not take.";
    NotKnown = "check::not_known": "A value is decided by solving where it must be known before.";
    NotDetermined = "check::not_determined": "A clue or feature depends on something that the answer does not determine.";
    BadIndex = "check::bad_index": "An index is outside of what was declared.";
    BadDomain = "check::bad_domain": "A range or set of values is empty or too large.";
    BadParameter = "check::bad_parameter": "A parameter's value is outside its range.";
    BadBoard = "check::bad_board": "The board cannot be made with these parameters.";
    BadPrograms = "check::bad_programs": "A program that cannot be read, or outside of the subset of Python that puzgen runs.";
    BadGraph = "check::bad_graph": "A file that is no graph that a board can be made of.";
    TooLarge = "check::too_large": "Something has more cases, elements or parts than are built.";
    TooLong = "check::too_long": "Definitions, puzzles or files that each rest on the one before, too many of them.";
    BadArithmetic = "check::bad_arithmetic": "A number overflows or is divided by zero.";
    NotSupported = "check::not_supported": "A combination that this version cannot turn into constraints.";
    BadExample = "check::bad_example": "An example does not agree with the definition.";
    BadLevels = "check::bad_levels": "The levels and their rules do not fit together.";
    BadModel = "check::bad_model": "A file that is no learned model, or one of another version.";
    ModelMismatch = "check::model_mismatch": "A learned model that does not fit the definition.";
    BadShow = "check::bad_show": "Symbols or lines to draw do not fit the thing they are for.";
    BadTransform = "check::bad_transform": "A transform does not keep the rules, or cannot be made at this instance.";
    DroppedTransform = "check::dropped_transform": "An inherited transform does not keep the rules any more, so it is not used.";
    UnprovedTransform = "check::unproved_transform": "It is not known whether a transform keeps the rules, so it is not used.";
    NotImplied = "check::not_implied": "A rule that is said to follow from the others does not.";
    UnprovedRule = "check::unproved_rule": "It is not known whether a rule follows from the others, as it is said to.";
    BadWorking = "check::bad_working": "A line of a worked solution that says nothing of a value of the answer, or something wrong.";
    NoScore = "check::no_score": "Puzzles have no score, because their numbers are too far apart to be looked at one by one.";
    VacuousRemoval = "check::vacuous_removal": "A part of `remove` that can take nothing.";
    Unsatisfiable = "check::unsatisfiable": "The rules cannot hold together.";
    NarrowRange = "check::narrow_range": "The range of an answer leaves out values that a rule gives it.";
    RuleNeverBinds = "check::vacuous_rule": "A rule that covers no place or holds whatever the answer is.";

    ScriptSyntax = "script::syntax": "The script does not follow the grammar of scripts.";
    ScriptFailed = "script::failed": "The script ended with an error.";
    ScriptLimit = "script::limit": "The script wants more steps or memory than scripts get.";
    ScriptType = "script::wrong_type": "A script gave or passed a value of another type than is asked for.";

    BoardProgram = "board::program": "A program with blanks that is none of the puzzle.";
    BoardShape = "board::shape": "A board has another number of rows or columns than the puzzle.";
    BoardToken = "board::token": "A token on a board that is no value of its square.";
    BoardBlock = "board::block": "A named block that the puzzle does not have, or lacks.";
    BoardLayout = "board::layout": "A layout that is none of this puzzle: rooms that are not in one piece or of a wrong size, or a broken rule.";
    BoardLink = "board::link": "A link of another program that is none of the puzzle, or is damaged.";
    NoLink = "export::no_link": "A puzzle that a link of another program cannot say.";
    BadBook = "book::bad_book": "The text of a book does not say what is to be printed.";
    NoQuiz = "book::no_quiz": "A puzzle that a form of quizzes cannot ask.";
    BookTooShort = "book::too_short": "Bound paper asks for more pages than the book has.";
    NoGlyph = "book::no_glyph": "A text has a sign that the embedded font lacks.";
    Conflict = "solve::conflict": "Rules and givens that cannot hold together.";
    GaveUp = "solve::gave_up": "The budget was spent before an answer was found.";
    Disagreement = "verify::disagreement": "Two engines, or an engine and the rules, say different things: a bug of puzgen.";
    BadCertificate = "verify::bad_certificate": "A certificate that is none of the puzzle, or that cannot be made.";

    NoFullBoard = "generate::no_full_board": "No full board was found.";
    TargetNotReached = "generate::target_not_reached": "The stated target was not reached in any attempt.";
    NoBlank = "generate::no_blank": "No word of a program can be left blank: no call tells it from another one.";
    NoValidStart = "generate::no_valid_start": "Even with every clue shown, what must be kept does not hold.";
    BeyondSizes = "generate::beyond_sizes": "Puzzles with these parameters may not be found.";
    NoSymmetry = "generate::no_symmetry": "The clues that are to be symmetric have no such symmetry.";
    BadBankEntry = "generate::bad_bank_entry": "A puzzle of a bank that cannot be used: it cannot be read, or has not exactly one solution.";

    BadTable = "learn::bad_table": "A table of labelled puzzles that cannot be read.";
    UnknownLabel = "learn::unknown_label": "A labelled puzzle whose label is none of the levels.";
    NotUnique = "learn::not_unique": "A labelled puzzle that has no solution, or several.";
    SamePuzzle = "learn::same_puzzle": "A labelled puzzle that is in the table already.";
    TooFew = "learn::too_few": "Too few labelled puzzles to learn from.";

    NoBank = "bank::no_bank": "There is no bank here, or one of a later version.";
    BankFailed = "bank::failed": "The database of a bank cannot do what is asked of it.";
    BankBegun = "bank::begun": "A build has begun before, and is not asked to go on.";
    BankExhausted = "bank::exhausted": "A build finds no puzzle any more that the bank does not have.";
    NothingFits = "bank::nothing_fits": "The bank has no puzzle like the one that is asked for.";
    NotProved = "bank::not_proved": "A puzzle that may not enter a bank: its solutions are not what they must be.";
    BankDamaged = "bank::damaged": "What a bank holds is not what it says.";

    MissingShard = "merge::missing_shard": "A shard of a run is not there, or not complete.";
    ForeignShard = "merge::foreign_shard": "A shard is of another run than the others.";
    DamagedShard = "merge::damaged_shard": "The puzzles of a shard are not what its manifest says.";

    Bug = "cli::bug": "A state that must not be reachable: a bug of puzgen.";
    Usage = "cli::usage": "The command line asks for something that does not exist.";
    Io = "cli::io": "A file or stream cannot be read or written.";
    OtherRun = "cli::other_run": "What an earlier run left cannot be gone on with by the run that is asked for.";
}
