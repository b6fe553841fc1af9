import CSystem
import Glibc

/// How the picture program is started: with its photos, two pipes, and nothing else of the diary's.
struct Spawn {
  let program: String
  let arguments: [String]
  /// The first is standard input, the others are the files from 3 on; `nil` for one that is empty.
  let inputs: [Int32?]
  let output: Int32
  let errors: Int32

  /// The process, `nil` if it could not be started.
  func start() -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }

    for (own, itsOwn) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      posix_spawn_file_actions_adddup2(&actions, own, itsOwn)
    }
    for (index, own) in inputs.enumerated() {
      let itsOwn = index == 0 ? STDIN_FILENO : STDERR_FILENO + Int32(index)
      if let own {
        posix_spawn_file_actions_adddup2(&actions, own, itsOwn)
      } else {
        posix_spawn_file_actions_addopen(&actions, itsOwn, "/dev/null", O_RDONLY, 0)
      }
    }
    pd_spawn_close_from(&actions, STDERR_FILENO + Int32(max(1, inputs.count)))

    // A group of its own: Ctrl-C in the terminal is for the diary alone.
    posix_spawnattr_setpgroup(&attributes, 0)
    pd_spawn_reset_signals(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

    var words = Self.list([program] + arguments)
    var settings = Self.list(["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"])
    defer {
      for text in words + settings { free(text) }
    }
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, &attributes, &words, &settings)
    return result == 0 ? process : nil
  }

  /// Copies that C may own, and the nil that ends them.
  private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { text in text.withCString { strdup($0) } } + [nil]
  }
}
