//! Tests of the `dicee` command, in one binary: linking is what takes time. Those that end servers by force are in `serving`.

mod cli;
mod fortytwo;
mod games;
mod hostile;
mod learning;
mod load;
mod manual;
mod odds;
mod pools;
mod serve;
