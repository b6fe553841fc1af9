import CSystem
import Glibc

/// The program that runs.
package enum ThisProgram {
  /// Its process number, for names that no other program gives at the same time.
  package static var number: Int32 { getpid() }

  /// `true` if the states of its threads can be read. libdispatch reads them on Linux now and then, and ends the
  /// program where it can't (swift-corelibs-libdispatch, src/event/workqueue.c).
  package static var canWatchThreads: Bool {
    pd_is_linux == 0 || access("/proc/self/stat", R_OK) == 0
  }

  /// Ends it with a status, after what was promised to be done at its end.
  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Ends it at once.
  package static func endAtOnce(_ status: Int32) -> Never { _exit(status) }

  /// Begins it anew with the same arguments, in the place of what runs: nothing of its memory stays.
  /// Returns only if that failed.
  package static func beginAnew() {
    guard Invocation.current == nil, let program = Path.ownProgram else { return }
    _ = execv(program.systemPath, CommandLine.unsafeArgv)
  }

  /// Begins it anew with other arguments, in the place of what runs. Returns only if that failed.
  package static func begin(with arguments: [String]) {
    guard Invocation.current == nil, let program = Path.ownProgram else { return }
    var words =
      ([ThisProgram.arguments.first ?? program] + arguments).map { strdup($0.systemPath) } + [nil]
    _ = execv(program.systemPath, &words)
  }

  /// Has the system write none of its memory to a file when it fails, and let no other program of this
  /// person look into it.
  package static func hideMemory() {
    if Invocation.current == nil { pd_hide_memory() }
  }

  /// Lets other programs go first by that many steps.
  package static func yieldPriority(_ steps: Int32) { _ = nice(steps) }

  /// Its arguments as texts of paths, which some of them are; the first is its name.
  package static var arguments: [String] {
    Invocation.current?.arguments
      ?? (0..<Int(CommandLine.argc)).compactMap { index in
        CommandLine.unsafeArgv[index].map { String(systemPath: $0) }
      }
  }

  /// A pipe that gets a byte when somebody asks the program to end (SIGINT, SIGTERM or SIGHUP, but not
  /// a SIGHUP that is ignored, as under nohup(1)), which no longer ends it. It stays open for good.
  /// `nil` when that can't be had.
  package static func catchEndings() -> Descriptor? {
    guard Invocation.current == nil else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0, pd_catch_endings(ends[1]) == 0 else { return nil }
    return Descriptor(number: ends[0])
  }
}
