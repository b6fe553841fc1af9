#define _GNU_SOURCE
#include "archive_reader.h"

#include "archive_library.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>

static struct {
  __typeof__(archive_read_new) *make;
  __typeof__(archive_read_free) *free;
  __typeof__(archive_read_support_format_zip) *zip;
  __typeof__(archive_read_support_format_tar) *tar;
  __typeof__(archive_read_support_filter_gzip) *gzip;
  __typeof__(archive_read_support_filter_xz) *xz;
  __typeof__(archive_read_support_filter_zstd) *zstd;
  __typeof__(archive_read_support_filter_bzip2) *bzip2;
  __typeof__(archive_read_open_fd) *open;
  __typeof__(archive_read_next_header) *next;
  __typeof__(archive_read_data_block) *read;
  __typeof__(archive_filter_bytes) *taken;
  __typeof__(archive_entry_pathname) *name;
  __typeof__(archive_entry_filetype) *type;
  __typeof__(archive_entry_hardlink) *hardlink;
  __typeof__(archive_entry_is_encrypted) *is_encrypted;
  __typeof__(archive_entry_mtime) *modified;
  __typeof__(archive_entry_mtime_is_set) *tells_time;
} lib;

static bool is_loaded;

struct pd_archive {
  struct archive *reader;
};

bool pd_archive_load(void) {
  if (is_loaded) return true;
  const pd_function functions[] = {
      {&lib.make, "archive_read_new"},
      {&lib.free, "archive_read_free"},
      {&lib.zip, "archive_read_support_format_zip"},
      {&lib.tar, "archive_read_support_format_tar"},
      {&lib.gzip, "archive_read_support_filter_gzip"},
      {&lib.xz, "archive_read_support_filter_xz"},
      {&lib.zstd, "archive_read_support_filter_zstd"},
      {&lib.bzip2, "archive_read_support_filter_bzip2"},
      {&lib.open, "archive_read_open_fd"},
      {&lib.next, "archive_read_next_header"},
      {&lib.read, "archive_read_data_block"},
      {&lib.taken, "archive_filter_bytes"},
      {&lib.name, "archive_entry_pathname"},
      {&lib.type, "archive_entry_filetype"},
      {&lib.hardlink, "archive_entry_hardlink"},
      {&lib.is_encrypted, "archive_entry_is_encrypted"},
      {&lib.modified, "archive_entry_mtime"},
      {&lib.tells_time, "archive_entry_mtime_is_set"},
  };
  is_loaded = pd_archive_functions(functions, sizeof functions / sizeof *functions);
  return is_loaded;
}

pd_archive *pd_archive_open(int fd) {
  pd_archive *archive = (pd_archive *)calloc(1, sizeof *archive);
  if (!archive) return NULL;
  archive->reader = lib.make();
  locale_t before = uselocale(pd_archive_letters);
  bool is_open = archive->reader && lib.zip(archive->reader) == ARCHIVE_OK &&
                 lib.tar(archive->reader) == ARCHIVE_OK;
  if (is_open) {
    // If libarchive was built without a filter, it returns a warning here and would run an external
    // program. Refuse that.
    bool has_all = lib.gzip(archive->reader) == ARCHIVE_OK && lib.xz(archive->reader) == ARCHIVE_OK &&
                   lib.zstd(archive->reader) == ARCHIVE_OK &&
                   lib.bzip2(archive->reader) == ARCHIVE_OK;
    is_open = has_all && lib.open(archive->reader, fd, 1 << 18) == ARCHIVE_OK;
  }
  uselocale(before);
  if (is_open) return archive;
  pd_archive_close(archive);
  return NULL;
}

static int kind(struct archive_entry *entry) {
  if (lib.hardlink(entry)) return PD_MEMBER_HARD_LINK;
  switch (lib.type(entry)) {
    case AE_IFREG: return PD_MEMBER_FILE;
    case AE_IFDIR: return PD_MEMBER_FOLDER;
    case AE_IFLNK: return PD_MEMBER_LINK;
    default: return PD_MEMBER_SPECIAL;
  }
}

int pd_archive_next(pd_archive *archive, pd_archive_member *member) {
  locale_t before = uselocale(pd_archive_letters);
  struct archive_entry *entry = NULL;
  int status;
  while ((status = lib.next(archive->reader, &entry)) == ARCHIVE_RETRY) {
  }
  int result = status == ARCHIVE_EOF                               ? PD_ARCHIVE_END
               : status == ARCHIVE_OK || status == ARCHIVE_WARN ? PD_ARCHIVE_OK
                                                                : PD_ARCHIVE_DAMAGED;
  if (result == PD_ARCHIVE_OK) {
    member->name = lib.name(entry);
    member->kind = kind(entry);
    member->target = lib.hardlink(entry);
    member->is_encrypted = lib.is_encrypted(entry) != 0;
    member->tells_time = lib.tells_time(entry) != 0;
    member->modified = lib.modified(entry);
  }
  uselocale(before);
  return result;
}

int pd_archive_read(pd_archive *archive, const void **bytes, size_t *count, int64_t *offset) {
  la_int64_t place = 0;
  int status;
  while ((status = lib.read(archive->reader, bytes, count, &place)) == ARCHIVE_RETRY) {
  }
  *offset = place;
  // A warning means a wrong checksum, so the bytes are damaged.
  return status == ARCHIVE_OK    ? PD_ARCHIVE_OK
         : status == ARCHIVE_EOF ? PD_ARCHIVE_END
                                 : PD_ARCHIVE_DAMAGED;
}

int64_t pd_archive_taken(pd_archive *archive) { return lib.taken(archive->reader, -1); }

void pd_archive_close(pd_archive *archive) {
  if (archive->reader) lib.free(archive->reader);
  free(archive);
}
