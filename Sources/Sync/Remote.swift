import DiaryCore
import Localization
import System

/// A place that several machines reach and that holds files which never change: whoever puts one there
/// gives it a name that nothing else has, so that nobody has to wait for anybody.
///
/// All of it is told by others, who may be hostile: names are checked, numbers and sizes have limits
/// (`RemoteLimits`), and what the bytes are worth is for the caller to prove. Cancelling the task ends
/// whatever is done, with `RemoteFault.stopped`; what was done by then stays done.
package protocol Remote: Sendable {
  /// Makes the place where it isn't there yet and can be made. What is there stays as it is.
  func prepare() async throws(RemoteError)

  /// The files that are there. It may lag behind: a new file isn't listed yet, or a removed one still.
  func list() async throws(RemoteError) -> RemoteListing

  /// Fetches files of these sizes in bytes, each to the path below a folder of this machine that its
  /// name is. There it stands whole or not at all, and is not synced to the disk. `arrived` is called
  /// with each, from any thread.
  func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles

  /// Puts files there, whole or not at all; when it returns, all are there to stay. The same name must
  /// always be given the same bytes. `sent` is called with each that is there, from any thread. A call
  /// that is broken off may have to be made again from its first file on, so whoever has much to put
  /// makes several calls, of some hundred files or megabytes.
  func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError)

  /// Removes files. One that isn't there is no fault.
  func remove(_ names: [RemoteName]) async throws(RemoteError)

  /// Whether a file there is read as fast as one of this machine, so that it can be looked at before the
  /// one here goes.
  var isNear: Bool { get }

  /// Waits until something may have changed there, at most so many seconds; whether it may have. `nil`,
  /// at once, where nobody tells of that.
  func wait(seconds: Int) async -> Bool?
}

extension Remote {
  package var isNear: Bool { false }

  package func wait(seconds: Int) async -> Bool? { nil }

  package func get(
    _ files: [RemoteName: Int], into folder: String
  ) async throws(RemoteError) -> FetchedFiles {
    try await get(files, into: folder) { _ in }
  }

  package func put(_ files: [OutgoingFile]) async throws(RemoteError) {
    try await put(files) { _ in }
  }
}

/// What a remote says that it holds.
package struct RemoteListing: Hashable, Sendable {
  /// The size of each file in bytes. Copies that a synchronizing program made of a file in conflict are
  /// among them (`RemoteName.original`).
  package var files: [RemoteName: Int]
  /// How many other things are there: names that this program doesn't give, links, devices.
  package var ignored: Int

  package init(files: [RemoteName: Int] = [:], ignored: Int = 0) {
    self.files = files
    self.ignored = ignored
  }

  /// How many files are below a folder.
  func count(in folder: String) -> Int {
    files.keys.count { $0.path.hasPrefix(folder + "/") }
  }

  /// What tells whether other photos, attachments or previews are there, or of other sizes: the sums of
  /// their digests, whatever their order, of those in a folder and of all.
  func assetSums(in folder: String) -> (folder: UInt64, all: UInt64) {
    var (sum, others): (UInt64, UInt64) = (0, 0)
    for (name, size) in files where name.isAsset {
      if name.path.hasPrefix(folder + "/") {
        sum &+= Self.digest(of: name, size)
      } else {
        others &+= Self.digest(of: name, size)
      }
    }
    return (sum, sum &+ others)
  }

  /// What a file adds to the sums; 0 if it isn't there.
  func assetDigest(of name: RemoteName) -> UInt64 {
    files[name].map { Self.digest(of: name, $0) } ?? 0
  }

  private static func digest(of name: RemoteName, _ size: Int) -> UInt64 {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (hash ^ UInt64(truncatingIfNeeded: size)) &* 0x100_0000_01b3
  }

  /// Adds a file, or what has no name that this program gives. Throws when there are too many.
  mutating func add(
    _ name: RemoteName?, size: Int, _ limits: RemoteLimits
  ) throws(RemoteFault) {
    guard files.count + ignored < limits.names else { throw .tooManyFiles(limits.names) }
    guard let name else {
      ignored += 1
      return
    }
    files[name] = size
  }
}

/// What came of fetching. A file that is in neither set has gone from the remote.
package struct FetchedFiles: Hashable, Sendable {
  package var arrived: Set<RemoteName>
  /// Those that have another size than the remote said: it may still be receiving them.
  package var incomplete: Set<RemoteName>

  package init(arrived: Set<RemoteName> = [], incomplete: Set<RemoteName> = []) {
    self.arrived = arrived
    self.incomplete = incomplete
  }
}

/// A file that is to be put on a remote.
package struct OutgoingFile: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    case bytes([UInt8])
    /// A file of this machine that doesn't change.
    case file(path: String)
  }

  package let name: RemoteName
  package let source: Source

  package init(_ name: RemoteName, _ source: Source) {
    self.name = name
    self.source = source
  }
}

/// How much a remote may name. What is more isn't taken, and is told.
package struct RemoteLimits: Hashable, Sendable {
  /// Names, those that are ignored among them.
  package var names = 300_000
  /// Bytes of a file of text.
  package var text = 64 << 20
  /// Bytes of what version 0.1.0 has written to a log, which goes as a whole.
  package var oldLog = 512 << 20
  /// Bytes of a photo or an attachment.
  package var asset = 8 << 30

  package init() {}

  /// Throws when one of the files is larger than it may be.
  package func check(_ files: [RemoteName: Int]) throws(RemoteFault) {
    for (name, size) in files where size > largest(name) {
      throw .tooLarge(name: name.path, size: size)
    }
  }

  private func largest(_ name: RemoteName) -> Int {
    if name.isAsset { return asset }
    return SegmentName(name)?.isOldLog == true ? oldLog : text
  }
}

// MARK: -

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

// MARK: -

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

// MARK: -

extension RemoteError {
  var words: String {
    switch fault {
    case .stopped: localized("\(remote): stopped. What was done is kept; sync again to go on.")
    case .noNetwork(let said):
      localized(
        "\(remote): no network\(Self.quoted(said)). Your diary is safe here; sync when online.")
    case .noSuchHost(let said):
      localized("\(remote): no such host\(Self.quoted(said)). Check the address.")
    case .unreachable(let said):
      localized("\(remote) can't be reached\(Self.quoted(said)). Check that it's on; sync again.")
    case .silent(let seconds):
      localized("\(remote) stopped responding for \(seconds) s. Sync again to go on.")
    case .certificate(let said):
      localized(
        "\(remote): its certificate isn't trusted\(Self.quoted(said)). Check the address and clock."
      )
    case .hostKeyChanged:
      localized(
        """
        \(remote): its SSH host key changed. Nothing was sent. If that's expected, remove the old \
        key with ssh-keygen -R HOST and connect once with ssh.
        """)
    case .hostKeyUnknown:
      localized("\(remote): its SSH host key is unknown. Connect once with ssh to accept it.")
    case .login(let said):
      localized(
        """
        \(remote): it asks for a login\(Self.quoted(said)), and sync never asks. Load an SSH key \
        with ssh-add, or store the password with a git credential helper or rclone config.
        """)
    case .missing(let said):
      localized(
        "\(remote) doesn't exist\(Self.quoted(said)). Check the address, or attach the disk.")
    case .isFile: localized("\(remote) is a file. Name a folder or a git repository.")
    case .blocked(let name):
      localized(
        "\(remote): \(name) leads through a link or a file. Remove that, then sync again.")
    case .noPermission(let said):
      localized("\(remote): no permission\(Self.quoted(said)). Check who may write there.")
    case .otherOwner(let said):
      localized(
        """
        \(remote) belongs to another user\(Self.quoted(said)). If you trust it: git config \
        --global --add safe.directory PATH.
        """)
    case .readOnly(let said):
      localized("\(remote) is read-only\(Self.quoted(said)). Make it writable, then sync again.")
    case .diskFull(let said):
      localized("\(remote): no space left there\(Self.quoted(said)). Free some, then sync again.")
    case .refused(let said):
      localized(
        """
        \(remote) refused what was sent\(Self.quoted(said)). Allow new branches photodiary/* and \
        photodiary-photos/*.
        """)
    case .tooManyFiles(let limit):
      localized(
        "\(remote) has more than \(limit) files. Use a place that only the diary writes to.")
    case .tooLarge(let name, let size):
      localized(
        "\(remote): \(name) has \(CountWords.bytes(size)), too much to be the diary's. Remove it.")
    case .tooLargeToPut(let name, let size, let limit):
      localized(
        """
        \(remote) takes files up to \(CountWords.bytes(limit)): \(name), \
        \(CountWords.bytes(size)), stays here. Use a folder, ssh or rclone for it.
        """)
    case .notInstalled(let program):
      localized(
        "\(remote) needs \(program), which isn't installed. Install it: apt install \(program)")
    case .notConfigured(let said):
      localized("\(remote): rclone knows no such remote\(Self.quoted(said)). Run rclone config.")
    case .local(let path, let reason):
      localized("\(remote): \(path) here: \(reason). Mend that and sync again.")
    case .failed(let said):
      localized("\(remote) failed\(Self.quoted(said)). What was sent is kept; sync again.")
    }
  }

  /// ` (“fatal: early EOF”)`, or nothing.
  private static func quoted(_ said: String) -> String { said.isEmpty ? "" : " (“\(said)”)" }
}
