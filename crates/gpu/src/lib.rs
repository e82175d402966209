//! Dicee on a CUDA GPU: the whole-game solve, every target, whole games and single turns.
//!
//! [`Gpu::open`] loads the driver and NVRTC at run time, compiles the kernels for the device and keeps them. Without a
//! driver or a device it returns an error, so a program built with this crate runs everywhere; [`is_available`] checks in
//! advance.
//!
//! The rules stay in `dicee`: the kernels look everything up in the flat arrays of [`dicee::layout`]. They keep the
//! order of every sum, so that a solve agrees with the CPU to 1e-12, a simulation gives the same games, and chances are whole
//! numbers on both. [`emulate`] does the arithmetic of the kernels on the CPU, for tests on machines without a GPU.
//!
//! ```no_run
//! use dicee::{Position, Rules};
//!
//! let gpu = gpu::Gpu::open()?;
//! let solved = gpu.solve(Rules::Standard)?;
//! println!("{} in {:.2} ms on {}", solved.result.expected_score(), solved.timing.kernel_ms, gpu.name());
//! # Ok::<(), gpu::GpuError>(())
//! ```

mod device;
pub mod emulate;
mod error;
mod games;
mod rows;
mod solve;
mod source;
mod turns;

pub use device::{Gpu, Timed, Timing, is_available};
pub use error::GpuError;
pub use games::Players;
