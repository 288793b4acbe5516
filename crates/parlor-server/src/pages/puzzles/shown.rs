//! A puzzle as its pages show it: what is asked, what the answer is, and where it is among the others.

use kuba_rules::{Position, Rules, Win};
use parlor_game::{LiveGame, Ludo};
use parlor_puzzles::kuba::KubaPuzzle;
use parlor_puzzles::ludo::{LudoChoice, LudoPuzzle, RuleOfThumb};
use parlor_puzzles::{Puzzle, PuzzleId, kuba, ludo};
use parlor_view::{Look, Scene, Snapshot};

use super::super::board::ludo::in_short;
use super::super::game_info::{self, GameInfo};
use super::super::players;
use super::super::practice::Line;
use super::super::sentences;
use super::attempt::{Outcome, attempt};
use super::history::{History, Progress, Streak};

/// A puzzle that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) puzzle: Puzzle,
    pub(super) info: &'static GameInfo,
    /// Where it is in the list of its game.
    pub(super) place: usize,
}

impl Found {
    /// The puzzle of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let id: PuzzleId = name.parse().ok()?;
        let puzzle = Puzzle::find(id)?;
        let info = game_info::of(puzzle.game())?;
        let mut puzzles = all(info).into_iter();
        let place = puzzles.position(|other| other.id() == id)?;
        Some(Self {
            puzzle,
            info,
            place,
        })
    }

    /// The next puzzle that is new, of the same game: as difficult, or the easiest there is.
    pub(super) fn next(self, history: &History) -> Option<PuzzleId> {
        let Self { puzzle, info, .. } = self;
        let grades = grades(info, history);
        let own = grades.iter().find(|grade| grade.number == puzzle.grade());
        let new = |listed: &&Listed| listed.progress == Progress::New && listed.id != puzzle.id();
        let alike = own.and_then(|grade| grade.puzzles.iter().find(new));
        let any = || grades.iter().flat_map(|grade| &grade.puzzles).find(new);
        alike.or_else(any).map(|listed| listed.id)
    }
}

/// A puzzle in a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub(super) id: PuzzleId,
    /// Its number among those of its game, from 1.
    pub(super) number: usize,
    pub(super) progress: Progress,
}

impl Listed {
    /// What was done with it, as a sign.
    pub(super) const fn sign(self) -> &'static str {
        match self.progress {
            Progress::New => "",
            Progress::Missed => "✗",
            Progress::SolvedLater => "(✓)",
            Progress::Solved => "✓",
        }
    }

    /// The same in a word.
    pub(super) const fn says(self) -> &'static str {
        match self.progress {
            Progress::New => "",
            Progress::Missed => ", missed",
            Progress::SolvedLater => ", solved later",
            Progress::Solved => ", solved at once",
        }
    }
}

/// The puzzles of a game and grade.
#[derive(Debug)]
pub(super) struct Grade {
    pub(super) number: u8,
    pub(super) puzzles: Vec<Listed>,
}

impl Grade {
    pub(super) fn solved(&self) -> usize {
        let solved = self.puzzles.iter();
        solved.filter(|puzzle| puzzle.progress.is_solved()).count()
    }

    /// The first that is new.
    pub(super) fn next(&self) -> Option<PuzzleId> {
        let mut puzzles = self.puzzles.iter();
        let next = puzzles.find(|puzzle| puzzle.progress == Progress::New);
        next.map(|puzzle| puzzle.id)
    }
}

/// All puzzles of a game.
fn all(info: &GameInfo) -> Vec<Puzzle> {
    match info.name {
        "kuba" => kuba::all().iter().map(Puzzle::Kuba).collect(),
        "ludo" => ludo::all().iter().map(Puzzle::Ludo).collect(),
        _ => Vec::new(),
    }
}

/// The puzzles of a game by their grades, the easiest first.
pub(super) fn grades(info: &GameInfo, history: &History) -> Vec<Grade> {
    let mut grades: Vec<Grade> = Vec::new();
    for (place, puzzle) in all(info).into_iter().enumerate() {
        let listed = Listed {
            id: puzzle.id(),
            number: place + 1,
            progress: history.progress(puzzle.id(), place),
        };
        match grades
            .iter_mut()
            .find(|grade| grade.number == puzzle.grade())
        {
            Some(grade) => grade.puzzles.push(listed),
            None => grades.push(Grade {
                number: puzzle.grade(),
                puzzles: vec![listed],
            }),
        }
    }
    grades.sort_by_key(|grade| grade.number);
    grades
}

/// The position as a line.
pub(super) fn position(puzzle: Puzzle) -> String {
    match puzzle {
        Puzzle::Kuba(puzzle) => puzzle.position().to_string(),
        Puzzle::Ludo(puzzle) => puzzle.position().to_string(),
    }
}

pub(super) fn title(puzzle: Puzzle) -> String {
    match puzzle {
        Puzzle::Kuba(puzzle) => sentences::win_in(puzzle.win()),
        Puzzle::Ludo(puzzle) => sentences::best_choice(puzzle.best().action.roll.value()),
    }
}

/// What is to be done.
pub(super) fn task(puzzle: Puzzle) -> String {
    match puzzle {
        Puzzle::Kuba(puzzle) => {
            let side = game_info::piece("kuba", puzzle.solver().letter());
            match (puzzle.win(), puzzle.position().rules()) {
                (1, _) => sentences::wins_at_once(side),
                (win, Rules::Tournament) => sentences::wins_by_tournament_rules(side, win),
                (win, Rules::Classroom) => sentences::wins_by_force(side, win.div_ceil(2), win),
            }
        }
        Puzzle::Ludo(puzzle) => {
            let action = puzzle.best().action;
            let who = game_info::piece("ludo", action.seat.letter());
            sentences::which_is_best(who, action.roll.value(), puzzle.is_bonus())
        }
    }
}

/// What else is to be known of the position that is shown: the reds that were captured. Rules: K-8.
pub(super) fn stands(puzzle: Puzzle, scene: &Scene) -> Option<String> {
    let (Puzzle::Kuba(puzzle), Scene::Kuba(snapshot)) = (puzzle, scene) else {
        return None;
    };
    let [own, other] = reds(puzzle, &snapshot.position);
    Some(sentences::reds_so_far(own, other))
}

/// The trays of both sides, the solver's first, if there is a red in one and the board is drawn without
/// them. Rules: K-8.
pub(super) fn trays(puzzle: Puzzle, scene: &Scene, look: Look) -> Vec<String> {
    let (Puzzle::Kuba(puzzle), Scene::Kuba(snapshot)) = (puzzle, scene) else {
        return Vec::new();
    };
    if reds(puzzle, &snapshot.position) == [0, 0] {
        return Vec::new();
    }
    let sides = [puzzle.solver(), puzzle.solver().other()].into_iter();
    sides
        .filter_map(|side| players::tray(scene, side.letter(), look))
        .collect()
}

/// The reds that the solver and the other side have captured. Rules: K-8.
fn reds(puzzle: &KubaPuzzle, position: &Position) -> [u8; 2] {
    let own = puzzle.solver();
    [own, own.other()].map(|side| position.captured(side))
}

pub(super) fn streak(streak: Streak, today: u32) -> String {
    sentences::streak(streak.days(today), streak.best(), streak.has(today))
}

/// What is said of the answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) says: String,
    /// The reader's moves of the solution.
    pub(super) solution: Vec<SolutionMove>,
    /// What each choice is worth, the best first.
    pub(super) choices: Vec<ShownChoice>,
    /// What rules of thumb say of them.
    pub(super) rules: Vec<String>,
}

/// A move of the reader's in a solution.
#[derive(Debug)]
pub(super) struct SolutionMove {
    pub(super) action: String,
    /// The position after it and the replies.
    pub(super) address: String,
    /// What it does, and what is replied.
    pub(super) says: String,
}

/// A choice with what it is worth.
#[derive(Debug)]
pub(super) struct ShownChoice {
    pub(super) says: String,
    /// The chance of winning, in per cent.
    pub(super) chance: String,
    /// What it loses, in points of a hundred.
    pub(super) loss: String,
    pub(super) is_best: bool,
}

impl Answer {
    pub(super) fn of(puzzle: Puzzle, outcome: Outcome, is_shown: bool, line: &Line) -> Self {
        match puzzle {
            Puzzle::Kuba(puzzle) => Self::of_kuba(puzzle, outcome, is_shown, line),
            Puzzle::Ludo(puzzle) => Self::of_ludo(puzzle, outcome),
        }
    }

    fn of_kuba(puzzle: &'static KubaPuzzle, outcome: Outcome, is_shown: bool, line: &Line) -> Self {
        let shown = puzzle.own_actions().filter(|_| is_shown);
        let solution = shown.map(|action| action.to_string()).collect();
        let solution = Line::new(line.start().to_owned(), solution);
        let steps = (1..)
            .zip(solution.made())
            .map(|(number, (action, address))| {
                let tried = attempt(Puzzle::Kuba(puzzle), &solution.moves()[..number].join("."));
                SolutionMove {
                    action: action.to_owned(),
                    address,
                    says: tried.map_or_else(|says| says, |tried| tried.happened.join(" ")),
                }
            });
        Self {
            says: match outcome {
                Outcome::Solved => match puzzle.by() {
                    Win::Reds => sentences::SOLVED_BY_REDS,
                    Win::Elimination => sentences::SOLVED_BY_ELIMINATION,
                    Win::Blocked => sentences::SOLVED_BY_BLOCKING,
                },
                Outcome::Missed => sentences::NOT_IN_TIME,
                Outcome::Open => sentences::THE_ANSWER,
            }
            .to_owned(),
            solution: steps.collect(),
            choices: Vec::new(),
            rules: Vec::new(),
        }
    }

    fn of_ludo(puzzle: &LudoPuzzle, outcome: Outcome) -> Self {
        let snapshot = Snapshot::of(&LiveGame::<Ludo>::new(*puzzle.position(), None));
        let mut choices = puzzle.choices().each_ref();
        choices.sort_by(|a, b| a.loss.total_cmp(&b.loss));
        let points = format!("{:.1}", 100.0 * puzzle.loss());
        let named = |rules: &[RuleOfThumb]| -> Vec<String> {
            let names = rules
                .iter()
                .map(|rule| sentences::rule_of_thumb(*rule).to_owned());
            names.collect()
        };
        let [wrong, right] = [puzzle.wrong(), puzzle.right()].map(named);
        let mut rules = vec![sentences::wrong_here(&sentences::list(&wrong))];
        if !right.is_empty() {
            rules.push(sentences::right_here(&sentences::list(&right)));
        }
        Self {
            says: match outcome {
                Outcome::Solved => sentences::BEST_CHOSEN.to_owned(),
                Outcome::Missed => sentences::worse_by(&points),
                Outcome::Open => sentences::THE_ANSWER.to_owned(),
            },
            solution: Vec::new(),
            choices: choices
                .map(|choice| ShownChoice::of(choice, &snapshot))
                .into(),
            rules,
        }
    }
}

impl ShownChoice {
    fn of(choice: &LudoChoice, snapshot: &Snapshot<Ludo>) -> Self {
        let action = choice.action;
        Self {
            says: in_short(snapshot, action.seat, action.choice).1,
            chance: format!("{:.1}", 100.0 * choice.chance),
            loss: format!("{:.1}", 100.0 * choice.loss),
            is_best: choice.loss == 0.0,
        }
    }
}
