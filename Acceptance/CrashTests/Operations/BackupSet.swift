import Foundation
import Glibc

/// The backups in a place, by name, and the damage that a check finds.
struct BackupSet {
  let names: Set<String>
  /// Is set if an unfinished backup is left.
  let hasRest: Bool
  let damage: [String]

  init(of place: Place) throws {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: place.backups)) ?? []
    names = Set(all.filter { !$0.hasPrefix(".") })
    hasRest = names.count < all.count
    damage =
      names.isEmpty
      ? []
      : try place.run(["backup", "--check", place.backups]).text.split(separator: "\n")
        .map { "backup: \($0)" }
  }

  /// Whether there is one more, and those that were to be removed are gone.
  func isLater(than old: BackupSet) -> Bool {
    let missing = old.names.subtracting(names)
    return names.subtracting(old.names).count == 1 && missing.count == 1 && areThinned(missing)
  }

  /// Whether all earlier ones are there, or one more, and then those to be removed may be gone.
  func isOldOrLater(than old: BackupSet) -> Bool {
    let missing = old.names.subtracting(names)
    return switch names.subtracting(old.names).count {
    case 0: missing.isEmpty
    case 1: areThinned(missing)
    default: false
    }
  }

  private func areThinned(_ missing: Set<String>) -> Bool {
    missing.allSatisfy { $0.hasPrefix("2025-01-31T") }
  }
}

/// The files of an export with their bytes, by their paths in it; `nil` when there is none.
func exportFiles(of place: Place) throws -> [String: [UInt8]]? {
  guard let names = try? FileManager.default.subpathsOfDirectory(atPath: place.export) else {
    return nil
  }
  var files: [String: [UInt8]] = [:]
  for name in names {
    let path = place.export + "/" + name
    let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    if kind == .typeRegular { files[name] = try place.folder.read(path) }
  }
  return files
}
