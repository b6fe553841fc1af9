extension BackupDamage {
  var english: String { "\(backup)/\(file): \(words)" }

  private var words: String {
    switch kind {
    case .noManifest: "it is missing, so nobody can tell what the backup had"
    case .damagedManifest: "it is damaged, so nobody can tell what the backup had"
    case .missing: "it is missing"
    case .changed: "its bytes are not those that were backed up"
    case .notAFile: "it is not a regular file"
    case .unreadable: "it can't be read"
    }
  }
}
