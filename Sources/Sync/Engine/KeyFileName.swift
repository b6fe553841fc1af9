import DiaryKeys

/// The name of a file with the diary's keys on a remote: `keys/1.age` for its devices and
/// `keys/1.recovery.age` for the recovery words. From the second epoch on, which two machines may begin
/// at once, the tags of the epoch's keys stand in it, as in `keys/2-0a1b2c3d.age`, so that neither of
/// them takes the other's place.
struct KeyFileName: Hashable {
  let epoch: Int
  /// Of the keys of that epoch that it brings; empty where there can be one alone.
  let tags: [String]
  let isRecovery: Bool

  private static let (folder, ending, recoveryEnding) = ("keys/", ".age", ".recovery.age")

  /// That of the file for all devices.
  init(of keyring: Keyring) { self.init(keyring.newest, isRecovery: false) }

  /// That of the file for the words of a key.
  init(wordsOf key: DiaryKey) { self.init([key], isRecovery: true) }

  private init(_ keys: [DiaryKey], isRecovery: Bool) {
    epoch = keys.first?.epoch ?? 1
    tags = epoch > 1 ? keys.map(\.tag).sorted() : []
    self.isRecovery = isRecovery
  }

  /// `nil` for any other file.
  init?(_ path: String) {
    guard path.hasPrefix(Self.folder), path.hasSuffix(Self.ending) else { return nil }
    isRecovery = path.hasSuffix(Self.recoveryEnding)
    let end = isRecovery ? Self.recoveryEnding : Self.ending
    let parts = path.dropFirst(Self.folder.utf8.count).dropLast(end.utf8.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, let epoch = Int(first), (1...Keyring.lastEpoch).contains(epoch),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 8 && UInt32($0, radix: 16) != nil })
    else { return nil }
    self.epoch = epoch
    tags = parts.dropFirst().map(String.init)
  }

  /// The name without what all have in common, for a file on this machine.
  var stem: String { ([String(epoch)] + tags).joined(separator: "-") }

  var path: String { Self.folder + stem + (isRecovery ? Self.recoveryEnding : Self.ending) }

  /// Whether a file has nothing that isn't in a keyring.
  func isKnown(to keyring: Keyring) -> Bool {
    if tags.isEmpty { return keyring.keys.contains { $0.epoch >= epoch } }
    let known = Set(keyring.keys.filter { $0.epoch == epoch }.map(\.tag))
    return known.isSuperset(of: tags)
  }

  /// Those that a remote lists, those with few keys first, which may open the others.
  static func all(in listing: RemoteListing) -> [KeyFileName] {
    listing.files.keys.filter { $0.original == nil }.compactMap { KeyFileName($0.path) }
      .sorted { ($0.tags.count, $0.path) < ($1.tags.count, $1.path) }
  }
}
