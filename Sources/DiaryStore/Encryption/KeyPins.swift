import Crypto
import DiaryCore
import System

/// The key files of an encrypted store as this machine last wrote or opened them, in a file outside of the
/// store: whoever can write to the store's folder can replace a key file there, but can't change this.
///
/// Nothing is known of a store that was never opened here, and then nothing is refused.
package struct KeyPins: Sendable {
  private let path: String

  /// - Parameter path: a file in the state folder.
  package init(path: String) { self.path = path }

  private struct Known {
    var recipient: String?
    /// The SHA-256 of each key file, by its path within the store.
    var files: [String: String] = [:]
  }

  private var known: Known {
    get {
      guard let bytes = try? OpenFile.reading(path).bytes(from: 0, atMost: 1 << 20),
        let json = try? JSONParser.parse(bytes)
      else { return Known() }
      var known = Known(recipient: json["recipient"]?.string)
      for member in json["files"]?.members ?? [] { known.files[member.name] = member.value.string }
      return known
    }
    nonmutating set {
      let files = newValue.files.sorted { $0.key < $1.key }
      let json: JSONValue = [
        "recipient": .optional(newValue.recipient),
        "files": .object(files.map { JSONMember($0.key, .string($0.value)) }),
      ]
      FileSystem.makeFoldersAsCan(Path.parent(path))
      // Without it a replaced key isn't noticed before the diary is opened; an old one would doubt a new key.
      do { try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: path) } catch {
        FileSystem.unlink(path)
      }
    }
  }

  private func change(_ body: (inout Known) -> Void) {
    let old = known
    var new = old
    body(&new)
    if new.recipient != old.recipient || new.files != old.files { known = new }
  }

  /// The public key that texts are sealed to while the store is locked; `nil` where it was never seen.
  var recipient: String? { known.recipient }

  /// Whether a key file has the bytes that it had; `nil` for one that was never seen.
  func matches(_ name: String, _ bytes: [UInt8]) -> Bool? {
    known.files[name].map { $0 == Self.digest(of: bytes) }
  }

  /// The key files that were there, by their paths within the store.
  var names: Set<String> { Set(known.files.keys) }

  func pin(recipient: String) { change { $0.recipient = recipient } }

  func pin(_ name: String, _ bytes: [UInt8]) {
    change { $0.files[name] = Self.digest(of: bytes) }
  }

  /// Remembers the files that were never seen.
  func pin(new files: [(path: String, bytes: [UInt8])]) {
    change { known in
      for (name, bytes) in files where known.files[name] == nil {
        known.files[name] = Self.digest(of: bytes)
      }
    }
  }

  func remove(_ name: String) { change { $0.files[name] = nil } }

  /// Forgets all, durably, before another store takes the place of the one whose key files are known.
  ///
  /// - Throws: `DiaryError.store` when the file can't be removed.
  func forget() throws(DiaryError) {
    guard FileSystem.exists(path) else { return }
    try FileSystem.remove(path)
    try FileSystem.sync(folder: Path.parent(path))
  }

  private static func digest(of bytes: [UInt8]) -> String {
    AssetID(digest: SHA256.hash(data: bytes)).description
  }
}
