//! Seals against a published digest.

use sprague_posets::subsets::seal::{Key, Seal};

/// Test case 1 of RFC 4231; its key is shorter, filled up with zeros as HMAC does.
#[test]
fn published_digest() {
    let mut key = [0; Key::BYTES];
    key[..20].fill(0x0b);
    let mut seal = Seal::new(&Key(key));
    seal.take(b"Hi ");
    seal.take(b"There");
    let bytes: Vec<u8> = seal.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
}
