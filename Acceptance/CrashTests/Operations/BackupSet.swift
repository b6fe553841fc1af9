import Foundation
import Glibc

struct BackupSet {
  let names: Set<String>
  /// `true` if an unfinished backup is left.
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

  /// Returns `true` if there is one more, and the expired ones are removed.
  func isLater(than old: BackupSet) -> Bool {
    let missing = old.names.subtracting(names)
    return names.subtracting(old.names).count == 1 && missing.count == 1 && areThinned(missing)
  }

  /// Returns `true` if there are the old ones or one more, which may have replaced expired ones.
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

/// The files of an export by path; `nil` without an export.
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
