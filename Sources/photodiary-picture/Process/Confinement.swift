import CSandbox
import System

/// Becomes a program of the system's that reads films, which isn't ours and is never linked: under the limits
/// of memory, time and files, and a filter that leave it to read its standard input and to write its answer.
enum Confinement {
  /// A large frame is decoded from some others.
  private static let memory: UInt64 = 2 << 30
  private static let seconds: UInt64 = 20
  /// Its libraries, one after the other.
  private static let openFiles: UInt64 = 64

  /// Whether the system keeps such a program from opening other files.
  static var opensNothingElse: Bool { Facility.landlock.isAvailable && pd_has_landlock() != 0 }

  /// Does so if the arguments say it, and comes back only if they don't.
  static func enterIfAsked(_ arguments: [String]) {
    guard arguments.count > 2, arguments[1] == "confined", arguments[2].hasPrefix("/")
    else { return }
    ResourceLimit.memory.set(memory)
    ThisProgram.yieldPriority(5)
    ResourceLimit.processorTime.set(seconds)
    ResourceLimit.coreSize.set(0)
    ResourceLimit.openFiles.set(openFiles)
    // Its answer goes to a pipe.
    ResourceLimit.fileSize.set(0)
    _ = pd_become_confined(
      CommandLine.unsafeArgv + 2, Facility.seccomp.isAvailable ? 1 : 0,
      Facility.landlock.isAvailable ? 1 : 0)
    ThisProgram.exit(ExitStatus.failed)
  }
}
