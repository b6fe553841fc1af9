import AcceptanceSupport
import TestSupport
import Testing

/// File systems of networks and phones lack some calls: nothing that only makes a file safer may stop a save.
@Suite struct LimitedFileSystemTests {
  /// Takes the place of calls of the C library, which fail below `LIMITED`.
  private static let calls = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    static int is_limited(int fd) {
      char link[64], path[4096];
      snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
      ssize_t count = readlink(link, path, sizeof path - 1);
      if (count < 0) return 0;
      path[count] = 0;
      return strstr(path, getenv("LIMITED")) != NULL;
    }
    int fchmod(int fd, mode_t mode) {
      if (is_limited(fd)) return errno = EOPNOTSUPP, -1;
      return syscall(SYS_fchmod, fd, mode);
    }
    int fsync(int fd) {
      struct stat found;
      if (is_limited(fd) && fstat(fd, &found) == 0 && S_ISDIR(found.st_mode)) return errno = EINVAL, -1;
      return syscall(SYS_fsync, fd);
    }
    int fcntl(int fd, int command, ...) {
      va_list rest;
      va_start(rest, command);
      void *argument = va_arg(rest, void *);
      va_end(rest);
      if ((command == 36 || command == 37) && is_limited(fd)) return errno = ENOLCK, -1;
      return syscall(SYS_fcntl, fd, command, argument);
    }
    int fcntl64(int, int, ...) __attribute__((alias("fcntl")));
    """

  private var home: TestHome

  init() throws {
    home = try TestHome()
    let source = try home.folder.write(Self.calls, to: "calls.c")
    let library = home.folder.path("calls.so")
    let made = try home.runScript("clang -shared -fPIC -o $1 $0", source, library)
    expectEqual(made.errorText, "")
    home.environment = ["LD_PRELOAD": library, "LIMITED": home.folder.path("data")]
  }

  @Test func `saves, exports and backs up without permissions, folder syncs and locks`() throws {
    let script = "for n in 1 2 3 4 5 6; do $DIARY add \"entry $n\" & done; wait"
    try expectEqual(home.runScript(script).errorText, "")
    try expectEqual(home.output("list").split(separator: "\n").count, 6)
    for format in ["markdown", "json", "html", "dayone", "jrnl"] {
      try home.output("export", home.folder.path("data/\(format)"), "--format", format)
    }
    try home.output("backup", home.folder.path("data/backup"))
    try home.output("verify")
    let lines = try home.output("status").split(separator: "\n").filter { $0.hasPrefix("file") }
    expectEqual(
      lines,
      [
        "file system  has no locks: don't save from two machines at the same time",
        "file system  can't sync folders: a power cut may undo the last save",
      ])
  }
}
