import DiaryCore

/// The name of a file on a remote: a relative path such as `assets/3f/3f09.age` that is safe in every
/// file system, address and list. Whatever else a remote lists is none.
package struct RemoteName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: String
  /// The name of the file that this one is a copy of, when a program that keeps folders alike made it
  /// because two machines had written the same name: Syncthing, Dropbox, Nextcloud and their like.
  private let originalPath: String?

  /// In bytes. Copies have longer names.
  private static let longest = 200
  private static let deepest = 5
  private static let longestCopy = 400

  /// `nil` for what can't be a name: up to five parts of ASCII letters, digits and `.`, `_`, `-` that
  /// begin with a letter or a digit. A copy's last part is such a name with what its program put in.
  package init?(_ path: String) {
    if let original = ConflictCopy.original(of: path) {
      guard path.utf8.count <= Self.longestCopy, Self.isName(original),
        path.unicodeScalars.allSatisfy({ $0.isPrintable && $0 != "\\" && $0 != ":" })
      else { return nil }
      originalPath = original
    } else {
      guard Self.isName(path) else { return nil }
      originalPath = nil
    }
    self.path = path
  }

  /// The file that this one is a copy of; `nil` unless it is a copy.
  package var original: RemoteName? { originalPath.flatMap(RemoteName.init) }

  /// Whether it may be a photo, an attachment or a preview, which can be large; everything else is text.
  package var isAsset: Bool { path.hasPrefix("assets/") || path.hasPrefix("small/") }

  package var description: String { path }

  package static func < (a: RemoteName, b: RemoteName) -> Bool { a.path < b.path }

  /// Whether a part of a path may be one of a name.
  static func isPart(_ part: some StringProtocol) -> Bool {
    guard let first = part.utf8.first, isPlain(first) else { return false }
    return part.utf8.allSatisfy { isPlain($0) || "._-".utf8.contains($0) }
  }

  private static func isName(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.count <= longest && parts.count <= deepest && parts.allSatisfy(isPart)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
