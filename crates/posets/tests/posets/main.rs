//! Chomp and linear extensions against the definitions, by several routes.

mod chomp;
mod classes;
mod extensions;
mod kinds;
mod routes;
mod sample;
mod seal;
