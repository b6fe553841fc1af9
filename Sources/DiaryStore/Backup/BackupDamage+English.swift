extension BackupDamage {
  var english: String { "\(backup)/\(file): \(words)" }

  private var words: String {
    switch kind {
    case .noManifest: "it's missing, so it's unknown what the backup had"
    case .damagedManifest: "it's damaged, so it's unknown what the backup had"
    case .missing: "it's missing"
    case .changed: "it doesn't match what was backed up"
    case .notAFile: "it isn't a regular file"
    case .unreadable: "it can't be read"
    }
  }
}
