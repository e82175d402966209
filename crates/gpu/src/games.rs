//! Whole games.
#![allow(unsafe_code, reason = "launching kernels with the arguments that they declare")]

use std::ops::Range;
use std::time::Instant;

use cudarc::driver::{CudaSlice, LaunchConfig, PushKernelArg as _};
use dicee::layout::Layout;
use dicee::{SolvedGame, Tally};

use crate::device::{Gpu, Timed, Timing, since};
use crate::error::GpuError;
use crate::rows::Rows;
use crate::solve::STATES;

const THREADS: u32 = 256;
/// Blocks that play: several for each multiprocessor of a large device.
const BLOCKS: u32 = 132 * 8;
const ROLLS: usize = 252;

/// Every decision of perfect play on the device, ready to play games.
#[derive(Debug)]
pub struct Players {
    rows: Rows,
    start: u32,
    moves: CudaSlice<u8>,
    keeps: CudaSlice<u16>,
    keeps_first: CudaSlice<u16>,
    with_face: CudaSlice<u16>,
    slot_of: CudaSlice<u8>,
    slot_points: CudaSlice<u8>,
    /// What making it cost.
    pub timing: Timing,
}

impl Gpu {
    /// Writes every decision down on the device: 256 MiB for most rules.
    ///
    /// # Errors
    ///
    /// [`GpuError`] if the device has too little memory or the driver refuses.
    pub fn players(&self, game: &SolvedGame) -> Result<Players, GpuError> {
        let started = Instant::now();
        let layout = Layout::new(game.rules());
        let values = layout.values(game);
        let prepare_ms = since(started);
        self.need(layout.positions.len() * ROLLS * 3 + (64 << 20))?;
        let started = Instant::now();
        let stream = &self.stream;
        let rows = Rows::new(self, &layout)?;
        let values = stream.clone_htod(&values)?;
        let mut firsts = vec![0u16];
        for keeps in &self.shapes.keeps {
            firsts.push(firsts[firsts.len() - 1] + u16::try_from(keeps.len()).expect("at most 32 keeps"));
        }
        let keeps = stream.clone_htod(&self.shapes.keeps.concat())?;
        let keeps_first = stream.clone_htod(&firsts)?;
        let with_face = stream.clone_htod(self.shapes.with_face.as_flattened())?;
        let slot_of = stream.clone_htod(self.shapes.slot_of.as_flattened())?;
        let points: Vec<u8> = self.shapes.slots.iter().map(|slot| slot.1).collect();
        let slot_points = stream.clone_htod(&points)?;
        let mut moves = stream.alloc_zeros::<u8>(layout.positions.len() * ROLLS * 3)?;
        stream.synchronize()?;
        let upload_ms = since(started);

        let shared = self.shared(STATES as usize, size_of::<f64>());
        let kernel = self.kernel("write_moves", shared)?;
        let pointers = rows.pointers(self);
        let (first, end) = (layout.levels[1], *layout.levels.last().expect("fourteen levels"));
        let begin = self.mark()?;
        let mut launch = stream.launch_builder(&kernel);
        launch.arg(&pointers).arg(&values).arg(&keeps).arg(&keeps_first).arg(&slot_of);
        launch.arg(&mut moves).arg(&first).arg(&end);
        // SAFETY: the arguments are those of `write_moves`, and every index comes from the layout.
        unsafe {
            launch.launch(LaunchConfig {
                grid_dim: ((end - first).div_ceil(STATES), 1, 1),
                block_dim: (THREADS, 1, 1),
                shared_mem_bytes: u32::try_from(shared).expect("a few hundred KiB"),
            })
        }?;
        let kernel_ms = f64::from(begin.elapsed_ms(&self.mark()?)?);
        let timing = Timing { prepare_ms, upload_ms, kernel_ms, download_ms: 0.0 };
        let start = end - 1;
        Ok(Players { rows, start, moves, keeps, keeps_first, with_face, slot_of, slot_points, timing })
    }

    /// Plays games; game number `n` takes its dice from stream `n` of the seed, as on the CPU.
    ///
    /// # Errors
    ///
    /// [`GpuError`] if the driver refuses.
    pub fn play(&self, players: &Players, seed: u64, games: Range<u64>) -> Result<Timed<Tally>, GpuError> {
        const COUNTS: usize = Tally::HIGHEST as usize + 1 + 27;
        let mut tally = self.stream.alloc_zeros::<u64>(COUNTS)?;
        let kernel = self.kernel("play_games", 0)?;
        let pointers = players.rows.pointers(self);
        let [low, high] = halves(seed);
        let begin = self.mark()?;
        let mut launch = self.stream.launch_builder(&kernel);
        launch.arg(&pointers).arg(&players.moves).arg(&players.keeps).arg(&players.keeps_first);
        launch.arg(&players.with_face).arg(&players.slot_of).arg(&players.slot_points);
        launch.arg(&low).arg(&high).arg(&games.start).arg(&games.end).arg(&players.start).arg(&mut tally);
        // SAFETY: the arguments are those of `play_games`, and every index comes from the layout.
        unsafe {
            launch.launch(LaunchConfig {
                grid_dim: (BLOCKS, 1, 1),
                block_dim: (THREADS, 1, 1),
                shared_mem_bytes: 0,
            })
        }?;
        let kernel_ms = f64::from(begin.elapsed_ms(&self.mark()?)?);
        let started = Instant::now();
        let counts = self.stream.clone_dtoh(&tally)?;
        self.stream.synchronize()?;
        let (scores, rest) = counts.split_at(usize::from(Tally::HIGHEST) + 1);
        let points = rest[..13].try_into().expect("thirteen boxes");
        let zeros = rest[13..26].try_into().expect("thirteen boxes");
        let result = Tally::from_counts(scores, rest[26], points, zeros);
        let timing = Timing { kernel_ms, download_ms: since(started), ..Timing::default() };
        Ok(Timed { result, timing })
    }
}

/// The low and the high half.
#[expect(clippy::cast_possible_truncation, reason = "that is what halves are")]
pub(crate) const fn halves(seed: u64) -> [u32; 2] {
    [seed as u32, (seed >> 32) as u32]
}
