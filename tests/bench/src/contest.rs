//! Runs the programs in turn, in another random order each round, so that whatever else
//! the machine does meets all of them alike.

use crate::programs::Program;
use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Rounds before the first that counts: files are made, pages are in memory.
const WARM_UP: usize = 10;

/// Runs every program as often as it takes part.
pub(crate) fn run(programs: &mut [Program], rounds: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut order: Vec<usize> = (0..programs.len()).collect();
    for round in 0..WARM_UP + rounds {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        for &at in &order {
            let program = &mut programs[at];
            if round % program.each == 0 {
                let time = time(program, round);
                if round >= WARM_UP {
                    program.times.push(time);
                }
            }
        }
    }
}

/// Returns how long one run takes from the order to start it until it has ended, in
/// nanoseconds. Its whole input waits in the pipe, as an agent's does.
fn time(program: &Program, round: usize) -> u64 {
    let (input, writer) =
        rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).expect("a pipe");
    File::from(writer)
        .write_all(program.payload(round).as_bytes())
        .expect("a pipe holds it");
    // An absolute path, and nothing to do between fork and exec: so the standard library
    // starts it by `posix_spawn`, which does not copy this process.
    let mut command = Command::new(&program.words[0]);
    command
        .args(&program.words[1..])
        .env_clear()
        .envs(program.variables.iter().cloned());
    command
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::inherit());
    let begun = Instant::now();
    let mut running = command.spawn().expect("it starts");
    let status = running.wait().expect("it ends");
    let time = begun.elapsed();
    assert!(status.success(), "{}: {status}", program.name);
    u64::try_from(time.as_nanos()).expect("it took less than centuries")
}

/// A short pseudo-random sequence (xorshift), the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}
