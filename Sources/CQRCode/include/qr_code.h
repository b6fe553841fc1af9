// Makes QR codes, through libqrencode, which is loaded only when one is shown: the program does without
// it.
#ifndef PHOTODIARY_QR_CODE_H
#define PHOTODIARY_QR_CODE_H

#include <stdbool.h>

/// The most modules that a side of a code has.
#define PD_QR_LONGEST 177

/// Loads the library, the first time; false when there is none.
bool pd_qr_load(void);

/// The name that it is loaded by.
const char *_Nonnull pd_qr_library(void);

/// Makes the smallest code of a text, at the lowest level of correction. Once the library is loaded.
/// `modules` has room for PD_QR_LONGEST times as many bytes, and is given 1 for each dark module and 0
/// for others, row by row. Returns how many a row has; 0 for a text that is too long.
int pd_qr_encode(const char *_Nonnull text, unsigned char *_Nonnull modules);

#endif
