// The width of characters as the terminal has it, for ncurses.
#ifndef PHOTODIARY_CWIDTH_H
#define PHOTODIARY_CWIDTH_H

#include <stddef.h>
#include <stdint.h>

/// From now on, wcwidth says two columns, where it said one, of the scalars between the first edge
/// and the second, the third and the fourth, and so on. The edges are copied.
void pd_widen(const uint32_t *_Nonnull edges, size_t count);

#endif
