//! The seal of what is kept: a keyed digest (HMAC with SHA-256), so that only who knows the key can have made it.
//!
//! In: a key of 32 random bytes, which the front end keeps for each user. What a seal protects against, and what it does
//! not, stands in docs/downsets.md, section G.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A secret key; never printed.
#[derive(Clone)]
pub struct Key(pub [u8; Key::BYTES]);

impl Key {
    /// Its length.
    pub const BYTES: usize = 32;

    /// A number that tells keys apart and says nothing of them.
    pub fn id(&self) -> u64 {
        let mut seal = Seal::new(self);
        seal.take(b"which key");
        seal.words()[0]
    }
}

/// A digest that grows.
#[derive(Clone)]
pub struct Seal(Hmac<Sha256>);

impl Seal {
    /// Words of 64 bits of a finished seal.
    pub(crate) const WORDS: usize = 4;

    /// Of nothing yet.
    pub fn new(key: &Key) -> Seal {
        // A key of 32 bytes is always accepted; so is any other.
        let key: &hmac::digest::Key<Hmac<Sha256>> = &block(&key.0);
        Seal(<Hmac<Sha256> as KeyInit>::new(key))
    }

    /// Takes more bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The seal of all bytes so far, as words.
    pub fn words(&self) -> [u64; Seal::WORDS] {
        let bytes = self.0.clone().finalize().into_bytes();
        let mut words = bytes.as_chunks::<8>().0.iter().map(|chunk| u64::from_le_bytes(*chunk));
        std::array::from_fn(|_| words.next().unwrap_or(0))
    }
}

/// A key shorter than a block is filled up with zeros.
fn block(key: &[u8]) -> hmac::digest::Key<Hmac<Sha256>> {
    let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
    block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    block
}
