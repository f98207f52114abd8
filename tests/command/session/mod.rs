//! The interactive session without a terminal, part by part.

mod commands;
mod complete;
mod highlight;
mod hint;
mod history;
mod listing;
mod paths;
mod recall;
mod save;
mod transcript;
