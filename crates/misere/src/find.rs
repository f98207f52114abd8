//! Quotients of whole games.

use super::Error;
use super::heaps::Heaps;
use super::period::Watch;
use super::quotient::Quotient;
use super::search::{Bounds, Ended, Pushed, Search};
use sprague_heaps::{Code, Elements, NoCaller, Rule};
use sprague_limits::Handle;

/// A quotient, and the heaps that it was found for.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Ended, of_code};
/// // 0.3122 has an infinite quotient with its heaps up to 7 (Weimerskirch).
/// let code = sprague_heaps::Code::parse("0.3122", sprague_heaps::Base::Octal).expect("a code");
/// let found = of_code(&code, 100, Bounds { order: 60, ..Bounds::default() }, &Handle::default())?;
/// assert_eq!(found.quotient.map().len(), 7, "heaps 0 to 6");
/// assert!(found.ended.is_some());
/// # Ok::<(), sprague_misere::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Found {
    /// The quotient of these heaps; of all heaps if it has a period.
    pub quotient: Quotient,
    /// The heaps that it was found for.
    pub heaps: Heaps,
    /// Why no further heap was taken in, where that ended the search.
    pub ended: Option<Ended>,
}

/// The quotient of a set of positions closed under options.
///
/// ```
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, Heaps, of_heaps};
/// let mut heaps = Heaps::default();
/// for options in [vec![], vec![vec![0]], vec![vec![0], vec![1]], vec![vec![2]]] {
///     heaps.push(options)?;
/// }
/// // 0, *, *2 and the game whose only option is *2.
/// let found = of_heaps(&heaps, Bounds::default(), &Handle::default())?;
/// assert_eq!((found.ended, found.quotient.monoid().order()), (None, 6));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
pub fn of_heaps(heaps: &Heaps, bounds: Bounds, handle: &Handle) -> Result<Found, Error> {
    let mut search = Search::new(bounds);
    for n in 0..heaps.len() {
        let options = heaps.options(n).map(|option| option.iter().map(|&part| part as usize).collect()).collect();
        if let Pushed::Ended(_) = search.push(options, handle)? {
            break;
        }
    }
    Ok(Found { quotient: search.quotient(), heaps: search.heaps().clone(), ended: search.ended() })
}

/// The quotient of a game given by its code, up to a proved period, or to heap `most`.
///
/// ```
/// use sprague_heaps::{Base, Code};
/// use sprague_limits::Handle;
/// use sprague_misere::{Bounds, of_code};
/// let code = Code::parse("0.123", Base::Octal).expect("a code");
/// let q = of_code(&code, 100, Bounds::default(), &Handle::default())?.quotient;
/// assert_eq!(q.monoid().order(), 20);
/// assert_eq!(q.period().map(|period| (period.from, period.length)), Some((5, 5)));
/// # Ok::<(), sprague_misere::Error>(())
/// ```
pub fn of_code(code: &Code, most: usize, bounds: Bounds, handle: &Handle) -> Result<Found, Error> {
    let rule = Rule::from_code(code.clone());
    let (mut search, mut watch) = (Search::new(bounds), Watch::default());
    let (mut source, mut elements) = (Heaps::default(), Elements::default());
    let mut period = None;
    for n in 0..=most {
        handle.progress("misère quotient: heaps", n as u64, None);
        let pushed = source.push_of_rule(&rule, bounds.positions, &mut elements, handle, &mut NoCaller);
        let pushed = pushed.map_err(|fault| match fault {
            sprague_heaps::Fault::Stop(stop) => Error::Stop(stop),
            _ => Error::NeedsCaller,
        })?;
        if !pushed {
            return Ok(Found { quotient: search.quotient(), heaps: search.heaps().clone(), ended: Some(Ended::Moves) });
        }
        let options = source.options(n).map(|option| option.iter().map(|&part| part as usize).collect()).collect();
        match search.push(options, handle)? {
            Pushed::Ended(_) => break,
            Pushed::Grown => watch.forget(),
            Pushed::Same => {}
        }
        handle.ticks(n / 32 + 1)?;
        period = watch.look(code, search.values());
        if period.is_some() {
            break;
        }
    }
    let quotient = search.quotient();
    let quotient = match period {
        Some(period) => quotient.with_period(period).expect("the period was seen in these values"),
        None => quotient,
    };
    Ok(Found { quotient, heaps: search.heaps().clone(), ended: search.ended() })
}
