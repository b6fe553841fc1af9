// Makes QR codes through libqrencode, which is optional and loaded only when a code is shown.
#ifndef PHOTODIARY_QR_CODE_H
#define PHOTODIARY_QR_CODE_H

#include <stdbool.h>

/// The maximum number of modules per side of a code.
#define PD_QR_LONGEST 177

/// Loads the library on the first call. Returns `false` if it is missing.
bool pd_qr_load(void);

/// The file name by which the library is loaded.
const char *_Nonnull pd_qr_library(void);

/// Encodes a text as the smallest code with the lowest level of error correction. The library must
/// be loaded. `modules` has a capacity of PD_QR_LONGEST × PD_QR_LONGEST bytes and receives 1 for
/// each dark module and 0 for the others, row by row. Returns the number of modules per row, or 0
/// if the text is too long.
int pd_qr_encode(const char *_Nonnull text, unsigned char *_Nonnull modules);

#endif
