//! `explain` for games that are played for points: what each first move comes to, and a line of best play.

use crate::adapters::loopy::BOUND;
use crate::eval::Machine;
use crate::reasons::words::{arrow, shortened};
use crate::value::{Player, Res, Value};

/// How many moves are listed.
const MOST: usize = 12;

/// The steps from a game to its score.
pub fn steps(m: &mut Machine, x: &Value) -> Res<Vec<String>> {
    let mut lines = Vec::new();
    for player in [Player::Left, Player::Right] {
        let who = player.name();
        let Some(scored) = m.scored(x, player, BOUND)? else {
            lines.push(format!(
                "More than {BOUND} positions can be reached: too many to find the score if {who} begins."
            ));
            continue;
        };
        let score = m.notation(&Value::from(scored.score(0)))?;
        let judged = m.judged_by_points(x, player, BOUND)?.unwrap_or_default();
        if judged.is_empty() {
            lines.push(format!("{who} begins: no move, so play is over; the score is {score}."));
            continue;
        }
        let wants = if player == Player::Left { "most" } else { "fewest" };
        lines.push(format!("{who} begins and wants the {wants} points for Left: the score is {score}."));
        for (record, score) in judged.iter().take(MOST) {
            let (text, score) = (arrow(m, record)?, m.notation(&Value::from(score.clone()))?);
            lines.push(format!("  {text} comes to {score}."));
        }
        if judged.len() > MOST {
            lines.push(format!("  … {} more", judged.len() - MOST));
        }
        let line = scored.line(m)?;
        let mut names = Vec::new();
        for game in &line {
            names.push(m.short_name(game)?);
        }
        lines.push(format!("  Best play: {}.", shortened(&names.join(" -> "))));
    }
    Ok(lines)
}
