//! A finite commutative monoid by its multiplication table.

/// An element of a monoid of order n: 0 to n - 1, where 0 is the identity.
///
/// ```
/// use sprague_misere::{Element, Monoid};
/// let monoid = Monoid::from_table(&[vec![0, 1], vec![1, 1]]).expect("a table");
/// let x: Element = 1;
/// assert_eq!((monoid.times(0, x), monoid.times(x, x)), (x, x));
/// ```
pub type Element = u32;

/// A finite commutative monoid: a table, which nobody has checked yet (`check` does).
///
/// ```
/// use sprague_misere::Monoid;
/// // ⟨a | a^3 = a⟩: 1, a and a^2.
/// let monoid = Monoid::from_table(&[vec![0, 1, 2], vec![1, 2, 1], vec![2, 1, 2]]).expect("a table");
/// assert_eq!((monoid.order(), monoid.cycle(1), monoid.idempotents()), (3, (1, 2), vec![0, 2]));
/// assert_eq!(monoid.power(1, 1_000_000_000_001), 1);
/// assert_eq!(Monoid::from_table(&[vec![0, 3], vec![1, 0]]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    table: Vec<Element>,
}

impl Monoid {
    /// A monoid by the rows of its table; `None` if the table is not square or names elements that are not there.
    pub fn from_table(rows: &[Vec<Element>]) -> Option<Monoid> {
        let order = rows.len();
        let fits = |row: &Vec<Element>| row.len() == order && row.iter().all(|&x| (x as usize) < order);
        (order > 0 && rows.iter().all(fits)).then(|| Monoid { order, table: rows.concat() })
    }

    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.order
    }

    /// All elements, the identity first.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        0..self.order as Element
    }

    /// The product.
    #[inline]
    pub fn times(&self, x: Element, y: Element) -> Element {
        self.table[x as usize * self.order + y as usize]
    }

    /// The product of `n` copies.
    pub fn power(&self, x: Element, mut n: u64) -> Element {
        let (mut product, mut square) = (0, x);
        while n > 0 {
            if n & 1 == 1 {
                product = self.times(product, square);
            }
            square = self.times(square, square);
            n >>= 1;
        }
        product
    }

    /// The least i and p > 0 with x^(i+p) = x^i: powers of any size follow from these.
    pub fn cycle(&self, x: Element) -> (usize, usize) {
        let mut place = vec![usize::MAX; self.order];
        let (mut power, mut n) = (0, 0);
        while place[power as usize] == usize::MAX {
            place[power as usize] = n;
            power = self.times(power, x);
            n += 1;
        }
        (place[power as usize], n - place[power as usize])
    }

    /// The elements with x x = x.
    pub fn idempotents(&self) -> Vec<Element> {
        self.elements().filter(|&x| self.times(x, x) == x).collect()
    }
}
