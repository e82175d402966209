//! The arrays of a layout on the device.
#![allow(unsafe_code, reason = "a struct of device addresses is an argument of the kernels")]

use cudarc::driver::{CudaSlice, DevicePtr as _, DeviceRepr};
use dicee::layout::Layout;

use crate::device::Gpu;
use crate::error::GpuError;

/// What the kernels look up; must live as long as [`RowPointers`] made from it are used.
#[derive(Debug)]
pub(crate) struct Rows {
    position_row: CudaSlice<u16>,
    position_upper: CudaSlice<u8>,
    numbers: CudaSlice<u32>,
    open: CudaSlice<u16>,
    next: CudaSlice<u16>,
    is_special: CudaSlice<u8>,
    special: CudaSlice<u8>,
    reach: CudaSlice<u8>,
}

/// The same as the kernels take it: `struct Rows`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct RowPointers([u64; 8]);

// SAFETY: eight addresses in the order of the struct of the kernels.
unsafe impl DeviceRepr for RowPointers {}

impl Rows {
    pub(crate) fn new(gpu: &Gpu, layout: &Layout) -> Result<Self, GpuError> {
        let (rows, uppers): (Vec<u16>, Vec<u8>) = layout.positions.iter().copied().unzip();
        let special: Vec<u8> = layout
            .special
            .iter()
            .flat_map(|scores| {
                let bytes = scores.as_flattened().iter().flat_map(|&(points, bonus)| [points, bonus]);
                bytes.chain(std::iter::repeat_n(0, if scores.is_empty() { 6 * 13 * 2 } else { 0 }))
            })
            .collect();
        let is_special: Vec<u8> = layout.special.iter().map(|scores| u8::from(!scores.is_empty())).collect();
        let reach: Vec<u8> =
            layout.reach.as_flattened().iter().flat_map(|&(to, bonus)| [to, bonus]).collect();
        let stream = &gpu.stream;
        Ok(Self {
            position_row: stream.clone_htod(&rows)?,
            position_upper: stream.clone_htod(&uppers)?,
            numbers: stream.clone_htod(layout.numbers.as_flattened())?,
            open: stream.clone_htod(&layout.open)?,
            next: stream.clone_htod(layout.next.as_flattened().as_flattened())?,
            is_special: stream.clone_htod(&is_special)?,
            special: stream.clone_htod(&special)?,
            reach: stream.clone_htod(&reach)?,
        })
    }

    pub(crate) fn pointers(&self, gpu: &Gpu) -> RowPointers {
        let stream = &gpu.stream;
        RowPointers([
            self.position_row.device_ptr(stream).0,
            self.position_upper.device_ptr(stream).0,
            self.numbers.device_ptr(stream).0,
            self.open.device_ptr(stream).0,
            self.next.device_ptr(stream).0,
            self.is_special.device_ptr(stream).0,
            self.special.device_ptr(stream).0,
            self.reach.device_ptr(stream).0,
        ])
    }
}
