import CSystem
import Glibc

/// Secrets that the kernel keeps in memory for all programs of the user, until they expire. They
/// are never swapped to a disk, and don't survive a restart. Some containers forbid it, and nothing
/// can be stored there.
///
/// There is no fallback: a file would be on a disk, and a background program of ours would have to
/// return the secrets to any program that asks.
package enum KernelKeyring {
  /// The largest secret in bytes, the kernel's quota for a user without privileges.
  private static let maxSize = 20_000

  /// Stores a secret that expires after this number of seconds, replacing one of the same name.
  ///
  /// - Throws: `notImplemented` if the system has no keyring, or the error of the failed call.
  package static func store(
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

  /// Returns a secret, which the caller must wipe; `nil` if there is none.
  package static func secret(named name: String) -> [UInt8]? {
    let key = find(name)
    guard key > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: maxSize)
    let count = bytes.withUnsafeMutableBytes { pd_key_bytes(key, $0.baseAddress, $0.count) }
    guard count >= 0, count <= maxSize else { return nil }
    defer { bytes.wipe() }
    return Array(bytes[..<count])
  }

  /// Makes a secret expire this number of seconds from now.
  package static func extend(named name: String, by seconds: Int) {
    let key = find(name)
    if key > 0 { _ = pd_key_expire(key, seconds) }
  }

  /// Removes a secret. Returns `true` if there was one.
  @discardableResult
  package static func remove(named name: String) -> Bool {
    let key = find(name)
    return key > 0 && pd_key_remove(key) == 0
  }

  /// Returns the key's ID, or a value below 1 if there is none.
  private static func find(_ name: String) -> Int {
    Facility.keyring.isAvailable ? pd_key_find(name) : -1
  }
}
