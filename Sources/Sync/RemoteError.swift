import DiaryCore

/// What went wrong with a remote.
package struct RemoteError: Error, Hashable, Sendable {
  /// Which remote, as it is told: its address, without what is secret in it.
  package var remote: String
  package let fault: RemoteFault

  package init(_ remote: String, _ fault: RemoteFault) {
    self.remote = remote
    self.fault = fault
  }

  /// The error on one line: which remote, what it said, and what to do. Safe for a terminal.
  package var line: String { words.printable }
}

/// Why a remote couldn't be used. Texts are what the system or the program said, one line at most.
package enum RemoteFault: Error, Hashable, Sendable {
  /// Somebody cancelled it.
  case stopped

  // On the way there.
  case noNetwork(String)
  case noSuchHost(String)
  case unreachable(String)
  /// Nothing came or went for so many seconds.
  case silent(seconds: Int)
  case certificate(String)
  case hostKeyChanged
  case hostKeyUnknown
  /// It would have asked a person for a password or a passphrase.
  case login(String)

  // There.
  case missing(String)
  case isFile
  /// Where a folder of the diary's belongs, below the remote, stands something else.
  case blocked(name: String)
  case noPermission(String)
  case otherOwner(String)
  case readOnly(String)
  case diskFull(String)
  /// The host doesn't take what was sent, by a rule of its own.
  case refused(String)
  /// It names more files than that.
  case tooManyFiles(Int)
  case tooLarge(name: String, size: Int)
  /// A file is larger than such remotes take.
  case tooLargeToPut(name: String, size: Int, limit: Int)

  // Here.
  case notInstalled(program: String)
  /// rclone knows no remote of that name.
  case notConfigured(String)
  case local(path: String, reason: String)

  case failed(String)
}
