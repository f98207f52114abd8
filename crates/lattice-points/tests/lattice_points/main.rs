//! Sets of lattice points and generating functions against the definitions.

mod oracle;
mod series;
mod sets;
mod strata;
