import DiaryApp
import Dispatch
import System

/// The desktop's viewer for a kind of file or address, started in a session of its own: it goes on when the
/// diary ends, and has nothing of the terminal.
enum DesktopViewer {
  /// What desktops have for this, each with what goes before the path or address.
  private static let programs = [("xdg-open", [String]()), ("gio", ["open"])]

  /// Programs that show the file themselves run on; those that hand it over end soon. In
  /// milliseconds.
  private static let patience = 2000

  /// Processes wait here.
  private static let queue = DispatchQueue(label: "photodiary.viewers", attributes: .concurrent)

  static func open(_ target: String) async throws(PhotoDeskFault) {
    var failed: String?
    for (name, arguments) in programs {
      guard let program = HelperProgram.find(name) else { continue }
      if await succeeds(program, arguments + [target]) { return }
      failed = failed ?? name
    }
    if let failed { throw .viewerFailed(failed) }
    throw .noViewer
  }

  /// Whether the program ended well, or goes on.
  private static func succeeds(_ program: HelperProgram, _ arguments: [String]) async -> Bool {
    guard let process = program.start(arguments, inOwnSession: true) else { return false }
    return await withCheckedContinuation { continuation in
      queue.async {
        let goesOn = process.ends(until: SystemClock.milliseconds + patience) == false
        if goesOn { continuation.resume(returning: true) }
        let status = process.wait()
        if !goesOn { continuation.resume(returning: status == .success) }
      }
    }
  }
}
