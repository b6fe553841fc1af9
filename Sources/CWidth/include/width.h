// The width of characters in the terminal, for ncurses.
#ifndef PHOTODIARY_CWIDTH_H
#define PHOTODIARY_CWIDTH_H

#include <stddef.h>
#include <stdint.h>

/// Makes wcwidth return two columns instead of one for the scalars between the first edge and the
/// second, the third and the fourth, and so on. The edges are copied.
void pd_widen(const uint32_t *_Nonnull edges, size_t count);

#endif
