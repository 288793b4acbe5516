//! The games of one round: played on many threads, and kept in files.

use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use kuba_engine::tuning::{TrainingSample, play};
use kuba_engine::{Engine, Evaluation};
use kuba_rules::Rules;

/// The games of one file.
const BLOCK: usize = 256;
/// The bits of a game's number in its round.
const GAME_BITS: u32 = 32;

/// The games of one rule set in one round.
pub(crate) struct Games {
    rules: Rules,
    evaluation: Evaluation,
    nodes: u64,
    /// The seed of the first game; each next game has the next seed.
    first: u64,
}

/// The games finished so far, by number.
struct Played {
    games: Vec<Option<Vec<TrainingSample>>>,
    /// The games before this one are all finished, with so many samples.
    whole: usize,
    samples: usize,
    /// The games before this one are all in files.
    saved: usize,
}

impl Games {
    pub(crate) fn new(
        rules: Rules,
        evaluation: &Evaluation,
        nodes: u64,
        seed: u64,
        round: u64,
    ) -> Self {
        Self {
            rules,
            evaluation: evaluation.clone(),
            nodes,
            first: (seed << 8 | round) << GAME_BITS,
        }
    }

    /// The samples of the first games that have at least `wanted`, some from files
    /// of an earlier run.
    ///
    /// The games are taken in the order of their numbers, so the number of threads
    /// changes nothing.
    pub(crate) fn samples(
        &self,
        wanted: usize,
        threads: u64,
        folder: &Path,
    ) -> Result<Vec<TrainingSample>, Box<dyn Error>> {
        let folder = self.folder(folder);
        fs::create_dir_all(&folder)?;
        let mut played = Played {
            games: read(&folder)?,
            whole: 0,
            samples: 0,
            saved: 0,
        };
        played.saved = played.games.len();
        played.count();
        let next = AtomicUsize::new(played.games.len());
        let is_enough = AtomicBool::new(played.samples >= wanted);
        let played = Mutex::new(played);
        let work = || -> io::Result<()> {
            let evaluations = [self.evaluation.clone(), self.evaluation.clone()];
            let mut engine = Engine::with_evaluations(1, evaluations);
            while !is_enough.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let seed = self.first + number as u64;
                let samples = play(&mut engine, self.rules, self.nodes, seed);
                let mut played = played.lock().expect("no thread panics");
                played.add(number, samples);
                if played.samples >= wanted {
                    is_enough.store(true, Ordering::Relaxed);
                }
                played.save(&folder)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let ended = threads
                .into_iter()
                .map(|thread| thread.join().expect("it does not panic"));
            ended.collect::<io::Result<Vec<()>>>()
        })?;
        let played = played.into_inner().expect("no thread panicked");
        let mut samples = Vec::with_capacity(played.samples);
        for game in played.games.into_iter().flatten() {
            samples.extend(game);
            if samples.len() >= wanted {
                break;
            }
        }
        Ok(samples)
    }

    /// The folder of these games: its name says all that they depend on.
    fn folder(&self, folder: &Path) -> PathBuf {
        let Self {
            rules,
            nodes,
            first,
            ..
        } = self;
        let tables = self.evaluation.checksum();
        folder.join(format!("{rules}-{tables:016x}-{nodes}-{first:x}"))
    }
}

impl Played {
    fn add(&mut self, number: usize, samples: Vec<TrainingSample>) {
        if self.games.len() <= number {
            self.games.resize(number + 1, None);
        }
        self.games[number] = Some(samples);
        self.count();
    }

    /// Moves on to the first game that is not finished.
    fn count(&mut self) {
        while let Some(Some(game)) = self.games.get(self.whole) {
            self.samples += game.len();
            self.whole += 1;
        }
    }

    /// Saves each block of games that is finished.
    fn save(&mut self, folder: &Path) -> io::Result<()> {
        while self.saved + BLOCK <= self.whole {
            let games = self.games[self.saved..][..BLOCK].iter().flatten();
            let mut bytes = Vec::new();
            for game in games {
                let count = u32::try_from(game.len()).expect("a game is short");
                bytes.extend(count.to_le_bytes());
                bytes.extend(game.iter().flat_map(TrainingSample::to_bytes));
            }
            // A file under its own name is whole.
            let path = file(folder, self.saved);
            let partial = path.with_extension("partial");
            fs::write(&partial, bytes)?;
            fs::rename(&partial, &path)?;
            self.saved += BLOCK;
        }
        Ok(())
    }
}

/// The file of the block that begins with this game.
fn file(folder: &Path, game: usize) -> PathBuf {
    folder.join(format!("{game:08}.games"))
}

/// The games in the files of a folder, up to the first file that is missing.
fn read(folder: &Path) -> Result<Vec<Option<Vec<TrainingSample>>>, Box<dyn Error>> {
    let mut games = Vec::new();
    loop {
        let path = file(folder, games.len());
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(games),
            Err(error) => return Err(format!("{}: {error}", path.display()).into()),
        };
        let block = games_of(&bytes).filter(|block| block.len() == BLOCK);
        let block = block
            .ok_or_else(|| format!("{}: not {BLOCK} whole games; delete it", path.display()))?;
        games.extend(block.into_iter().map(Some));
    }
}

/// The games in the bytes of a file.
fn games_of(mut bytes: &[u8]) -> Option<Vec<Vec<TrainingSample>>> {
    let mut games = Vec::new();
    while !bytes.is_empty() {
        let (count, rest) = bytes.split_first_chunk()?;
        let count = usize::try_from(u32::from_le_bytes(*count)).ok()?;
        let (game, rest) = rest.split_at_checked(count * TrainingSample::BYTES)?;
        let (samples, _) = game.as_chunks();
        games.push(samples.iter().map(TrainingSample::from_bytes).collect());
        bytes = rest;
    }
    Some(games)
}
