import DiaryCore

/// Something that is wrong with a backup.
package struct BackupDamage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case noManifest, damagedManifest
    case missing, changed, notAFile, unreadable
  }

  package let kind: Kind
  /// The backup's name, and the file within it.
  package let backup: String
  package let file: String
}
