//! Messages, their signatures and dates.

use serde_json::json;
use sprague::kernel::transport::Frames;
use sprague::kernel::wire::{Malformed, Signer, date, name};

fn frames(signer: &Signer, kind: &str) -> Frames {
    signer.write(&[b"who".to_vec()], "s", kind, &json!({}), &json!({}), &json!({ "code": "1" }))
}

#[test]
fn what_is_signed_is_read() {
    for key in ["secret", ""] {
        let signer = Signer::new(key);
        let request = signer.read(frames(&signer, "execute_request")).expect("it is ours");
        assert_eq!((request.kind(), &request.content["code"]), ("execute_request", &json!("1")));
        assert_eq!(request.route, [b"who"]);
    }
    // From a published vector: RFC 4231, test case 2.
    let signature = Signer::new("Jefe").sign(&[b"what do ya want ".to_vec(), b"for nothing?".to_vec()]);
    assert_eq!(signature, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

#[test]
fn what_is_damaged_is_left_out() {
    let signer = Signer::new("secret");
    let whole = frames(&signer, "execute_request");
    let read = |change: &dyn Fn(&mut Frames)| {
        let mut frames = whole.clone();
        change(&mut frames);
        signer.read(frames).map(|_| ()).unwrap_err()
    };
    assert_eq!(read(&|f| f.clear()), Malformed::Parts);
    assert_eq!(read(&|f| f.truncate(6)), Malformed::Parts);
    assert_eq!(read(&|f| f[1] = b"<IDS>".to_vec()), Malformed::Parts);
    for wrong in [&b""[..], b"zz", b"5bd", &[0xff; 64]] {
        assert_eq!(read(&|f| f[2] = wrong.to_vec()), Malformed::Signature);
    }
    assert_eq!(read(&|f| f[6] = b"{\"code\":\"2\"}".to_vec()), Malformed::Signature);
    let signed = |dictionaries: [&[u8]; 4]| {
        let parts = dictionaries.map(<[u8]>::to_vec);
        let mut frames = vec![b"<IDS|MSG>".to_vec(), signer.sign(&parts).into_bytes()];
        frames.extend(parts);
        signer.read(frames).map(|_| ()).unwrap_err()
    };
    let deep = "[".repeat(100_000);
    for wrong in [&b"[]"[..], b"{", b"\xff", deep.as_bytes()] {
        assert_eq!(signed([wrong, b"{}", b"{}", b"{}"]), Malformed::Dictionary);
        assert_eq!(signed([b"{\"msg_type\":\"a\"}", b"{}", b"{}", wrong]), Malformed::Dictionary);
    }
    assert_eq!(signed([b"{}", b"{}", b"{}", b"{}"]), Malformed::Untyped);
}

#[test]
fn dates() {
    assert_eq!(date(0, 5), "1970-01-01T00:00:00.000005Z");
    assert_eq!(date(951_782_399, 0), "2000-02-28T23:59:59.000000Z");
    assert_eq!(date(951_868_800, 0), "2000-03-01T00:00:00.000000Z");
    assert_eq!(date(1_798_761_599, 999_999), "2026-12-31T23:59:59.999999Z");
    assert_eq!(name().len(), 32);
    assert_ne!(name(), name());
}
