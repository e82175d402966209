//! Single turns that are played for one box.
#![allow(unsafe_code, reason = "launching kernels with the arguments that they declare")]

use std::ops::Range;
use std::time::Instant;

use cudarc::driver::{LaunchConfig, PushKernelArg as _};
use dicee::layout::AimedTurn;

use crate::device::{Gpu, Timed, Timing, since};
use crate::error::GpuError;
use crate::games::halves;

const THREADS: u32 = 256;
const BLOCKS: u32 = 132 * 8;

impl Gpu {
    /// How many of these trials achieve their box; trial number `n` takes its dice from stream `n` of the seed, as on
    /// the CPU.
    ///
    /// # Errors
    ///
    /// [`GpuError`] if the driver refuses.
    pub fn trials(&self, turn: &AimedTurn, seed: u64, trials: Range<u64>) -> Result<Timed<u64>, GpuError> {
        let started = Instant::now();
        let with_face = self.stream.clone_htod(self.shapes.with_face.as_flattened())?;
        let keeps = self.stream.clone_htod(turn.keeps.as_flattened())?;
        let achieved = self.stream.clone_htod(&turn.achieved)?;
        let mut successes = self.stream.alloc_zeros::<u64>(1)?;
        self.stream.synchronize()?;
        let upload_ms = since(started);
        let kernel = self.kernel("play_turns", 0)?;
        let [low, high] = halves(seed);
        let (rolled, begin_at, left) =
            (u32::from(turn.rolled), u32::from(turn.begin), u32::from(turn.rolls_left));
        let begin = self.mark()?;
        let mut launch = self.stream.launch_builder(&kernel);
        launch.arg(&with_face).arg(&keeps).arg(&achieved).arg(&rolled).arg(&begin_at).arg(&left);
        launch.arg(&low).arg(&high).arg(&trials.start).arg(&trials.end).arg(&mut successes);
        // SAFETY: the arguments are those of `play_turns`, and every index comes from the shapes.
        unsafe {
            launch.launch(LaunchConfig {
                grid_dim: (BLOCKS, 1, 1),
                block_dim: (THREADS, 1, 1),
                shared_mem_bytes: 0,
            })
        }?;
        let kernel_ms = f64::from(begin.elapsed_ms(&self.mark()?)?);
        let started = Instant::now();
        let result = self.stream.clone_dtoh(&successes)?[0];
        self.stream.synchronize()?;
        let timing = Timing { upload_ms, kernel_ms, download_ms: since(started), ..Timing::default() };
        Ok(Timed { result, timing })
    }
}
