import CSystem

/// System features that Linux has and other systems may not have. Each is used by a single type,
/// which has a portable fallback. A build for another system uses none of them but `clipboard`.
///
/// `PHOTODIARY_WITHOUT=inotify,memfd` disables some, to test the fallbacks.
package enum Facility: String, CaseIterable, Sendable {
  /// Reports file changes; otherwise files are polled twice a second (`FileChanges`).
  case inotify
  /// Filters the system calls of the picture program; otherwise only its resource limits apply.
  case seccomp
  /// Restricts the files that programs for reading videos may open; otherwise only their filter and
  /// limits apply.
  case landlock
  /// Creates files in memory; otherwise they are created in a folder in memory
  /// (`Descriptor.memory`).
  case memfd
  /// Keeps keys for all programs of a user; otherwise each program asks for them (`KernelKeyring`).
  case keyring
  /// Locks open file descriptions (F_OFD_SETLK); otherwise flock(2) is used.
  case fileLocks = "ofd-locks"
  /// Renames without overwriting in one step (RENAME_NOREPLACE); otherwise the new name is linked
  /// first and the old one removed.
  case renameNoReplace = "rename-noreplace"
  /// Exchanges two folders in one step (RENAME_EXCHANGE); otherwise in three (`ConversionFolders`).
  case renameExchange = "rename-exchange"
  /// Syncs a whole file system; otherwise each file is synced.
  case syncfs
  /// Shares disk blocks between files (FICLONE); otherwise bytes are copied.
  case ficlone
  /// Reports the end of a process; otherwise a thread waits for it (`ChildProcess.exitDescriptor`).
  case pidfd
  /// Provides the path of the running program; otherwise its first argument is used
  /// (`Path.executable`).
  case proc
  /// Starts programs for the desktop's clipboard; otherwise copied text stays in the diary.
  case clipboard

  package var isAvailable: Bool { !Self.choice.disabled.contains(self) }

  /// The environment variable that disables features.
  package static let variable = "PHOTODIARY_WITHOUT"

  /// The disabled features, by the environment and by the system that the program was built for.
  package static let choice: Choice = {
    // Read the process's environment, regardless of which run asks first.
    var choice = Choice(Invocation.$current.withValue(nil) { Environment[variable] } ?? "")
    if !isForLinux { choice.disabled.formUnion(allCases.filter { $0 != .clipboard }) }
    return choice
  }()

  private static var isForLinux: Bool { pd_is_linux != 0 }

  /// The variable as `NAME=value`, for the environment of the programs that this one starts; empty
  /// if it isn't set.
  package static var environment: [String] {
    Environment[variable].map { ["\(variable)=\($0)"] } ?? []
  }

  /// The set of disabled features.
  package struct Choice: Sendable {
    package fileprivate(set) var disabled: Set<Facility> = []
    /// Names that aren't features, in the order of the text.
    package private(set) var unknown: [String] = []

    /// Reads a list of names.
    ///
    /// - Parameter text: names, separated by commas or spaces.
    package init(_ text: String) {
      for name in text.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
        if let facility = Facility(rawValue: name) {
          disabled.insert(facility)
        } else {
          unknown.append(name)
        }
      }
    }
  }
}
