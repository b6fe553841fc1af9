// OpenSSL's libcrypto, 3.0 or later. Hash functions are declared by OpenSSL. Everything else needs
// several of its calls, which one function here combines: it returns `false` only as documented,
// and aborts the program if libcrypto fails otherwise, for example without memory.
#ifndef PHOTODIARY_CCRYPTO_H
#define PHOTODIARY_CCRYPTO_H

// The functions for a specific hash are deprecated in favor of EVP, which slows startup.
#ifndef OPENSSL_SUPPRESS_DEPRECATED
#define OPENSSL_SUPPRESS_DEPRECATED
#endif
#include <openssl/crypto.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Fills memory from the system's random source.
void pd_random(void *_Nullable bytes, size_t count);

/// Derives a key of `key_count` bytes by scrypt (RFC 7914) with blocks of 8 and no parallelism.
/// Returns `false` if its memory can't be allocated.
bool pd_scrypt(
    const void *_Nullable words, size_t words_count, const void *_Nullable salt, size_t salt_count,
    uint64_t rounds, void *_Nullable key, size_t key_count);

// MARK: ChaCha20-Poly1305 (RFC 8439)

enum { pd_chacha_key = 32, pd_chacha_nonce = 12, pd_chacha_tag = 16 };

/// Writes the sealed bytes followed by their tag.
void pd_chacha_seal(
    const void *_Nullable key, const void *_Nullable nonce, const void *_Nullable bytes,
    size_t count, void *_Nullable sealed);

/// Opens `count` bytes, which are followed by their tag. Returns `false`, with zeros in `bytes`, if
/// they weren't sealed with that key and nonce.
bool pd_chacha_open(
    const void *_Nullable key, const void *_Nullable nonce, const void *_Nullable sealed,
    size_t count, void *_Nullable bytes);

// MARK: Curve25519 (RFC 7748, RFC 8032)

enum { pd_curve_key = 32, pd_signature = 64 };

/// Creates a private X25519 or Ed25519 key from any 32 bytes. `pd_free_key` wipes it.
EVP_PKEY *pd_x25519_key(const void *_Nullable secret);
EVP_PKEY *pd_ed25519_key(const void *_Nullable secret);
void pd_free_key(EVP_PKEY *key);

void pd_secret_bytes(const EVP_PKEY *key, void *_Nullable secret);
void pd_public_bytes(const EVP_PKEY *key, void *_Nullable bytes);

/// Computes the secret that an X25519 key shares with a public key. Returns `false` if the public
/// key is a point of small order, for which the secret is zero.
bool pd_x25519_secret(EVP_PKEY *key, const void *_Nullable public_key, void *_Nullable secret);

void pd_ed25519_sign(
    EVP_PKEY *key, const void *_Nullable message, size_t count, void *_Nullable signature);

/// Returns `true` if the signature is valid, `false` if it isn't or if the public key isn't a point
/// of the curve.
bool pd_ed25519_verify(
    const void *_Nullable public_key, const void *_Nullable message, size_t count,
    const void *_Nullable signature);

#pragma clang assume_nonnull end

#endif
