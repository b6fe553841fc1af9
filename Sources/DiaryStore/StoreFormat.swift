import DiaryCore
import System
import Text

/// The version of the store's format, and the text of `FORMAT.txt`, which explains the store to
/// anyone who finds the folder. The texts are in `Sources/CData/formats`.
package enum StoreFormat {
  package static let version = 2
  /// The version of an encrypted store. Programs that can't read encrypted stores refuse to open
  /// it.
  package static let encryptedVersion = 3

  static let heading = "PhotoDiary store, format "

  enum State {
    case missing
    /// The file exists but doesn't contain a version.
    case damaged
    case version(Int)
  }

  /// Returns the version that the store's `FORMAT.txt` contains.
  static func state(of layout: StoreLayout) -> State {
    guard FileSystem.status(of: layout.format) != nil else { return .missing }
    guard let file = try? MappedFile(layout.format), let line = file.line(at: 0) else {
      return .damaged
    }
    let text = String(decoding: line.bytes, as: UTF8.self)
    guard text.hasPrefix(heading), let found = Int(text.dropFirst(heading.count)) else {
      return .damaged
    }
    return .version(found)
  }

  /// Returns `true` if the newest lines of a store are signed.
  static func hasSignatures(_ layout: StoreLayout) -> Bool {
    if case .version(let format) = state(of: layout) { format >= 2 } else { false }
  }

  /// Returns `true` if the store's format is the encrypted one. Without a readable `FORMAT.txt`, a
  /// folder of keys decides.
  ///
  /// - Parameter known: the answer when the store was opened, which stays while it is missing.
  static func isEncrypted(_ layout: StoreLayout, ifMissing known: Bool = false) -> Bool {
    if case .version(let format) = state(of: layout) { return format == encryptedVersion }
    return known || FileSystem.isFolder(layout.keys)
  }

  /// Returns `true` if the store's format is known not to be the encrypted one. It isn't known of a
  /// store that is missing, such as on a disk that isn't mounted.
  package static func isPlain(_ layout: StoreLayout) -> Bool {
    if case .version(let format) = state(of: layout) { format <= version } else { false }
  }

  /// Returns `true` if `FORMAT.txt` is missing or damaged.
  static func lacksVersion(in layout: StoreLayout) -> Bool {
    if case .version = state(of: layout) { false } else { true }
  }

  /// Requires a store that this program can read.
  ///
  /// - Throws: `DiaryError.store` if the store was written by a newer program, or is encrypted and
  ///   locked.
  static func check(_ layout: StoreLayout) throws {
    try checkVersion(layout)
    if layout.isEncrypted { _ = try layout.keyring() }
  }

  /// Requires a format that this program knows.
  ///
  /// - Throws: `StoreError.newerFormat` if the store was written by a newer program.
  static func checkVersion(_ layout: StoreLayout) throws {
    if case .version(let found) = state(of: layout), found > encryptedVersion {
      throw DiaryError.store(path: layout.root, .newerFormat(found))
    }
  }

  /// Writes `FORMAT.txt`.
  ///
  /// - Throws: an error if the file can't be written.
  static func write(to layout: StoreLayout) throws {
    let (version, file): (Int, EmbeddedFile) =
      layout.isEncrypted
      ? (encryptedVersion, .encryptedStoreFormat) : (version, .storeFormat)
    let text = "\(heading)\(version)\n\n" + file.text
    try DurableFile.write(Array(text.utf8), to: layout.format)
  }
}
