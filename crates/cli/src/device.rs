//! Where the work is done.

use clap::builder::PossibleValuesParser;
use dicee::InputError;

use crate::failure::Failure;

/// Where the work is done.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Device")]
pub(crate) struct DeviceArgs {
    /// `auto` uses a GPU if there is one and it is worth it, else the CPU; `gpu` fails without one
    #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(["auto", "cpu", "gpu"]))]
    device: String,
}

/// A device that was found.
#[derive(Debug)]
pub(crate) enum Device {
    Cpu,
    #[cfg(feature = "gpu")]
    Gpu(Box<gpu::Gpu>),
}

impl DeviceArgs {
    /// The device to use; `pays` says whether the work is large enough for `auto` to take a GPU.
    pub(crate) fn open(&self, pays: bool) -> Result<Device, Failure> {
        match self.device.as_str() {
            "gpu" => open_gpu()
                .map_err(|reason| InputError::new("device", "auto or cpu on this machine", reason).into()),
            "auto" if pays => Ok(open_gpu().unwrap_or(Device::Cpu)),
            _ => Ok(Device::Cpu),
        }
    }
}

#[cfg(feature = "gpu")]
fn open_gpu() -> Result<Device, String> {
    gpu::Gpu::open().map(|gpu| Device::Gpu(Box::new(gpu))).map_err(|error| format!("gpu ({error})"))
}

#[cfg(not(feature = "gpu"))]
fn open_gpu() -> Result<Device, String> {
    Err("gpu (this program was built without the feature gpu)".to_owned())
}

/// Whether this machine has a GPU that this program can use.
pub(crate) fn gpu_available() -> bool {
    #[cfg(feature = "gpu")]
    return gpu::is_available();
    #[cfg(not(feature = "gpu"))]
    return false;
}

impl Device {
    /// Its name.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Cpu => "cpu".to_owned(),
            #[cfg(feature = "gpu")]
            Self::Gpu(gpu) => gpu.name().to_owned(),
        }
    }
}
