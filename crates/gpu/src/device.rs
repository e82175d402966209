//! The device: found, opened, and loaded with the kernels.
#![allow(unsafe_code, reason = "asking whether a library is there, and launching kernels")]

use std::panic;
use std::sync::Arc;
use std::time::Instant;

use cudarc::driver::sys::{self, CUevent_flags, CUfunction_attribute};
use cudarc::driver::{CudaContext, CudaEvent, CudaFunction, CudaModule, CudaStream};
use cudarc::nvrtc::{self, CompileOptions};
use dicee::layout::Shapes;
use serde::Serialize;

use crate::error::GpuError;
use crate::source::source;

/// A CUDA device with the kernels of the game.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) stream: Arc<CudaStream>,
    module: Arc<CudaModule>,
    context: Arc<CudaContext>,
    pub(crate) shapes: Shapes,
    name: String,
    compile_ms: f64,
}

/// A result and what it cost.
#[derive(Clone, Debug)]
pub struct Timed<T> {
    /// The result.
    pub result: T,
    /// What it cost.
    pub timing: Timing,
}

/// Time on the device and on the way to it, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Timing {
    /// Writing down what the kernels look up.
    pub prepare_ms: f64,
    /// To the device.
    pub upload_ms: f64,
    /// In kernels, by the clock of the device.
    pub kernel_ms: f64,
    /// Back from the device.
    pub download_ms: f64,
}

/// Whether there is a driver, a compiler and a device.
#[must_use]
pub fn is_available() -> bool {
    present().is_ok()
}

fn present() -> Result<(), GpuError> {
    // SAFETY: both only try to open a shared library.
    let (driver, compiler) = unsafe { (sys::is_culib_present(), nvrtc::sys::is_culib_present()) };
    if !driver {
        return Err(GpuError::NoDriver);
    }
    if !compiler {
        return Err(GpuError::NoCompiler);
    }
    match CudaContext::device_count() {
        Ok(devices) if devices > 0 => Ok(()),
        _ => Err(GpuError::NoDevice),
    }
}

impl Gpu {
    /// Opens the first device and compiles the kernels for it.
    ///
    /// # Errors
    ///
    /// [`GpuError`] if there is no driver, no compiler or no device, or if the driver refuses.
    pub fn open() -> Result<Self, GpuError> {
        present()?;
        // A driver that lacks a symbol makes the bindings panic; that is no reason for ours.
        panic::catch_unwind(Self::open_device)
            .unwrap_or_else(|_| Err(GpuError::Driver("a function that it does not have".to_owned())))
    }

    fn open_device() -> Result<Self, GpuError> {
        let context = CudaContext::new(0)?;
        // SAFETY: everything happens on one stream, so no slice is used on another one.
        unsafe { context.disable_event_tracking() };
        let (major, minor) = context.compute_capability()?;
        let shapes = Shapes::new();
        let started = Instant::now();
        let options = CompileOptions {
            fmad: Some(false),
            options: vec![format!("--gpu-architecture=compute_{major}{minor}")],
            ..CompileOptions::default()
        };
        let compiled = nvrtc::compile_ptx_with_opts(source(&shapes), options)?;
        let module = context.load_module(compiled)?;
        let compile_ms = started.elapsed().as_secs_f64() * 1000.0;
        let name = context.name()?;
        Ok(Self { stream: context.new_stream()?, module, context, shapes, name, compile_ms })
    }

    /// The name of the device.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How long compiling the kernels took, in milliseconds.
    #[must_use]
    pub const fn compile_ms(&self) -> f64 {
        self.compile_ms
    }

    /// A kernel, with room for so many bytes of shared memory.
    pub(crate) fn kernel(&self, name: &str, shared: usize) -> Result<CudaFunction, GpuError> {
        let kernel = self.module.load_function(name)?;
        if shared > 0 {
            let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            kernel.set_attribute(attribute, i32::try_from(shared).expect("a few hundred KiB"))?;
        }
        Ok(kernel)
    }

    /// Bytes of shared memory for the keeps and the slots of so many lanes.
    pub(crate) fn shared(&self, lanes: usize, bytes: usize) -> usize {
        (dicee::layout::KEEPS + self.shapes.slots.len()) * lanes * bytes
    }

    /// Fails unless so many bytes are free.
    pub(crate) fn need(&self, bytes: usize) -> Result<(), GpuError> {
        let (free, _) = self.context.mem_get_info()?;
        if free < bytes { Err(GpuError::Memory { free: free >> 20, needed: bytes >> 20 }) } else { Ok(()) }
    }

    /// A point in the time of the device.
    pub(crate) fn mark(&self) -> Result<CudaEvent, GpuError> {
        Ok(self.stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT))?)
    }
}

/// Milliseconds since then.
pub(crate) fn since(started: Instant) -> f64 {
    started.elapsed().as_secs_f64() * 1000.0
}
