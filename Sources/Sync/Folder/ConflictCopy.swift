/// What programs call a copy that they keep when two machines have written one file.
enum ConflictCopy {
  /// The name that a copy was made of, `nil` for another name.
  static func original(of path: String) -> String? {
    // Syncthing: `a.sync-conflict-20260102-030405-ABCDEFG.age`; ownCloud: `a_conflict-20260102-030405.age`.
    for mark in [".sync-conflict-", "_conflict-"] {
      guard let found = path.firstRange(of: mark) else { continue }
      let rest = path[found.upperBound...]
      let stamp = rest.prefix { $0.isASCII && ($0.isNumber || $0.isUppercase || $0 == "-") }
      if stamp.count(where: \.isNumber) >= 14 {
        return String(path[..<found.lowerBound] + rest[stamp.endIndex...])
      }
    }
    // Dropbox and Nextcloud: `a (Mina's conflicted copy 2026-01-02).age`; Google Drive: `a (1).age`.
    guard let start = path.firstRange(of: " ("), let end = path.lastIndex(of: ")"),
      start.upperBound < end, !path[start.lowerBound...].contains("/")
    else { return nil }
    let words = path[start.upperBound..<end]
    guard words.contains("conflicted copy") || words.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return String(path[..<start.lowerBound] + path[path.index(after: end)...])
  }
}
