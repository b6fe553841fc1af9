#ifndef PHOTODIARY_ARCHIVE_LIBRARY_H
#define PHOTODIARY_ARCHIVE_LIBRARY_H

#include <loader.h>
#include <locale.h>

/// Names of members are read and written in the locale's letters, and a sub-command has the locale
/// "C": this one is used around the calls that touch them.
extern locale_t pd_archive_letters;

/// Loads libarchive's functions and the locale.
bool pd_archive_functions(const pd_function *functions, size_t count);

#endif
