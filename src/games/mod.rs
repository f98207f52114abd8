//! The mathematics of values of short games.
