//! A JSON document as a value: what it says, without where and how it is written.
//!
//! Numbers keep their text and objects their order and their repeated keys, so that two
//! trees are equal only if no reader could tell the documents apart.

use super::json::Style;
use jsonc_parser::ast;

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A string, unescaped.
    Text(String),
    /// An array.
    Array(Vec<Tree>),
    /// An object.
    Object(Vec<(String, Tree)>),
}

impl From<&ast::Value<'_>> for Tree {
    fn from(value: &ast::Value<'_>) -> Self {
        match value {
            ast::Value::NullKeyword(_) => Self::Null,
            ast::Value::BooleanLit(literal) => Self::Bool(literal.value),
            ast::Value::NumberLit(literal) => Self::Number(literal.value.to_owned()),
            ast::Value::StringLit(literal) => Self::Text(literal.value.to_string()),
            ast::Value::Array(array) => {
                Self::Array(array.elements.iter().map(Self::from).collect())
            }
            ast::Value::Object(object) => Self::from(object),
        }
    }
}

impl From<&ast::Object<'_>> for Tree {
    fn from(object: &ast::Object<'_>) -> Self {
        let member = |p: &ast::ObjectProp<'_>| (p.name.as_str().to_owned(), Self::from(&p.value));
        Self::Object(object.properties.iter().map(member).collect())
    }
}

impl Tree {
    /// Makes a string.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Returns the members of an object.
    pub(crate) fn members(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the members of an object.
    pub(crate) fn members_mut(&mut self) -> Option<&mut Vec<(String, Self)>> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the elements of an array.
    pub(crate) fn elements(&self) -> Option<&[Self]> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// Returns the elements of an array.
    pub(crate) fn elements_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// Returns the one member of this name; nothing if there are several.
    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        let mut found = self.members()?.iter().filter(|(known, _)| known == name);
        let (_, value) = found.next()?;
        found.next().is_none().then_some(value)
    }

    /// Returns the string.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Writes the value on one line.
    pub(crate) fn line(&self, style: &Style) -> String {
        let comma = if style.spaced { ", " } else { "," };
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.clone(),
            Self::Text(text) => quoted(text),
            Self::Array(elements) => {
                let elements: Vec<_> = elements.iter().map(|e| e.line(style)).collect();
                format!("[{}]", elements.join(comma))
            }
            Self::Object(members) => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(name, value)| format!("{}{}", key(name, style), value.line(style)))
                    .collect();
                format!("{{{}}}", members.join(comma))
            }
        }
    }

    /// Writes the value over several lines, the first of which is already indented by `indent`.
    pub(crate) fn spread(&self, style: &Style, indent: &str) -> String {
        let inner = format!("{indent}{}", style.unit);
        let (open, items, close) = match self {
            Self::Array(elements) if !elements.is_empty() => (
                '[',
                elements
                    .iter()
                    .map(|e| e.spread(style, &inner))
                    .collect::<Vec<_>>(),
                ']',
            ),
            Self::Object(members) if !members.is_empty() => {
                let member = |(name, value): &(String, Self)| {
                    format!("{}{}", key(name, style), value.spread(style, &inner))
                };
                ('{', members.iter().map(member).collect(), '}')
            }
            _ => return self.line(style),
        };
        let newline = style.newline;
        let items = items.join(&format!(",{newline}{inner}"));
        format!("{open}{newline}{inner}{items}{newline}{indent}{close}")
    }
}

/// Writes a key with its colon.
pub(crate) fn key(name: &str, style: &Style) -> String {
    let space = if style.spaced { " " } else { "" };
    format!("{}:{space}", quoted(name))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
