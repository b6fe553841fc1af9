// Keys that the kernel keeps for a user. libc has no functions for them.
#ifndef PHOTODIARY_CSYSTEM_KEYRING_H
#define PHOTODIARY_CSYSTEM_KEYRING_H

#include <stddef.h>

#include "facilities.h"

// Numbers from <linux/keyctl.h>.
enum {
  pd_keyring_of_user = -4,    // KEY_SPEC_USER_KEYRING
  pd_key_set_permissions = 5, // KEYCTL_SETPERM
  pd_key_unlink = 9,          // KEYCTL_UNLINK
  pd_key_search = 10,         // KEYCTL_SEARCH
  pd_key_read = 11,           // KEYCTL_READ
  pd_key_set_timeout = 15,    // KEYCTL_SET_TIMEOUT
};

/// The permissions of a key for its possessor and its user: everything except changing its owner.
/// Without the user's part, programs in another session couldn't read the key.
enum { pd_key_permissions = 0x3f3f0000 };

/// Adds a key to the user's keyring, or replaces the bytes of the key with that name. Returns its
/// number, or -1 with errno.
static inline long pd_key_add(const char *name, const void *bytes, size_t count) {
  return PD_CALL(add_key, "user", name, bytes, count, (long)pd_keyring_of_user);
}

/// Returns the number of the user's key with that name, or -1 with errno.
static inline long pd_key_find(const char *name) {
  return PD_CALL(keyctl, pd_key_search, (long)pd_keyring_of_user, "user", name, 0l);
}

static inline long pd_key_permit(long key) {
  return PD_CALL(keyctl, pd_key_set_permissions, key, (long)pd_key_permissions);
}

/// Makes the kernel delete a key after a number of seconds. Returns 0, or -1 with errno.
static inline long pd_key_expire(long key, long seconds) {
  return PD_CALL(keyctl, pd_key_set_timeout, key, seconds);
}

/// Copies the bytes of a key, as many as fit in `room`. Returns the number of bytes that the key
/// has, or -1 with errno.
static inline long pd_key_bytes(long key, void *bytes, size_t room) {
  return PD_CALL(keyctl, pd_key_read, key, bytes, room);
}

static inline long pd_key_remove(long key) {
  return PD_CALL(keyctl, pd_key_unlink, key, (long)pd_keyring_of_user);
}

#endif
