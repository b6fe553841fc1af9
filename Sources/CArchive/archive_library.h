#ifndef PHOTODIARY_ARCHIVE_LIBRARY_H
#define PHOTODIARY_ARCHIVE_LIBRARY_H

#include <loader.h>
#include <locale.h>

/// The locale for calls that read or write member names, which libarchive converts by the current
/// locale: that of a subcommand is "C".
extern locale_t pd_archive_letters;

/// Loads libarchive's functions and the locale. Returns `false` if one of them is missing.
bool pd_archive_functions(const pd_function *functions, size_t count);

#endif
