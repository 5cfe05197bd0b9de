//! Names: case conversion by one published algorithm, shared by all back ends.
