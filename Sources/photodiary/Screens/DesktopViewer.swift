import CSystem
import DiaryApp
import Dispatch
import Glibc
import Synchronization

/// The desktop's viewer for a kind of file, started in a session of its own: it goes on when the
/// diary ends, and has nothing of the terminal.
enum DesktopViewer {
  /// What desktops have for this, each with what goes before the file's path.
  private static let programs = [("xdg-open", [String]()), ("gio", ["open"])]

  /// Programs that show the file themselves run on; those that hand it over end soon.
  private static let patience = 2.0

  /// Processes wait here.
  private static let queue = DispatchQueue(label: "photodiary.viewers", attributes: .concurrent)

  static func open(_ path: String) async throws(PhotoDeskFault) {
    var failed: String?
    for (name, arguments) in programs {
      guard let program = find(name) else { continue }
      if await succeeds(program, arguments + [path]) { return }
      failed = failed ?? name
    }
    if let failed { throw .viewerFailed(failed) }
    throw .noViewer
  }

  private static func find(_ name: String) -> String? {
    (Environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }

  /// Whether the program ended well, or goes on.
  private static func succeeds(_ program: String, _ arguments: [String]) async -> Bool {
    guard let process = start([program] + arguments) else { return false }
    let ending = Ending()
    queue.async {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      ending.status.withLock { $0 = status }
    }
    let steps = 100
    for _ in 0..<steps {
      try? await Task.sleep(for: .seconds(patience / Double(steps)))
      if let status = ending.status.withLock({ $0 }) { return status == 0 }
    }
    return true
  }

  private final class Ending: Sendable {
    let status = Mutex<Int32?>(nil)
  }

  private static func start(_ words: [String]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    pd_spawn_close_from(&actions, STDERR_FILENO + 1)
    pd_spawn_reset_signals(&attributes, Int16(pd_spawn_own_session))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
    return code == 0 ? process : nil
  }
}
