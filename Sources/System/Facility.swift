import CSystem

/// What Linux has and another system may lack. Each stands behind one type, which goes a second, plain way
/// without it; nobody else asks. Where the program is built for another system, it does without all of them.
///
/// `PHOTODIARY_WITHOUT=inotify,memfd` has it do without some, so that the second ways can be tried.
package enum Facility: String, CaseIterable, Sendable {
  /// Tells of changes to files; else they are looked for twice a second (`FileChanges`).
  case inotify
  /// Filters the calls of the picture program; else it has its limits alone.
  case seccomp
  /// Says which files a program may open, those that read films; else their filter and limits hold alone.
  case landlock
  /// Files in memory; else they are made in a folder that lives there (`Descriptor.memory`).
  case memfd
  /// Keeps keys for all programs of a person; else each asks by itself (`KernelKeyring`).
  case keyring
  /// Locks of open files (F_OFD_SETLK); else those of flock(2).
  case fileLocks = "ofd-locks"
  /// Gives a free name in one step (RENAME_NOREPLACE); else the name is taken, and then the other given up.
  case renamingNew = "rename-noreplace"
  /// Exchanges two folders in one step (RENAME_EXCHANGE); else in three (`ConversionFolders`).
  case exchanging = "rename-exchange"
  /// Writes a whole file system to the disk; else file by file.
  case syncingFileSystem = "syncfs"
  /// Has files share their bytes (FICLONE); else they are copied.
  case sharingBytes = "ficlone"
  /// Tells that a program has ended; else a thread waits for that (`ChildProcess.ending`).
  case pidfd
  /// Tells which program runs; else what it was called by does (`Path.ownProgram`).
  case proc
  /// Programs for the desktop's clipboard; else what is copied stays in the diary.
  case clipboard

  package var isAvailable: Bool { !Self.choice.without.contains(self) }

  /// The variable that says what is done without.
  package static let variable = "PHOTODIARY_WITHOUT"

  /// What the environment says, and the system that the program was built for.
  package static let choice: Choice = {
    // Of the process, whichever run of it asks first.
    var choice = Choice(Invocation.$current.withValue(nil) { Environment[variable] } ?? "")
    if !isForLinux { choice.without.formUnion(allCases.filter { $0 != .clipboard }) }
    return choice
  }()

  private static var isForLinux: Bool { pd_is_linux != 0 }

  /// The variable, for the environment of a program of ours that is given no other; empty without it.
  package static var environment: [String] {
    Environment[variable].map { ["\(variable)=\($0)"] } ?? []
  }

  /// What is done without.
  package struct Choice: Sendable {
    package fileprivate(set) var without: Set<Facility> = []
    /// Names of nothing that there is, in the order of the text.
    package private(set) var unknown: [String] = []

    /// - Parameter text: Names, separated by commas or spaces.
    package init(_ text: String) {
      for name in text.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
        if let facility = Facility(rawValue: name) {
          without.insert(facility)
        } else {
          unknown.append(name)
        }
      }
    }
  }
}
