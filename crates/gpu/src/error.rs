use cudarc::driver::DriverError;
use cudarc::nvrtc::CompileError;
use thiserror::Error;

/// Why something cannot be done on a GPU.
#[derive(Debug, Error)]
pub enum GpuError {
    /// The CUDA driver is not installed.
    #[error("no GPU: the CUDA driver (libcuda) is not installed")]
    NoDriver,
    /// The run-time compiler is not installed.
    #[error("no GPU: the CUDA run-time compiler (libnvrtc) is not installed")]
    NoCompiler,
    /// There is a driver and no device.
    #[error("no GPU: the driver finds no CUDA device")]
    NoDevice,
    /// The device has too little memory.
    #[error("the GPU has {free} MiB of free memory, and this takes {needed} MiB")]
    Memory {
        /// What is free, in MiB.
        free: usize,
        /// What it takes, in MiB.
        needed: usize,
    },
    /// The kernels do not compile.
    #[error("the kernels do not compile: {0}")]
    Compile(String),
    /// The driver reports an error.
    #[error("the CUDA driver reports {0}")]
    Driver(String),
}

impl From<DriverError> for GpuError {
    fn from(error: DriverError) -> Self {
        Self::Driver(format!("{error:?}"))
    }
}

impl From<CompileError> for GpuError {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::CompileError { log, .. } => Self::Compile(log.to_string_lossy().into_owned()),
            error @ (CompileError::CreationError(_)
            | CompileError::GetLogError(_)
            | CompileError::GetPtxError(_)
            | CompileError::DestroyError(_)) => Self::Compile(format!("{error:?}")),
        }
    }
}
