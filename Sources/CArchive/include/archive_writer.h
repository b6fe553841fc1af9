// Writes archives through libarchive, which is loaded only when one is written.
#ifndef PHOTODIARY_ARCHIVE_WRITER_H
#define PHOTODIARY_ARCHIVE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_archive_writer pd_archive_writer;

/// Begins a zip, or a tar whose names may be in any script. Returns NULL without the library or
/// memory.
pd_archive_writer *pd_archive_write_zip(void);
pd_archive_writer *pd_archive_write_tar(void);

/// Begins a file. `name` is in UTF-8; `size` is negative if it is unknown, which only a zip allows;
/// `time` is in seconds since 1970. A zip compresses the file unless `is_stored`.
bool pd_archive_write_file(
    pd_archive_writer *writer, const char *name, int64_t size, int64_t time, bool is_stored);

/// Appends bytes to that file.
bool pd_archive_write_bytes(pd_archive_writer *writer, const void *bytes, size_t count);

/// Ends the archive, after which the remaining output can be fetched.
bool pd_archive_write_end(pd_archive_writer *writer);

/// Returns the output since the previous call, valid until the writer is used again.
const void *pd_archive_write_take(pd_archive_writer *writer, size_t *count);

void pd_archive_write_free(pd_archive_writer *writer);

#endif
