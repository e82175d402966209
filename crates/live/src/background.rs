use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How much lower than all other threads these stand, from 0 to 19: a tenth of the processor where both want all of it.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Threads for long work that can wait, such as solving a game. Where the system knows priorities of threads they give way to
/// all others, so that moves do not wait for them.
///
/// # Errors
///
/// [`ThreadPoolBuildError`] if the system gives no threads.
pub fn background_pool(name: &'static str, threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(move |number| format!("{name}-{number}"))
        .start_handler(|_| give_way())
        // A panic closes the channel of the work, which its waiter notices; the process goes on.
        .panic_handler(|_| {})
        .build()
}

/// Lowers the priority of this thread. Where that fails it has the priority of all.
fn give_way() {
    // For Linux a thread is a process of its own here; elsewhere the whole program would give way.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn threads_for_long_work_give_way_and_the_others_do_not() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let pool = background_pool("test", 1).unwrap();
        let before = priority();
        assert_eq!(pool.install(priority), before.max(NICENESS));
        assert_eq!(priority(), before);
    }
}
