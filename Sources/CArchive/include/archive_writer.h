// Writes archives through libarchive, which is loaded only when one is written.
#ifndef PHOTODIARY_ARCHIVE_WRITER_H
#define PHOTODIARY_ARCHIVE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_archive_writer pd_archive_writer;

/// Begins a zip, or a tar with the names of every script. NULL without the library or memory.
pd_archive_writer *pd_archive_write_zip(void);
pd_archive_writer *pd_archive_write_tar(void);

/// Begins a file. `name` is UTF-8; `size` is below 0 where it isn't known, which a tar can't have;
/// `time` is in seconds since 1970. In a zip it is compressed unless `is_stored`.
bool pd_archive_write_file(
    pd_archive_writer *writer, const char *name, int64_t size, int64_t time, bool is_stored);

/// The next bytes of that file.
bool pd_archive_write_bytes(pd_archive_writer *writer, const void *bytes, size_t count);

/// Ends the archive; what is left of it can be taken then.
bool pd_archive_write_end(pd_archive_writer *writer);

/// What of the archive has been made since it was asked for last: valid until the next call.
const void *pd_archive_write_take(pd_archive_writer *writer, size_t *count);

void pd_archive_write_free(pd_archive_writer *writer);

#endif
