//! Chomp and linear extensions against the definitions, by several routes.

mod chomp;
mod extensions;
mod routes;
