// Reads archives through libarchive, which is loaded only when one is imported: it brings a dozen
// libraries.
#ifndef PHOTODIARY_ARCHIVE_READER_H
#define PHOTODIARY_ARCHIVE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PD_ARCHIVE_OK = 0,
  PD_ARCHIVE_END = 1,
  /// Broken, cut off, or no archive.
  PD_ARCHIVE_DAMAGED = 2
};

enum {
  PD_MEMBER_FILE = 0,
  PD_MEMBER_FOLDER = 1,
  /// A symbolic one.
  PD_MEMBER_LINK = 2,
  /// A device, a pipe or a socket.
  PD_MEMBER_SPECIAL = 3,
  /// Another name of a member that came before.
  PD_MEMBER_HARD_LINK = 4
};

typedef struct {
  /// As it stands in the archive, its letters in UTF-8 as far as they can be told; NULL if they
  /// can't. It lives until the next member is read.
  const char *name;
  int kind;
  /// Of a hard link the name of that member, like the other; else NULL.
  const char *target;
  bool is_encrypted;
  /// When it was last changed, in seconds since 1970; of use only if it is told.
  bool tells_time;
  int64_t modified;
} pd_archive_member;

typedef struct pd_archive pd_archive;

/// Loads the library.
bool pd_archive_load(void);

/// The name that it is loaded by.
const char *pd_archive_library(void);

/// Begins to read an open file, which stays the caller's: zip and tar, plain or compressed by gzip,
/// xz, zstd or bzip2. NULL when it is none of them.
pd_archive *pd_archive_open(int fd);

/// Goes on to the next member.
int pd_archive_next(pd_archive *archive, pd_archive_member *member);

/// The next bytes of the member, which live until the next call, and where they belong.
int pd_archive_read(pd_archive *archive, const void **bytes, size_t *count, int64_t *offset);

/// How many bytes of the file have been taken.
int64_t pd_archive_taken(pd_archive *archive);

void pd_archive_close(pd_archive *archive);

#endif
