#include "crypto.h"
#include <openssl/core_dispatch.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static void require(bool succeeded) {
  if (!succeeded) abort();
}

// MARK: Start

static OSSL_PROVIDER *all;
static OSSL_LIB_CTX *library;
static EVP_CIPHER *chacha;

static const char chacha_name[] = "ChaCha20-Poly1305";

// Returns the default provider's algorithms, but only the one cipher that is used here.
static const OSSL_ALGORITHM *algorithms(void *provider, int kind, int *changes) {
  static OSSL_ALGORITHM cipher[2];
  const OSSL_ALGORITHM *found = OSSL_PROVIDER_query_operation(all, kind, changes);
  if (kind != OSSL_OP_CIPHER || !found) return found;
  for (const OSSL_ALGORITHM *each = found; each->algorithm_names; each++) {
    if (strcasecmp(each->algorithm_names, chacha_name) != 0) continue;
    cipher[0] = *each;
    return cipher;
  }
  return found;
}

static int provide(
    const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *offered, const OSSL_DISPATCH **functions,
    void **provider) {
  static const OSSL_DISPATCH table[] = {
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))algorithms}, {0, NULL}};
  *functions = table;
  *provider = OSSL_PROVIDER_get0_provider_ctx(all);
  return 1;
}

// Reads no configuration file, loads no error texts, and frees nothing at exit(3), when other
// threads may still use it. The first fetch of a cipher prepares every cipher of its library: with
// all 140, that would delay the first frame by 0.4 ms.
static void begin(void) {
  uint64_t options = OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
      | OPENSSL_INIT_NO_ADD_ALL_CIPHERS | OPENSSL_INIT_NO_ADD_ALL_DIGESTS | OPENSSL_INIT_NO_ATEXIT;
  require(OPENSSL_init_crypto(options, NULL) == 1);
  all = OSSL_PROVIDER_load(NULL, "default");
  library = OSSL_LIB_CTX_new();
  require(all && library);
  require(OSSL_PROVIDER_add_builtin(library, "photodiary", provide) == 1);
  require(OSSL_PROVIDER_load(library, "photodiary"));
  chacha = EVP_CIPHER_fetch(library, chacha_name, NULL);
  require(chacha);
}

static void start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  require(pthread_once(&once, begin) == 0);
}

// MARK: Random bytes and scrypt

void pd_random(void *bytes, size_t count) {
  // The most that getentropy(3) accepts in one call.
  const size_t most = 256;
  for (uint8_t *place = bytes; count > 0;) {
    size_t size = count < most ? count : most;
    require(getentropy(place, size) == 0);
    place += size;
    count -= size;
  }
}

bool pd_scrypt(
    const void *words, size_t words_count, const void *salt, size_t salt_count, uint64_t rounds,
    void *key, size_t key_count) {
  start();
  return EVP_PBE_scrypt_ex(
             words ? words : "", words_count, salt, salt_count, rounds, 8, 1, UINT64_MAX, key,
             key_count, library, NULL)
      == 1;
}

// MARK: ChaCha20-Poly1305

// One call accepts at most INT_MAX bytes.
static const size_t most_at_once = 1 << 30;

/// Encrypts or decrypts all bytes except the tag.
static EVP_CIPHER_CTX *process(
    bool seals, const uint8_t *key, const uint8_t *nonce, const uint8_t *from, size_t count,
    uint8_t *to) {
  start();
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  require(context && EVP_CipherInit_ex2(context, chacha, key, nonce, seals, NULL) == 1);
  while (count > 0) {
    int size = (int)(count < most_at_once ? count : most_at_once);
    int written = 0;
    require(EVP_CipherUpdate(context, to, &written, from, size) == 1 && written == size);
    from += size;
    to += size;
    count -= (size_t)size;
  }
  return context;
}

void pd_chacha_seal(
    const void *key, const void *nonce, const void *bytes, size_t count, void *sealed) {
  EVP_CIPHER_CTX *context = process(true, key, nonce, bytes, count, sealed);
  int written = 0;
  uint8_t *tag = (uint8_t *)sealed + count;
  require(EVP_CipherFinal_ex(context, tag, &written) == 1 && written == 0);
  require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, pd_chacha_tag, tag) == 1);
  EVP_CIPHER_CTX_free(context);
}

bool pd_chacha_open(
    const void *key, const void *nonce, const void *sealed, size_t count, void *bytes) {
  EVP_CIPHER_CTX *context = process(false, key, nonce, sealed, count, bytes);
  uint8_t tag[pd_chacha_tag], none[1];
  memcpy(tag, (const uint8_t *)sealed + count, sizeof tag);
  require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, pd_chacha_tag, tag) == 1);
  int written = 0;
  bool is_authentic = EVP_CipherFinal_ex(context, none, &written) == 1;
  EVP_CIPHER_CTX_free(context);
  if (!is_authentic && count > 0) OPENSSL_cleanse(bytes, count);
  return is_authentic;
}

// MARK: Curve25519

static EVP_PKEY *private_key(const char *type, const uint8_t *secret) {
  start();
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key_ex(library, type, NULL, secret, pd_curve_key);
  require(key);
  return key;
}

EVP_PKEY *pd_x25519_key(const void *secret) { return private_key("X25519", secret); }
EVP_PKEY *pd_ed25519_key(const void *secret) { return private_key("ED25519", secret); }
void pd_free_key(EVP_PKEY *key) { EVP_PKEY_free(key); }

static EVP_PKEY *public_key_of(const char *type, const uint8_t *bytes) {
  start();
  EVP_PKEY *key = EVP_PKEY_new_raw_public_key_ex(library, type, NULL, bytes, pd_curve_key);
  require(key);
  return key;
}

void pd_secret_bytes(const EVP_PKEY *key, void *secret) {
  size_t size = pd_curve_key;
  require(EVP_PKEY_get_raw_private_key(key, secret, &size) == 1 && size == pd_curve_key);
}

void pd_public_bytes(const EVP_PKEY *key, void *bytes) {
  size_t size = pd_curve_key;
  require(EVP_PKEY_get_raw_public_key(key, bytes, &size) == 1 && size == pd_curve_key);
}

bool pd_x25519_secret(EVP_PKEY *key, const void *public_key, void *secret) {
  EVP_PKEY *other = public_key_of("X25519", public_key);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(library, key, NULL);
  require(context && EVP_PKEY_derive_init(context) == 1);
  require(EVP_PKEY_derive_set_peer_ex(context, other, 0) == 1);
  size_t size = pd_curve_key;
  // Derivation fails only for a secret of zeros.
  bool is_secret = EVP_PKEY_derive(context, secret, &size) == 1;
  require(!is_secret || size == pd_curve_key);
  EVP_PKEY_CTX_free(context);
  EVP_PKEY_free(other);
  return is_secret;
}

void pd_ed25519_sign(EVP_PKEY *key, const void *message, size_t count, void *signature) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  require(context && EVP_DigestSignInit_ex(context, NULL, NULL, library, NULL, key, NULL) == 1);
  size_t size = pd_signature;
  require(EVP_DigestSign(context, signature, &size, message, count) == 1 && size == pd_signature);
  EVP_MD_CTX_free(context);
}

bool pd_ed25519_verify(
    const void *public_key, const void *message, size_t count, const void *signature) {
  EVP_PKEY *key = public_key_of("ED25519", public_key);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  require(context && EVP_DigestVerifyInit_ex(context, NULL, NULL, library, NULL, key, NULL) == 1);
  bool is_valid = EVP_DigestVerify(context, signature, pd_signature, message, count) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return is_valid;
}
