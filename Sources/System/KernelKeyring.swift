import CSystem
import Glibc

/// Secrets that the kernel keeps in memory for this person, for all programs of theirs, until a time is
/// over. They are gone when the machine goes off, and in no swapped memory. Where a container forbids it,
/// none can be kept.
///
/// There is no second way: a file would have to be on a disk, and a program of ours that keeps them would
/// give them to any other that asks.
package enum KernelKeyring {
  /// In bytes; the kernel takes no more of a person without privileges.
  private static let largest = 20_000

  /// Keeps a secret for so many seconds, in the place of an earlier one of that name.
  package static func keep(
    _ secret: [UInt8], named name: String, for seconds: Int
  ) throws(ErrorNumber) {
    guard Facility.keyring.isAvailable else { throw .notImplemented }
    let key = secret.withUnsafeBytes { pd_key_add(name, $0.baseAddress, $0.count) }
    guard key > 0 else { throw .last }
    guard pd_key_permit(key) == 0, pd_key_expire(key, seconds) == 0 else {
      let error = ErrorNumber.last
      _ = pd_key_remove(key)
      throw error
    }
  }

  /// A secret; `nil` where none is kept. Whoever is given it wipes it.
  package static func secret(named name: String) -> [UInt8]? {
    let key = find(name)
    guard key > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: largest)
    let count = bytes.withUnsafeMutableBytes { pd_key_bytes(key, $0.baseAddress, $0.count) }
    guard count >= 0, count <= largest else { return nil }
    defer { bytes.wipe() }
    return Array(bytes[..<count])
  }

  /// Keeps a secret for so many seconds from now on.
  package static func extend(named name: String, by seconds: Int) {
    let key = find(name)
    if key > 0 { _ = pd_key_expire(key, seconds) }
  }

  /// Forgets a secret. Returns whether one was kept.
  @discardableResult
  package static func forget(named name: String) -> Bool {
    let key = find(name)
    return key > 0 && pd_key_remove(key) == 0
  }

  /// Its number, or one below.
  private static func find(_ name: String) -> Int {
    Facility.keyring.isAvailable ? pd_key_find(name) : -1
  }
}
