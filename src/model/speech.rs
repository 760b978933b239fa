//! A definition that speaks another language than its own.

use crate::definition::Definition;
use crate::labels;

impl Definition {
    /// Lets it speak a language: what is not translated stays as it is. What is generated is the same.
    pub fn speak(&mut self, language: &str) {
        self.language = Some(language.to_owned());
        let mut own = self.translations.iter().filter(|it| it.language == language).cloned();
        let Some(translation) = own.next() else { return };
        self.title = translation.title.or(self.title.take());
        self.spoken = translation.names;
        self.about = translation.about.or(self.about.take());
        self.show.text = translation.text.or(self.show.text.take());
        for (name, sentence) in translation.rules {
            let rule = self.rules.iter_mut().find(|rule| rule.name == name);
            rule.into_iter().for_each(|rule| rule.sentence = Some(sentence.clone()));
        }
        for (name, sentence) in translation.working {
            let line = self.working.iter_mut().find(|line| line.name == name);
            line.into_iter().for_each(|line| line.sentence = sentence.clone());
        }
        for sentence in translation.sentences {
            self.show.sentences.retain(|own| own.clue != sentence.clue);
            self.show.sentences.push(sentence);
        }
    }

    /// Returns what something that it declares is called; of a truth, where it holds.
    pub fn name_of<'a>(&'a self, name: &'a str) -> &'a str {
        self.spoken.get(name).map_or(name, |(text, _)| text)
    }

    /// Returns what is said where a truth does not hold, where it is translated.
    pub fn name_of_no(&self, name: &str) -> Option<&str> {
        self.spoken.get(name)?.1.as_deref()
    }

    /// Returns the name of a list or a place in its language.
    pub(crate) fn label(&self, label: String) -> String {
        match &self.language {
            Some(language) => {
                labels::translated(&label, language, &|name| self.name_of(name).to_owned())
            }
            None => label,
        }
    }
}
