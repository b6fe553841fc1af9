// Reads archives through libarchive, which is loaded only for an import because it depends on a
// dozen other libraries.
#ifndef PHOTODIARY_ARCHIVE_READER_H
#define PHOTODIARY_ARCHIVE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  PD_ARCHIVE_OK = 0,
  PD_ARCHIVE_END = 1,
  /// Damaged, truncated or not an archive.
  PD_ARCHIVE_DAMAGED = 2
};

enum {
  PD_MEMBER_FILE = 0,
  PD_MEMBER_FOLDER = 1,
  /// A symbolic link.
  PD_MEMBER_LINK = 2,
  /// A device, a pipe or a socket.
  PD_MEMBER_SPECIAL = 3,
  /// A hard link to an earlier member.
  PD_MEMBER_HARD_LINK = 4
};

typedef struct {
  /// The name as stored in the archive, converted to UTF-8 as far as possible, or NULL. Valid until
  /// the next member is read.
  const char *name;
  int kind;
  /// The name of the member that a hard link refers to, encoded and valid like `name`; NULL for
  /// other members.
  const char *target;
  bool is_encrypted;
  /// The modification time in seconds since 1970, valid only if `tells_time` is `true`.
  bool tells_time;
  int64_t modified;
} pd_archive_member;

typedef struct pd_archive pd_archive;

/// Loads the library. Returns `false` if it is missing.
bool pd_archive_load(void);

/// The file name by which the library is loaded.
const char *pd_archive_library(void);

/// Opens an archive from a file descriptor, which the caller must close: zip or tar, uncompressed
/// or compressed by gzip, xz, zstd or bzip2. Returns NULL for any other file.
pd_archive *pd_archive_open(int fd);

/// Reads the next member. Returns PD_ARCHIVE_OK, PD_ARCHIVE_END or PD_ARCHIVE_DAMAGED.
int pd_archive_next(pd_archive *archive, pd_archive_member *member);

/// Reads the next bytes of the member, valid until the next call, and their offset in it. Returns
/// PD_ARCHIVE_OK, PD_ARCHIVE_END or PD_ARCHIVE_DAMAGED.
int pd_archive_read(pd_archive *archive, const void **bytes, size_t *count, int64_t *offset);

/// Returns the number of bytes of the file that have been read.
int64_t pd_archive_taken(pd_archive *archive);

void pd_archive_close(pd_archive *archive);

#endif
