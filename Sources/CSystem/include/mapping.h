// Mapped files whose pages may become unreadable because another program truncates the file, or its
// disk or network fails. Reading an unreadable page raises SIGBUS, which would end the program.
#ifndef PHOTODIARY_CSYSTEM_MAPPING_H
#define PHOTODIARY_CSYSTEM_MAPPING_H

#include <stdbool.h>
#include <stddef.h>

/// A guarded mapping.
struct pd_mapping;

/// Guards a mapping: from the first unreadable page on, its bytes become zeros, and the program
/// continues. Returns `NULL` without memory.
struct pd_mapping *pd_guard_mapping(const void *start, size_t count);

/// Returns `true` if bytes of a mapping have become zeros.
bool pd_has_lost_bytes(const struct pd_mapping *mapping);

/// Reads a byte of each page of a range, so that unreadable pages are detected now.
static inline void pd_read_pages(const void *start, size_t count) {
  const volatile char *bytes = (const volatile char *)start;
  for (size_t place = 0; place < count; place += 4096) (void)bytes[place];
  if (count > 0) (void)bytes[count - 1];
}

/// Ends the guard. Call it before unmapping the memory.
void pd_end_guard(struct pd_mapping *mapping);

/// Replaces unreadable bytes with zeros. Returns `true` if the address is in a guarded mapping.
/// Async-signal-safe.
bool pd_replace_lost_bytes(const void *place);

#endif
