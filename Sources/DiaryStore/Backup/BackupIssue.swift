import DiaryCore
import Localization

/// Something that is wrong with a backup.
package struct BackupIssue: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case noManifest, damagedManifest
    case missing, changed, notAFile, unreadable
  }

  package let kind: Kind
  /// The backup's name, and the file within it.
  package let backup: String
  package let file: String
}

extension BackupIssue {
  /// The damage on one line, safe for a terminal.
  package var text: String { "\(backup)/\(file): \(words)".printable }

  private var words: String {
    switch kind {
    case .noManifest: localized("it's missing, so it's unknown what the backup had")
    case .damagedManifest: localized("it's damaged, so it's unknown what the backup had")
    case .missing: localized("it's missing")
    case .changed: localized("it doesn't match what was backed up")
    case .notAFile: localized("it isn't a regular file")
    case .unreadable: localized("it can't be read")
    }
  }
}
