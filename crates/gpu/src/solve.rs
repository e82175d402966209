//! The whole game and every target.
#![allow(unsafe_code, reason = "launching kernels with the arguments that they declare")]

use std::time::Instant;

use cudarc::driver::{CudaSlice, LaunchConfig, PushKernelArg as _};
use dicee::layout::Layout;
use dicee::{Rules, SolvedGame, TargetChances};

use crate::device::{Gpu, Timed, Timing, since};
use crate::error::GpuError;
use crate::rows::Rows;

/// Positions in a block of the solver, and threads.
pub(crate) const STATES: u32 = 16;
const THREADS: u32 = 256;
/// Targets in a block.
const NEEDS: u32 = 32;

impl Gpu {
    /// Solves the whole game for the expected values.
    ///
    /// # Errors
    ///
    /// [`GpuError`] if the driver refuses.
    pub fn solve(&self, rules: Rules) -> Result<Timed<SolvedGame>, GpuError> {
        let started = Instant::now();
        let layout = Layout::new(rules);
        let prepare_ms = since(started);
        let started = Instant::now();
        let rows = Rows::new(self, &layout)?;
        let mut values = self.stream.alloc_zeros::<f64>(layout.positions.len())?;
        self.stream.synchronize()?;
        let upload_ms = since(started);
        let kernel_ms = self.solve_levels(&layout, &rows, &mut values)?;
        let started = Instant::now();
        let values = self.stream.clone_dtoh(&values)?;
        self.stream.synchronize()?;
        let timing = Timing { prepare_ms, upload_ms, kernel_ms, download_ms: since(started) };
        Ok(Timed { result: layout.solved_game(&values), timing })
    }

    /// Solves again and again with everything on the device; the time of each solve in milliseconds.
    ///
    /// # Errors
    ///
    /// As [`Self::solve`].
    pub fn time_solves(&self, rules: Rules, times: usize) -> Result<Vec<f64>, GpuError> {
        let layout = Layout::new(rules);
        let rows = Rows::new(self, &layout)?;
        let mut values = self.stream.alloc_zeros::<f64>(layout.positions.len())?;
        (0..times).map(|_| self.solve_levels(&layout, &rows, &mut values)).collect()
    }

    fn solve_levels(
        &self,
        layout: &Layout,
        rows: &Rows,
        values: &mut CudaSlice<f64>,
    ) -> Result<f64, GpuError> {
        let shared = self.shared(STATES as usize, size_of::<f64>());
        let kernel = self.kernel("solve_level", shared)?;
        let pointers = rows.pointers(self);
        let begin = self.mark()?;
        for level in layout.levels.windows(2).skip(1) {
            let (first, end) = (level[0], level[1]);
            let config = LaunchConfig {
                grid_dim: ((end - first).div_ceil(STATES), 1, 1),
                block_dim: (THREADS, 1, 1),
                shared_mem_bytes: u32::try_from(shared).expect("a few hundred KiB"),
            };
            let mut launch = self.stream.launch_builder(&kernel);
            launch.arg(&pointers).arg(&mut *values).arg(&first).arg(&end);
            // SAFETY: the arguments are those of `solve_level`, and every index comes from the layout.
            unsafe { launch.launch(config) }?;
        }
        Ok(f64::from(begin.elapsed_ms(&self.mark()?)?))
    }

    /// Solves every target up to [`TargetChances::HIGHEST`].
    ///
    /// # Errors
    ///
    /// [`GpuError`] if the device has too little memory or the driver refuses.
    pub fn targets(&self, rules: Rules) -> Result<Timed<TargetChances>, GpuError> {
        let width = u32::from(TargetChances::HIGHEST) + 1;
        let started = Instant::now();
        let layout = Layout::new(rules);
        let prepare_ms = since(started);
        let cells = layout.positions.len() * width as usize;
        self.need(cells * size_of::<u32>() + (64 << 20))?;
        let started = Instant::now();
        let rows = Rows::new(self, &layout)?;
        let most = self.stream.clone_htod(&layout.most)?;
        let mut goal = vec![0; width as usize];
        goal[0] = TargetChances::CERTAIN;
        let goal = self.stream.clone_htod(&goal)?;
        let mut chances = self.stream.alloc_zeros::<u32>(cells)?;
        self.stream.synchronize()?;
        let upload_ms = since(started);

        let shared = self.shared(NEEDS as usize, size_of::<u32>());
        let begin_targets = self.kernel("begin_targets", 0)?;
        let kernel = self.kernel("target_level", shared)?;
        let pointers = rows.pointers(self);
        let begin = self.mark()?;
        let full = layout.levels[1];
        let mut launch = self.stream.launch_builder(&begin_targets);
        launch.arg(&goal).arg(&mut chances).arg(&full).arg(&width);
        // SAFETY: the arguments are those of `begin_targets`, which checks its indices.
        unsafe { launch.launch(LaunchConfig::for_num_elems(full * width)) }?;
        for level in layout.levels.windows(2).skip(1) {
            let (first, end) = (level[0], level[1]);
            let config = LaunchConfig {
                grid_dim: (end - first, width.div_ceil(NEEDS), 1),
                block_dim: (THREADS, 1, 1),
                shared_mem_bytes: u32::try_from(shared).expect("a few hundred KiB"),
            };
            let mut launch = self.stream.launch_builder(&kernel);
            launch.arg(&pointers).arg(&most).arg(&mut chances).arg(&first).arg(&width);
            // SAFETY: the arguments are those of `target_level`, and every index comes from the layout.
            unsafe { launch.launch(config) }?;
        }
        let kernel_ms = f64::from(begin.elapsed_ms(&self.mark()?)?);
        let started = Instant::now();
        let chances = self.stream.clone_dtoh(&chances)?;
        self.stream.synchronize()?;
        let timing = Timing { prepare_ms, upload_ms, kernel_ms, download_ms: since(started) };
        Ok(Timed { result: layout.targets(chances, width as usize), timing })
    }
}
