#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mapping.h"

/// An element of a list that the signal handler walks, so it is reused but never freed.
struct pd_mapping {
  atomic_bool is_used;
  atomic_bool has_lost_bytes;
  /// The start of the mapping, or 0 while nothing is guarded.
  atomic_uintptr_t start;
  atomic_size_t count;
  struct pd_mapping *next;
};

static _Atomic(struct pd_mapping *) mappings;
static struct sigaction before;
static uintptr_t page_size;

bool pd_replace_lost_bytes(const void *place) {
  uintptr_t address = (uintptr_t)place;
  for (struct pd_mapping *mapping = atomic_load(&mappings); mapping; mapping = mapping->next) {
    uintptr_t start = atomic_load(&mapping->start);
    if (start == 0 || address < start || address - start >= atomic_load(&mapping->count)) continue;
    uintptr_t page = address & ~(page_size - 1);
    size_t rest = start + atomic_load(&mapping->count) - page;
    atomic_store(&mapping->has_lost_bytes, true);
    return mmap((void *)page, rest, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
        != MAP_FAILED;
  }
  return false;
}

static void handle_bus_error(int number, siginfo_t *info, void *context) {
  (void)context;
  bool is_fault = info->si_code > 0;
  if (is_fault && pd_replace_lost_bytes(info->si_addr)) return;
  // The previous handler receives it: a fault occurs again on return, another signal must be
  // raised.
  sigaction(number, &before, NULL);
  if (!is_fault) raise(number);
}

static void install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGBUS, &action, &before);
}

struct pd_mapping *pd_guard_mapping(const void *start, size_t count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  struct pd_mapping *mapping = atomic_load(&mappings);
  bool is_free = false;
  while (mapping && !atomic_compare_exchange_strong(&mapping->is_used, &is_free, true)) {
    is_free = false;
    mapping = mapping->next;
  }
  if (!mapping) {
    mapping = calloc(1, sizeof *mapping);
    if (!mapping) return NULL;
    atomic_store(&mapping->is_used, true);
    mapping->next = atomic_load(&mappings);
    while (!atomic_compare_exchange_weak(&mappings, &mapping->next, mapping)) continue;
  }
  atomic_store(&mapping->has_lost_bytes, false);
  atomic_store(&mapping->count, count);
  atomic_store(&mapping->start, (uintptr_t)start);
  return mapping;
}

bool pd_has_lost_bytes(const struct pd_mapping *mapping) {
  return mapping && atomic_load_explicit(&mapping->has_lost_bytes, memory_order_relaxed);
}

void pd_end_guard(struct pd_mapping *mapping) {
  if (!mapping) return;
  atomic_store(&mapping->start, 0);
  atomic_store(&mapping->is_used, false);
}
