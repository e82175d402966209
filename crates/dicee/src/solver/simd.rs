//! Runs a kernel with the widest vectors this machine has.
//!
//! A kernel is plain Rust over arrays of lanes; compiled for a wider instruction set it becomes vector
//! code. The lanes are independent states and every sum keeps its order, so all versions give the same bits.
//! Calling code compiled for features that the build does not assume is `unsafe` in Rust, because the
//! machine might lack them: this module asks first, and is the only place that does.
#![allow(unsafe_code, reason = "calling a function compiled for a CPU feature that was just detected")]

/// Work over arrays of lanes. `run` must be `#[inline(always)]`, so that it is compiled for the vectors of its caller.
pub(crate) trait Kernel {
    type Output;
    fn run(self) -> Self::Output;
}

/// Runs a kernel with the widest vectors this machine has. Kernels keep the order of their sums, so the bits are the
/// same with all of them.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the feature has just been detected.
            return unsafe { run_avx512(kernel) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the feature has just been detected.
            return unsafe { run_avx2(kernel) };
        }
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
