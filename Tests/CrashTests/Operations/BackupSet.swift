import DiaryStore
import Foundation
import Glibc

/// The backups that stand in a place, by name, and what a check finds wrong with them.
struct BackupSet {
  let names: Set<String>
  /// Whether there is anything that a backup left which wasn't done.
  let hasRest: Bool
  let damage: [String]

  init(of place: Place) throws {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: place.backups)) ?? []
    names = Set(all.filter { !$0.hasPrefix(".") })
    hasRest = names.count < all.count
    var damage: [String] = []
    if !names.isEmpty {
      _ = try BackupCheck(path: place.backups).run { damage.append("backup: \($0.text)") }
    }
    self.damage = damage
  }

  /// Whether there is one more, and those that were to be removed are gone.
  func isLater(than old: BackupSet) -> Bool {
    names.subtracting(old.names).count == 1 && old.names.subtracting(names) == Self.thinned
  }

  /// Whether all earlier ones are there, or one more, and then those to be removed may be gone.
  func isOldOrLater(than old: BackupSet) -> Bool {
    let missing = old.names.subtracting(names)
    return switch names.subtracting(old.names).count {
    case 0: missing.isEmpty
    case 1: missing.isSubset(of: Self.thinned)
    default: false
    }
  }

  private static let thinned: Set = ["2025-01-31T08-00-00Z"]
}
