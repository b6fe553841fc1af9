import DiaryCore
import System

/// Where a member of an archive belongs, by a name that can lead nowhere else.
struct ArchiveMemberName: Hashable {
  let folders: [String]
  let name: String

  /// `nil` for the top itself. Throws why a member of such a name is left out.
  init?(_ bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveMemberError) {
    guard bytes.first != UInt8(ascii: "/") else { throw .absolutePath }
    guard
      String(systemPath: bytes).unicodeScalars.allSatisfy({
        $0.properties.generalCategory != .control
      })
    else {
      throw .controlCharacters
    }
    var parts: [String] = []
    for part in bytes.split(separator: UInt8(ascii: "/")) {
      let name = String(systemPath: part)
      if name == "." { continue }
      guard name != ".." else { throw .climbsOut }
      guard part.count <= 255 else { throw .longName }
      parts.append(name)
    }
    guard bytes.count <= limits.pathBytes else { throw .longName }
    guard parts.count <= limits.depth + 1 else { throw .tooDeep }
    guard let last = parts.popLast() else { return nil }
    folders = parts
    name = last
  }

  var path: String { (folders + [name]).joined(separator: "/") }

  /// What systems put into archives for themselves, and no person looks for.
  var isSystems: Bool {
    name.hasPrefix("._") || Path.isDesktopFile(path)
  }
}
