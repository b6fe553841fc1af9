import DiaryCore
import System

/// What a check of backups has gone through.
package struct BackupCheckSummary: Hashable, Sendable {
  package var backups = 0
  package var faults = 0
}

/// Reads every file of a backup, or of all backups in a folder, and compares it with what was
/// backed up. Changes nothing.
package struct BackupCheck: Sendable {
  private let path: String

  /// A backup, or a folder of backups.
  package init(path: String) { self.path = StoreLayout(root: path).root }

  package func run(
    progress: (Progress) -> Void = { _ in }, _ report: (BackupIssue) -> Void
  ) throws(DiaryError) -> BackupCheckSummary {
    var summary = BackupCheckSummary()
    // Backups share most files.
    var known: [FileNumber: FileState] = [:]
    for backup in try backups() {
      var faults = 0
      try check(backup, &known, progress: progress) { damage in
        faults += 1
        report(damage)
      }
      summary.backups += 1
      summary.faults += faults
    }
    return summary
  }

  private func backups() throws(DiaryError) -> [String] {
    guard FileSystem.status(of: path) != nil else { throw .backup(path: path, .noBackups) }
    guard FileSystem.isFolder(path) else { throw .backup(path: path, .notAFolder) }
    if isBackup(path) { return [path] }
    let found = try FileSystem.names(in: path).map { Path.join(path, $0) }.filter { folder in
      FileSystem.ownStatus(of: folder)?.isFolder == true && isBackup(folder)
    }
    guard !found.isEmpty else { throw .backup(path: path, .noBackups) }
    return found
  }

  /// A folder that is called so is meant to be one, whatever has become of it.
  private func isBackup(_ folder: String) -> Bool {
    BackupName.isOne(Path.name(folder))
      || !Path.name(folder).hasPrefix(".")
        && FileSystem.ownStatus(of: StoreLayout(root: folder).backupManifest) != nil
  }

  private func check(
    _ folder: String, _ known: inout [FileNumber: FileState], progress: (Progress) -> Void,
    _ report: (BackupIssue) -> Void
  ) throws(DiaryError) {
    let layout = StoreLayout(root: folder)
    let name = Path.name(folder)
    func tell(_ kind: BackupIssue.Kind, _ file: String) {
      report(BackupIssue(kind: kind, backup: name, file: file))
    }
    let list = layout.relative(layout.backupManifest)
    guard FileSystem.ownStatus(of: layout.backupManifest) != nil else {
      return tell(.noManifest, list)
    }
    guard let manifest = try? BackupManifest(at: layout.backupManifest) else {
      return tell(.damagedManifest, list)
    }
    for (number, file) in manifest.files.enumerated() {
      if Task.isCancelled { throw .backup(path: path, .cancelled) }
      switch state(of: layout.file(file.path), &known) {
      case .missing: tell(.missing, file.path)
      case .notAFile: tell(.notAFile, file.path)
      case .unreadable: tell(.unreadable, file.path)
      case .holding(let size, let digest):
        if size != file.size || digest != file.digest { tell(.changed, file.path) }
      }
      progress(Progress(.checking, number + 1, of: manifest.files.count))
    }
    if Task.isCancelled { throw .backup(path: path, .cancelled) }
  }

  // MARK: Files

  private struct FileNumber: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private enum FileState {
    case missing, notAFile, unreadable
    case holding(size: Int, digest: AssetID)
  }

  private func state(of path: String, _ known: inout [FileNumber: FileState]) -> FileState {
    guard let found = FileSystem.ownStatus(of: path) else { return .missing }
    guard found.isRegularFile else { return .notAFile }
    let number = FileNumber(device: found.device, inode: found.inode)
    if let state = known[number] { return state }
    let state: FileState
    if let (size, digest) = try? FileCopying.digest(ofFileAt: path) {
      state = .holding(size: size, digest: digest)
    } else {
      state = .unreadable
    }
    if found.links > 1 { known[number] = state }
    return state
  }
}
