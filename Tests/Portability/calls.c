// Makes the Linux-only calls of Sources/CSystem in a temporary folder. Calls that this kernel or
// its emulator doesn't support are reported; wrong results are failures.
#define _GNU_SOURCE
#include "../../Sources/CSystem/include/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int failures;

static bool worked(const char *what, bool success) {
  bool unsupported = !success && (errno == ENOSYS || errno == EINVAL || errno == EOPNOTSUPP);
  printf("%-20s %s\n", what, success ? "works" : unsupported ? "isn't here" : strerror(errno));
  if (!success && !unsupported) failures++;
  return success;
}

static void expect(const char *what, bool condition) {
  if (condition) return;
  printf("%-20s is otherwise\n", what);
  failures++;
}

static int new_file(const char *name) { return open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600); }

static bool there(const char *name) { return access(name, F_OK) == 0; }

static void files(void) {
  int memory = pd_memory_file("probe");
  struct stat found;
  if (worked("memory", memory >= 0)) {
    expect("its names", fstat(memory, &found) == 0 && found.st_nlink == 0);
    expect("its bytes", pwrite(memory, "ab", 2, 0) == 2);
    close(memory);
  }
  close(new_file("one"));
  close(new_file("two"));
  if (worked("a new name", pd_rename_new("one", "three") == 0)) {
    expect("the old name", !there("one") && there("three"));
    expect("a name that is taken", pd_rename_new("two", "three") != 0 && errno == EEXIST);
  }
  mkdir("folder", 0700);
  if (worked("an exchange", pd_exchange("two", "folder") == 0))
    expect("both", stat("two", &found) == 0 && S_ISDIR(found.st_mode));
  int folder = open(".", O_RDONLY | O_CLOEXEC);
  worked("a synced system", pd_sync_file_system(folder) == 0);
  close(folder);
}

static void locks(void) {
  int one = new_file("lock"), other = new_file("lock");
  if (worked("a lock", pd_try_lock(one) == 0)) {
    expect("what another sees", pd_is_locked(other) == 1 && pd_is_locked(one) == 0);
    expect("another", pd_try_lock(other) != 0 && errno == EAGAIN);
    close(new_file("lock"));
    expect("after a third is closed", pd_is_locked(other) == 1);
    close(one);
    expect("after it is closed", pd_is_locked(other) == 0);
  }
  close(other);
}

static void changes(void) {
  int found = pd_changes();
  if (!worked("changes", found >= 0)) return;
  if (worked("a watch", pd_watch_changes(found, ".", 0x100) >= 0)) {
    struct pollfd ready = {found, POLLIN, 0};
    expect("nothing", poll(&ready, 1, 0) == 0);
    close(new_file("made"));
    expect("a new file", poll(&ready, 1, 5000) == 1);
  }
  close(found);
}

static void programs(void) {
  int ends[2];
  if (pd_pipe(ends) != 0) return;
  pid_t child = fork();
  if (child == 0) {
    char byte;
    close(ends[1]);
    _exit(read(ends[0], &byte, 1) == 0 ? 3 : 4);
  }
  int descriptor = pd_process_descriptor(child);
  bool has = worked("a program's end", descriptor >= 0);
  struct pollfd ended = {descriptor, POLLIN, 0};
  expect("a program that runs", pd_has_ended(child, 0) == 0);
  if (has) expect("its descriptor", poll(&ended, 1, 0) == 0);
  close(ends[1]);
  expect("one that is awaited", pd_has_ended(child, 1) == 1 && pd_has_ended(child, 0) == 1);
  if (has) expect("its descriptor then", poll(&ended, 1, 5000) == 1);
  int status = 0;
  expect("its status", waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
}

static void keys(void) {
  long key = pd_key_add("photodiary:probe", "secret", 6);
  // Some containers forbid keyrings.
  if (key < 0 && (errno == EPERM || errno == EACCES)) errno = EOPNOTSUPP;
  if (!worked("a key", key > 0)) return;
  char bytes[16];
  expect("its time", pd_key_permit(key) == 0 && pd_key_expire(key, 60) == 0);
  expect("its bytes", pd_key_find("photodiary:probe") == key && pd_key_bytes(key, bytes, 16) == 6);
  expect("its end", pd_key_remove(key) == 0);
}

int main(void) {
  char folder[] = "/tmp/photodiary-probe-XXXXXX";
  if (!mkdtemp(folder) || chdir(folder) != 0) return 2;
  files();
  locks();
  changes();
  programs();
  keys();
  const char *left[] = {"one", "two", "three", "folder", "lock", "made"};
  for (size_t i = 0; i < sizeof left / sizeof *left; i++) remove(left[i]);
  expect("an empty folder", rmdir(folder) == 0);
  return failures != 0;
}
