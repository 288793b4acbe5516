//! Receipts: a server's signature under an entry of a log, for whoever sent it.
//!
//! A receipt has the line of the entry ([`chain`](crate::chain)) and an Ed25519 signature (RFC 8032) of
//! its SHA-256, which is the head of the log with that entry. So it proves to anybody that the store
//! accepted this entry, with this number, after everything that the line's `before` stands for. One key
//! of the store signs for all games; the file of games has it, so a backup does, too.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use parlor_dice::Bytes32;
use serde::{Deserialize, Serialize};

use crate::chain::{EntryLine, hash_of};

/// The name of the form.
pub const FORMAT: &str = "parlor-receipt-v1";

/// The key by which a store signs.
#[derive(Clone)]
pub struct ReceiptKey(SigningKey);

impl core::fmt::Debug for ReceiptKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ReceiptKey").finish_non_exhaustive()
    }
}

impl ReceiptKey {
    /// The key of 32 secret bytes.
    pub fn of_secret(secret: &Bytes32) -> Self {
        Self(SigningKey::from_bytes(&secret.0))
    }

    /// The key that everybody may know, by which a signature is verified.
    pub fn public(&self) -> Bytes32 {
        Bytes32(self.0.verifying_key().to_bytes())
    }

    /// The receipt for an entry, by its line.
    pub fn sign(&self, entry: String) -> Receipt {
        let head = hash_of(&entry);
        Receipt {
            receipt: FORMAT.to_owned(),
            entry,
            head,
            key: self.public(),
            signature: hex::encode(self.0.sign(&head.0).to_bytes()),
        }
    }
}

/// A receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// [`FORMAT`].
    pub receipt: String,
    /// The line of the entry.
    pub entry: String,
    /// Its SHA-256, the head of the log with it.
    pub head: Bytes32,
    /// The public key of the store, 32 bytes.
    pub key: Bytes32,
    /// The signature of the 32 bytes of the head, in 128 hexadecimal digits.
    pub signature: String,
}

/// Why a text is no receipt, or a receipt proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiptError {
    /// It is none.
    #[error("this is no receipt: {reason}; it would be {{\"receipt\":\"{FORMAT}\",\"entry\":…}}")]
    NoReceipt {
        /// What is wrong with it.
        reason: String,
    },
    /// The head is not the entry's.
    #[error("the receipt has the head {head}, but the SHA-256 of its entry is {computed}")]
    WrongHead {
        /// The head in the receipt.
        head: Bytes32,
        /// The SHA-256 of the line.
        computed: Bytes32,
    },
    /// The signature is not the key's.
    #[error("the signature is not that of the key {key} for this head")]
    WrongSignature {
        /// The key in the receipt.
        key: Bytes32,
    },
    /// Another key has signed.
    #[error("the receipt is of another store: it was signed by the key {key}, not by {expected}")]
    OtherKey {
        /// The key in the receipt.
        key: Bytes32,
        /// The key that was expected.
        expected: Bytes32,
    },
}

impl Receipt {
    /// Whether a text is meant to be a receipt, or the answer to an action, which has one: whether it
    /// is an object that names the form.
    pub fn is_meant(text: &str) -> bool {
        text.trim_start().starts_with('{') && text.contains(&format!("\"{FORMAT}\""))
    }

    /// Reads a receipt and checks it; with `expected`, also whose it is. Returns it with its entry.
    ///
    /// # Errors
    /// Why it proves nothing.
    pub fn read(text: &str, expected: Option<Bytes32>) -> Result<(Self, EntryLine), ReceiptError> {
        let no_receipt = |error: serde_json::Error| ReceiptError::NoReceipt {
            reason: error.to_string(),
        };
        let mut given: serde_json::Value = serde_json::from_str(text).map_err(no_receipt)?;
        if let Some(of_answer) = given.get_mut("receipt").filter(|inner| inner.is_object()) {
            given = of_answer.take();
        }
        let receipt: Self = serde_json::from_value(given).map_err(no_receipt)?;
        if receipt.receipt != FORMAT {
            return Err(ReceiptError::NoReceipt {
                reason: format!("its form is {:?}", receipt.receipt),
            });
        }
        let computed = hash_of(&receipt.entry);
        if computed != receipt.head {
            let head = receipt.head;
            return Err(ReceiptError::WrongHead { head, computed });
        }
        if !receipt.is_signed() {
            return Err(ReceiptError::WrongSignature { key: receipt.key });
        }
        let key = receipt.key;
        if let Some(expected) = expected.filter(|expected| *expected != key) {
            return Err(ReceiptError::OtherKey { key, expected });
        }
        let entry = serde_json::from_str(&receipt.entry).map_err(no_receipt)?;
        Ok((receipt, entry))
    }

    fn is_signed(&self) -> bool {
        let mut signature = [0; 64];
        let is_hex = hex::decode_to_slice(&self.signature, &mut signature).is_ok();
        let key = VerifyingKey::from_bytes(&self.key.0);
        // The strict form refuses keys of small order, for which one signature fits many texts.
        let verified =
            key.and_then(|key| key.verify_strict(&self.head.0, &Signature::from_bytes(&signature)));
        is_hex && verified.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: Bytes32 = Bytes32([7; 32]);

    fn line(version: u64) -> String {
        let before = Bytes32([3; 32]);
        format!(
            "{{\"game\":\"2222222233333333\",\"version\":{version},\"at\":5,\"before\":\"{before}\",\
             \"event\":{{\"happening\":\"revealed\",\"seat\":\"A\",\"entropy\":\"616161\"}}}}"
        )
    }

    fn text(receipt: &Receipt) -> String {
        serde_json::to_string(receipt).expect("plain data")
    }

    #[test]
    fn a_receipt_proves_the_entry_and_nothing_else() {
        let key = ReceiptKey::of_secret(&SECRET);
        let receipt = key.sign(line(4));
        let (read, entry) = Receipt::read(&text(&receipt), Some(key.public())).expect("its own");
        assert_eq!((read, entry.version), (receipt.clone(), 4));
        // Ed25519 has one signature for a key and a text, so a receipt is always the same.
        assert_eq!(key.sign(line(4)), receipt);

        let other = ReceiptKey::of_secret(&Bytes32([8; 32]));
        let changed = Receipt {
            entry: line(5),
            ..receipt.clone()
        };
        let error = Receipt::read(&text(&changed), None).expect_err("another entry");
        assert!(matches!(error, ReceiptError::WrongHead { .. }), "{error}");
        let moved = Receipt {
            head: hash_of(&line(5)),
            ..changed
        };
        let error = Receipt::read(&text(&moved), None).expect_err("another head");
        assert!(
            matches!(error, ReceiptError::WrongSignature { .. }),
            "{error}"
        );
        let claimed = Receipt {
            key: other.public(),
            ..receipt
        };
        let error = Receipt::read(&text(&claimed), None).expect_err("another key");
        assert!(
            matches!(error, ReceiptError::WrongSignature { .. }),
            "{error}"
        );
    }

    #[test]
    fn a_receipt_of_another_store_is_named_as_such() {
        let [ours, theirs] = [7, 8].map(|byte| ReceiptKey::of_secret(&Bytes32([byte; 32])));
        let receipt = text(&theirs.sign(line(4)));
        assert!(Receipt::read(&receipt, None).is_ok());
        let (key, expected) = (theirs.public(), ours.public());
        let error = ReceiptError::OtherKey { key, expected };
        assert_eq!(Receipt::read(&receipt, Some(expected)), Err(error));
    }

    #[test]
    fn a_key_for_which_anything_is_signed_is_refused() {
        // The neutral element of the curve: by the plain equation, this signature fits every text.
        let mut neutral = [0; 32];
        neutral[0] = 1;
        let entry = line(4);
        let forged = Receipt {
            receipt: FORMAT.to_owned(),
            head: hash_of(&entry),
            entry,
            key: Bytes32(neutral),
            signature: hex::encode([&neutral[..], &[0; 32]].concat()),
        };
        let error = Receipt::read(&text(&forged), None).expect_err("nobody has signed");
        assert!(
            matches!(error, ReceiptError::WrongSignature { .. }),
            "{error}"
        );
    }

    #[test]
    fn what_is_no_receipt_is_refused_with_its_reason() {
        let receipt = text(&ReceiptKey::of_secret(&SECRET).sign(line(4)));
        assert!(Receipt::is_meant(&receipt));
        for (from, to) in [
            ("parlor-receipt-v1", "parlor-receipt-v2"),
            ("\"key\":", "\"kay\":"),
            ("{", "["),
            ("\"signature\":\"", "\"signature\":\"zz"),
        ] {
            let wrong = receipt.replacen(from, to, 1);
            assert!(Receipt::read(&wrong, None).is_err(), "{wrong}");
        }
        // The answer to an action has one.
        let answer = format!("{{\"result\":\"committed\",\"version\":4,\"receipt\":{receipt}}}");
        assert!(Receipt::is_meant(&answer) && Receipt::read(&answer, None).is_ok());
        for length in 0..receipt.len() {
            assert!(Receipt::read(&receipt[..length], None).is_err(), "{length}");
        }
        let no_entry = ReceiptKey::of_secret(&SECRET).sign("a letter".to_owned());
        let error = Receipt::read(&text(&no_entry), None).expect_err("no entry");
        assert!(matches!(error, ReceiptError::NoReceipt { .. }), "{error}");
    }
}
