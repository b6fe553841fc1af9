import DiaryCore

/// A private folder for what an archive holds, that goes with this value. What a program that was
/// killed left of this kind goes when the next one is made.
struct UnpackingFolder: ~Copyable {
  private static let prefix = "unpacked-"

  private let place: LockedFolder
  var folder: Folder { _read { yield place.folder } }

  /// Makes it below a folder, which is made if need be. Throws `DiaryError.export`.
  init(below place: String) throws(DiaryError) {
    let parent = try Folder.making(place)
    Leftovers.remove(from: parent, named: Self.isOne)
    let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 16)
    self.place = try LockedFolder(in: parent, called: name)
  }

  static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
