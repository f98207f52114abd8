//! Chomp and linear extensions against the definitions, by several routes.

mod boxes;
mod chomp;
mod chomp_boxes;
mod classes;
mod closed;
mod extensions;
mod faces;
mod fold;
mod kinds;
mod large;
mod routes;
mod sample;
mod seal;
mod symmetries;
