//! `puzgen help`: the help of a command, or the page of a problem's code.

use clap::{Args, CommandFactory as _, Parser as _};

use crate::output::Console;
use crate::{Cli, ExitStatus};
use puzgen_base::diagnostics::{Code, Problem, closest};

/// What the help of the program says of the codes.
pub(super) const OF_CODES: &str = "`puzgen help CODE` explains the code of a problem, such as \
    check::unknown_name; `puzgen help codes` lists them.";

/// Print the help of a command, or explain the code of a problem
#[derive(Debug, Args)]
pub(super) struct Help {
    /// A command; a code, with or without `puzgen::` and the stage; `codes` for all codes
    #[arg(value_name = "COMMAND|CODE")]
    topic: Option<String>,
}

impl Help {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let program = Cli::command();
        let topic = self.topic.as_deref().unwrap_or_default();
        let of_program = topic.is_empty().then(|| vec!["puzgen", "--help"]);
        let of_command = program.find_subcommand(topic).map(|_| vec!["puzgen", topic, "--help"]);
        // clap gives help as the end of reading a command line.
        if let Some(words) = of_program.or(of_command)
            && let Err(told) = Cli::try_parse_from(words)
        {
            return console.tell(&told);
        }
        let codes = Code::called(topic);
        let text = match codes.as_slice() {
            _ if topic == "codes" => Code::list(),
            [] => return Err(unknown(topic).into()),
            codes => codes.iter().map(|code| code.page_text()).collect::<Vec<_>>().join("\n"),
        };
        console.print(&text)?;
        Ok(0)
    }
}

/// Returns what can be asked about: commands, and the last parts of codes.
pub(super) fn topics() -> Vec<String> {
    let program = Cli::command();
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    let codes = Code::ALL.iter().map(|code| code.name());
    commands.map(clap::Command::get_name).chain(["codes"]).chain(codes).map(str::to_owned).collect()
}

fn unknown(topic: &str) -> Problem {
    let topics = topics();
    let near = match topic.contains("::") {
        true => Code::meant(topic),
        false => closest(topic, topics.iter().map(String::as_str)),
    };
    let message = format!("there is no command and no code of a problem `{topic}`");
    let problem = Problem::bare(Code::Usage, message);
    match near {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("`puzgen --help` lists the commands, `puzgen help codes` the codes"),
    }
}
