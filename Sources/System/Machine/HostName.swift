import Glibc

/// What this machine is called, as its network knows it.
package enum HostName {
  /// In bytes; Linux allows 64.
  private static let longest = 256

  /// `nil` when it has no name.
  package static var current: String? {
    var bytes = [CChar](repeating: 0, count: longest)
    guard gethostname(&bytes, bytes.count - 1) == 0, bytes[0] != 0 else { return nil }
    return String(zeroEnded: bytes)
  }
}
