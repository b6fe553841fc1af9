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

  /// Returns `true` if there is one more, which may have replaced expired ones. An expired one that
  /// can't be read is left for the next time.
  func isLater(than old: BackupSet) -> Bool {
    names.subtracting(old.names).count == 1 && areThinned(old.names.subtracting(names))
  }

  /// Returns `true` if there are the old ones or a later set.
  func isOldOrLater(than old: BackupSet) -> Bool { names == old.names || isLater(than: old) }

  private func areThinned(_ missing: Set<String>) -> Bool {
    missing.allSatisfy { $0.hasPrefix(Self.expired) }
  }

  /// `true` if the expired backup is there.
  var hasExpired: Bool { names.contains { $0.hasPrefix(Self.expired) } }

  private static let expired = "2025-01-31T"
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
