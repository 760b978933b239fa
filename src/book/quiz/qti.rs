//! Questions as a package of IMS Question and Test Interoperability 2.1: an item for each puzzle, a test of all of
//! them, and the drawings.

use std::io::{Cursor, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use crate::html::escaped;
use crate::quiz::{Question, questions};
use crate::{Book, Document};
use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;
use puzgen_export::blanks::{Field, Takes};

pub(crate) struct Qti;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const ITEM: &str = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const SCHEMA: &str = "http://www.imsglobal.org/xsd/imsqti_v2p1 http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd";
const PACKAGE: &str = "http://www.imsglobal.org/xsd/imscp_v1p1";
const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

impl Document for Qti {
    fn head(&self) -> FileHead {
        FileHead::new(
            "qti",
            "questions for learning platforms: a package (zip) of IMS QTI 2.1",
            "zip",
        )
    }

    fn is_quiz(&self) -> bool {
        true
    }

    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem> {
        let questions = questions(book, self.name())?;
        let mut files = vec![
            ("imsmanifest.xml".to_owned(), manifest(questions.len())),
            ("test.xml".to_owned(), test(book, questions.len())),
        ];
        for (number, question) in questions.iter().enumerate() {
            files.push((item_path(number), item(question, number)));
            files.push((drawing_path(number), question.drawing(book)));
        }
        match packed(&files) {
            Ok(bytes) => Ok(bytes),
            Err(error) => puzgen_base::bug!("a package in memory cannot be written: {error}"),
        }
    }
}

/// Returns the files as an archive, always with the same bytes.
fn packed(files: &[(String, String)]) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in files {
        writer.start_file(path.as_str(), options)?;
        writer.write_all(text.as_bytes())?;
    }
    Ok(writer.finish()?.into_inner())
}

fn item_path(number: usize) -> String {
    format!("item{:04}.xml", number + 1)
}

fn drawing_path(number: usize) -> String {
    format!("puzzle{:04}.svg", number + 1)
}

fn identifier(number: usize) -> String {
    format!("item{:04}", number + 1)
}

fn manifest(count: usize) -> String {
    let mut resources = String::new();
    let mut depended = String::new();
    for number in 0..count {
        let (id, path, drawing) = (identifier(number), item_path(number), drawing_path(number));
        resources.push_str(&format!(
            "<resource identifier=\"{id}\" type=\"imsqti_item_xmlv2p1\" href=\"{path}\">\
             <file href=\"{path}\"/><file href=\"{drawing}\"/></resource>\n"
        ));
        depended.push_str(&format!("<dependency identifierref=\"{id}\"/>"));
    }
    format!(
        "{XML}<manifest xmlns=\"{PACKAGE}\" identifier=\"puzgen\">\n\
         <metadata><schema>IMS Content</schema><schemaversion>1.1</schemaversion></metadata>\n\
         <organizations/>\n<resources>\n\
         <resource identifier=\"test\" type=\"imsqti_test_xmlv2p1\" href=\"test.xml\">\
         <file href=\"test.xml\"/>{depended}</resource>\n{resources}</resources>\n</manifest>\n"
    )
}

fn test(book: &Book, count: usize) -> String {
    let refs: String = (0..count)
        .map(|number| {
            let (id, path) = (identifier(number), item_path(number));
            format!("<assessmentItemRef identifier=\"{id}\" href=\"{path}\"/>\n")
        })
        .collect();
    let title = escaped(&book.setup.title);
    format!(
        "{XML}<assessmentTest xmlns=\"{ITEM}\" xmlns:xsi=\"{INSTANCE}\" xsi:schemaLocation=\"{SCHEMA}\" \
         identifier=\"test\" title=\"{title}\">\n\
         <testPart identifier=\"part\" navigationMode=\"nonlinear\" submissionMode=\"individual\">\n\
         <assessmentSection identifier=\"section\" title=\"{title}\" visible=\"true\">\n{refs}\
         </assessmentSection>\n</testPart>\n</assessmentTest>\n"
    )
}

fn item(question: &Question<'_>, number: usize) -> String {
    let fields: Vec<&Field> = question.blanks.fields().collect();
    let declared = fields.iter().enumerate().map(|(at, field)| declaration(at, field));
    let declared: String = declared.collect();
    let body = question.told(&drawing_path(number)) + question.places(&interaction).as_str();
    let scored: String = (0..fields.len())
        .map(|at| format!("<mapResponse identifier=\"{}\"/>", response(at)))
        .collect();
    let (id, title, count) = (identifier(number), escaped(&question.title()), fields.len());
    let (feedback, way) = match question.way() {
        way if way.is_empty() => (String::new(), String::new()),
        way => (
            condition(count),
            format!(
                "<modalFeedback outcomeIdentifier=\"FEEDBACK\" identifier=\"way\" showHide=\"show\">\n{way}</modalFeedback>\n"
            ),
        ),
    };
    format!(
        "{XML}<assessmentItem xmlns=\"{ITEM}\" xmlns:xsi=\"{INSTANCE}\" xsi:schemaLocation=\"{SCHEMA}\" \
         identifier=\"{id}\" title=\"{title}\" adaptive=\"false\" timeDependent=\"false\">\n{declared}\
         <outcomeDeclaration identifier=\"SCORE\" cardinality=\"single\" baseType=\"float\" \
         normalMaximum=\"{count}\"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>\n\
         <outcomeDeclaration identifier=\"FEEDBACK\" cardinality=\"single\" baseType=\"identifier\"/>\n\
         <itemBody>\n{body}</itemBody>\n\
         <responseProcessing>\n<setOutcomeValue identifier=\"SCORE\"><sum>{scored}</sum></setOutcomeValue>\n\
         {feedback}</responseProcessing>\n{way}</assessmentItem>\n"
    )
}

/// Tells the way where something is wrong.
fn condition(count: usize) -> String {
    format!(
        "<responseCondition><responseIf><lt><variable identifier=\"SCORE\"/>\
         <baseValue baseType=\"float\">{count}</baseValue></lt>\
         <setOutcomeValue identifier=\"FEEDBACK\"><baseValue baseType=\"identifier\">way</baseValue>\
         </setOutcomeValue></responseIf></responseCondition>\n"
    )
}

fn response(at: usize) -> String {
    format!("R{}", at + 1)
}

/// Returns a value as responses have it: choices by their numbers.
fn value(field: &Field, text: &str) -> String {
    match &field.takes {
        Takes::Choice(all) => {
            let at = all.iter().position(|it| it == text).unwrap_or_default();
            format!("C{}", at + 1)
        }
        _ => escaped(text),
    }
}

fn declaration(at: usize, field: &Field) -> String {
    let kind = match field.takes {
        Takes::Number => "integer",
        Takes::Choice(_) => "identifier",
        Takes::Nothing | Takes::Text => "string",
    };
    let right: Vec<String> = field.right.iter().map(|text| value(field, text)).collect();
    let entries = right.iter().map(|it| format!("<mapEntry mapKey=\"{it}\" mappedValue=\"1\"/>"));
    let (first, entries) =
        (right.first().cloned().unwrap_or_default(), entries.collect::<String>());
    format!(
        "<responseDeclaration identifier=\"{}\" cardinality=\"single\" baseType=\"{kind}\">\
         <correctResponse><value>{first}</value></correctResponse>\
         <mapping defaultValue=\"0\">{entries}</mapping></responseDeclaration>\n",
        response(at)
    )
}

fn interaction(at: usize, field: &Field) -> String {
    let id = response(at);
    let Takes::Choice(all) = &field.takes else {
        let length = field.right.iter().map(String::len).max().unwrap_or(1);
        return format!(
            "<textEntryInteraction responseIdentifier=\"{id}\" expectedLength=\"{length}\"/>"
        );
    };
    let choices = all.iter().enumerate().map(|(at, text)| {
        format!("<inlineChoice identifier=\"C{}\">{}</inlineChoice>", at + 1, escaped(text))
    });
    format!(
        "<inlineChoiceInteraction responseIdentifier=\"{id}\" shuffle=\"false\">{}</inlineChoiceInteraction>",
        choices.collect::<String>()
    )
}
