//! Chip-firing games ("Chaos"): players add a chip to a vertex in turn; a vertex with at least as many chips as neighbours
//! sends one to each of them, until that ends or is seen to go on for ever, which ends the game.
//!
//! By the theorem of Björner, Lovász and Shor (1991) the order of firing does not matter, and firing goes on for ever if
//! and only if every vertex of a component fires. Two games are played: the player whose chip starts the endless firing
//! wins ([`Variant::LastPlayWins`]), or one player wants many chips to be played and the other few ([`Variant::MaxMin`]; the
//! result is the *game chip number*).
//!
//! - [`complete`]: complete graphs, by a table over all boards;
//! - [`general`]: any graph, positions up to automorphisms.

pub mod complete;
pub mod general;

pub use complete::Variant;
pub use general::ChipBoard;
