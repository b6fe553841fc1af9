#define _GNU_SOURCE
#include "archive_writer.h"

#include "archive_library.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(archive_write_new) *make;
  __typeof__(archive_write_free) *free;
  __typeof__(archive_write_close) *close;
  __typeof__(archive_write_set_format_zip) *zip;
  __typeof__(archive_write_set_format_pax_restricted) *tar;
  __typeof__(archive_write_zip_set_compression_store) *store;
  __typeof__(archive_write_zip_set_compression_deflate) *deflate;
  __typeof__(archive_write_set_bytes_per_block) *block;
  __typeof__(archive_write_open) *open;
  __typeof__(archive_write_header) *header;
  __typeof__(archive_write_data) *data;
  __typeof__(archive_entry_new) *make_entry;
  __typeof__(archive_entry_clear) *clear_entry;
  __typeof__(archive_entry_free) *free_entry;
  __typeof__(archive_entry_set_pathname) *set_name;
  __typeof__(archive_entry_set_size) *set_size;
  __typeof__(archive_entry_set_filetype) *set_type;
  __typeof__(archive_entry_set_perm) *set_mode;
  __typeof__(archive_entry_set_mtime) *set_time;
} lib;

static bool is_loaded;

struct pd_archive_writer {
  struct archive *archive;
  struct archive_entry *entry;
  bool is_zip;
  /// The output for `pd_archive_write_take`, its size and its capacity.
  char *made;
  size_t count, room;
  bool was_taken;
};

static bool load(void) {
  if (is_loaded) return true;
  const pd_function functions[] = {
      {&lib.make, "archive_write_new"},
      {&lib.free, "archive_write_free"},
      {&lib.close, "archive_write_close"},
      {&lib.zip, "archive_write_set_format_zip"},
      {&lib.tar, "archive_write_set_format_pax_restricted"},
      {&lib.store, "archive_write_zip_set_compression_store"},
      {&lib.deflate, "archive_write_zip_set_compression_deflate"},
      {&lib.block, "archive_write_set_bytes_per_block"},
      {&lib.open, "archive_write_open"},
      {&lib.header, "archive_write_header"},
      {&lib.data, "archive_write_data"},
      {&lib.make_entry, "archive_entry_new"},
      {&lib.clear_entry, "archive_entry_clear"},
      {&lib.free_entry, "archive_entry_free"},
      {&lib.set_name, "archive_entry_set_pathname"},
      {&lib.set_size, "archive_entry_set_size"},
      {&lib.set_type, "archive_entry_set_filetype"},
      {&lib.set_mode, "archive_entry_set_perm"},
      {&lib.set_time, "archive_entry_set_mtime"},
  };
  is_loaded = pd_archive_functions(functions, sizeof functions / sizeof *functions);
  return is_loaded;
}

/// Appends libarchive's output to the buffer. Returns -1 without memory.
static la_ssize_t made(struct archive *archive, void *context, const void *bytes, size_t count) {
  (void)archive;
  pd_archive_writer *writer = context;
  if (writer->was_taken) {
    writer->count = 0;
    writer->was_taken = false;
  }
  if (writer->room - writer->count < count) {
    size_t room = (writer->count + count) * 2;
    char *larger = realloc(writer->made, room);
    if (!larger) return -1;
    writer->made = larger;
    writer->room = room;
  }
  memcpy(writer->made + writer->count, bytes, count);
  writer->count += count;
  return (la_ssize_t)count;
}

static pd_archive_writer *begin(bool is_zip) {
  if (!load()) return NULL;
  pd_archive_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->is_zip = is_zip;
  writer->archive = lib.make();
  writer->entry = lib.make_entry();
  locale_t before = uselocale(pd_archive_letters);
  bool is_open = writer->archive && writer->entry &&
                 (is_zip ? lib.zip : lib.tar)(writer->archive) == ARCHIVE_OK &&
                 // Without blocks, output is neither buffered nor padded.
                 lib.block(writer->archive, 0) == ARCHIVE_OK &&
                 lib.open(writer->archive, writer, NULL, made, NULL) == ARCHIVE_OK;
  uselocale(before);
  if (is_open) return writer;
  pd_archive_write_free(writer);
  return NULL;
}

pd_archive_writer *pd_archive_write_zip(void) { return begin(true); }
pd_archive_writer *pd_archive_write_tar(void) { return begin(false); }

bool pd_archive_write_file(
    pd_archive_writer *writer, const char *name, int64_t size, int64_t time, bool is_stored) {
  locale_t before = uselocale(pd_archive_letters);
  lib.clear_entry(writer->entry);
  lib.set_name(writer->entry, name);
  if (size >= 0) lib.set_size(writer->entry, size);
  lib.set_type(writer->entry, AE_IFREG);
  lib.set_mode(writer->entry, 0644);
  lib.set_time(writer->entry, time, 0);
  bool is_set = !writer->is_zip || (is_stored ? lib.store : lib.deflate)(writer->archive) == ARCHIVE_OK;
  bool is_written = is_set && lib.header(writer->archive, writer->entry) == ARCHIVE_OK;
  uselocale(before);
  return is_written;
}

bool pd_archive_write_bytes(pd_archive_writer *writer, const void *bytes, size_t count) {
  return count == 0 || lib.data(writer->archive, bytes, count) == (la_ssize_t)count;
}

bool pd_archive_write_end(pd_archive_writer *writer) {
  locale_t before = uselocale(pd_archive_letters);
  bool is_closed = lib.close(writer->archive) == ARCHIVE_OK;
  uselocale(before);
  return is_closed;
}

const void *pd_archive_write_take(pd_archive_writer *writer, size_t *count) {
  *count = writer->was_taken ? 0 : writer->count;
  writer->was_taken = true;
  return writer->made;
}

void pd_archive_write_free(pd_archive_writer *writer) {
  if (writer->archive) lib.free(writer->archive);
  if (writer->entry) lib.free_entry(writer->entry);
  free(writer->made);
  free(writer);
}
