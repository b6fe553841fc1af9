import DiaryCore
import System
import Text

/// A place that several machines reach, with files that never change.
///
/// Every file gets a name that no other file has, so machines need no locks and no merging.
///
/// A remote may be hostile: names are checked, and counts and sizes have limits (`RemoteLimits`).
/// The caller checks the content. Cancelling the task ends an operation with `RemoteFault.stopped`;
/// files that were transferred before stay.
package protocol Remote: Sendable {
  /// Creates the place if it doesn't exist. Keeps existing files.
  ///
  /// - Throws: `RemoteError` if it can't be created or reached.
  func prepare() async throws(RemoteError)

  /// Lists the files. A listing may lag: it can omit new files and contain removed ones.
  ///
  /// - Throws: `RemoteError` if the remote can't be read or has too many files.
  func list() async throws(RemoteError) -> RemoteListing

  /// Downloads files of the given sizes in bytes, each to its name's path below a local folder.
  ///
  /// A file is complete or absent there, and isn't synced to the disk. `arrived` is called with
  /// each name, from any thread. A file that can't be read keeps no other from arriving.
  ///
  /// - Throws: `RemoteError` if the remote can't be read, or a size exceeds `RemoteLimits`.
  func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles

  /// Uploads files, each completely or not at all. All are durable when it returns.
  ///
  /// The same name must always get the same bytes. `sent` is called with each durable file, from
  /// any thread. An interrupted call may have to be repeated from its first file, so upload many
  /// files in several calls, of some hundred files or megabytes.
  ///
  /// - Throws: `RemoteError` if the remote can't be written.
  func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError)

  /// Removes files. Ignores files that don't exist.
  ///
  /// - Throws: `RemoteError` if the remote can't be written.
  func remove(_ names: [RemoteName]) async throws(RemoteError)

  /// True if reading a remote file is as fast as a local one, so that it can be verified before the
  /// local file is removed.
  var isLocal: Bool { get }

  /// Waits for a change, at most `seconds`. Returns true if something may have changed, and `nil`
  /// immediately if the remote can't notify.
  func wait(seconds: Int) async -> Bool?
}

extension Remote {
  package var isLocal: Bool { false }

  package func wait(seconds: Int) async -> Bool? { nil }

  /// Downloads files without reporting each.
  ///
  /// - Throws: as `get(_:into:arrived:)`.
  package func get(
    _ files: [RemoteName: Int], into folder: String
  ) async throws(RemoteError) -> FetchedFiles {
    try await get(files, into: folder) { _ in }
  }

  /// Uploads files without reporting each.
  ///
  /// - Throws: as `put(_:sent:)`.
  package func put(_ files: [OutgoingFile]) async throws(RemoteError) {
    try await put(files) { _ in }
  }
}

/// The files of a remote, as it lists them.
package struct RemoteListing: Hashable, Sendable {
  /// The size of each file in bytes, including conflict copies (`RemoteName.original`).
  package var files: [RemoteName: Int]
  /// The number of other items: foreign names, links, devices.
  package var ignored: Int

  package init(files: [RemoteName: Int] = [:], ignored: Int = 0) {
    self.files = files
    self.ignored = ignored
  }

  /// Returns the number of files below a folder.
  func count(in folder: String) -> Int {
    files.keys.count { $0.path.hasPrefix(folder + "/") }
  }

  /// Sums of the digests of photos, attachments and previews, in a folder and in total. They don't
  /// depend on the order, and change if a file or its size changes.
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

  /// Returns the file's part of the sums; 0 if it isn't listed.
  func assetDigest(of name: RemoteName) -> UInt64 {
    files[name].map { Self.digest(of: name, $0) } ?? 0
  }

  private static func digest(of name: RemoteName, _ size: Int) -> UInt64 {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (hash ^ UInt64(truncatingIfNeeded: size)) &* 0x100_0000_01b3
  }

  /// Adds a file, or an ignored item if `name` is `nil`.
  ///
  /// - Throws: `RemoteFault.tooManyFiles` if the limit is exceeded.
  mutating func add(_ name: RemoteName?, size: Int, _ limits: RemoteLimits) throws {
    guard files.count + ignored < limits.names else { throw RemoteFault.tooManyFiles(limits.names) }
    guard let name else {
      ignored += 1
      return
    }
    files[name] = size
  }
}

/// The result of a download. A file that isn't named no longer exists on the remote.
package struct FetchedFiles: Hashable, Sendable {
  package var arrived: Set<RemoteName>
  /// The files whose size differs from the listed one: the remote may still be receiving them.
  package var incomplete: Set<RemoteName>
  /// The files that can't be read, with the system's reasons.
  package var unreadable: [RemoteName: String] = [:]

  package init(arrived: Set<RemoteName> = [], incomplete: Set<RemoteName> = []) {
    self.arrived = arrived
    self.incomplete = incomplete
  }
}

/// A file to upload.
package struct OutgoingFile: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    case bytes([UInt8])
    /// The path of a local file that doesn't change.
    case file(path: String)
  }

  package let name: RemoteName
  package let source: Source

  package init(_ name: RemoteName, _ source: Source) {
    self.name = name
    self.source = source
  }
}

/// The limits for a remote. What exceeds them is an error.
package struct RemoteLimits: Hashable, Sendable {
  /// The number of names, including ignored ones.
  package var names = 300_000
  /// The bytes of a text file.
  package var text = 64 << 20
  /// The bytes of a file with keys.
  package var keys = 1 << 20
  /// The bytes of a log of version 0.1.0, which is one file.
  package var oldLog = 512 << 20
  /// The bytes of a photo or an attachment.
  package var asset = 8 << 30

  package init() {}

  /// Checks the sizes of files.
  ///
  /// - Throws: `RemoteFault.tooLarge` for a file that exceeds its limit.
  package func check(_ files: [RemoteName: Int]) throws {
    if let (name, size) = exceeding(files).first {
      throw RemoteFault.tooLarge(name: name.path, size: size)
    }
  }

  /// Returns the files that exceed their limit.
  func exceeding(_ files: [RemoteName: Int]) -> [RemoteName: Int] {
    files.filter { name, size in size > largest(name) }
  }

  private func largest(_ name: RemoteName) -> Int {
    if name.isAsset { return asset }
    if name.path.hasPrefix("keys/") { return keys }
    return SegmentName(name)?.isOldLog == true ? oldLog : text
  }
}

// MARK: -

/// The name of a file on a remote: a relative path such as `assets/3f/3f09.age` that is safe in
/// every file system, address and list.
package struct RemoteName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let path: String
  /// The path of the file that this one is a conflict copy of. Syncthing, Dropbox, Nextcloud and
  /// others make such copies when two machines wrote the same name.
  private let originalPath: String?

  /// The bytes of the longest path. Conflict copies have longer ones.
  private static let longest = 200
  private static let deepest = 5
  private static let longestCopy = 400

  /// Parses a path; `nil` unless it has up to five parts of ASCII letters, digits, `.`, `_` and `-`
  /// that begin with a letter or digit. The last part of a conflict copy may contain other
  /// printable characters.
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

  /// The file that this one is a conflict copy of; `nil` for other files.
  package var original: RemoteName? { originalPath.flatMap(RemoteName.init) }

  /// True for photos, attachments and previews, which can be large, and for notes about damaged
  /// ones. All other files are text.
  package var isAsset: Bool {
    ["assets/", "small/", "damaged/"].contains { path.hasPrefix($0) }
  }

  package var description: String { path }

  package static func < (a: RemoteName, b: RemoteName) -> Bool { a.path < b.path }

  /// Returns true if a part of a path is valid in a name.
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

/// An error of a remote.
package struct RemoteError: Error, Hashable, Sendable {
  /// The remote's address without secrets, for the user.
  package var remote: String
  package let fault: RemoteFault

  package init(_ remote: String, _ fault: RemoteFault) {
    self.remote = remote
    self.fault = fault
  }

  /// The error as one line: the remote, the problem and the solution. Safe for a terminal.
  package var line: String { words.printable }
}

/// The reason why a remote can't be used. Strings are messages of the system or a program, of one
/// line.
package enum RemoteFault: Error, Hashable, Sendable {
  /// The task was cancelled.
  case stopped

  // Connection.
  case noNetwork(String)
  case noSuchHost(String)
  case unreachable(String)
  /// Nothing was transferred for this time.
  case timedOut(seconds: Int)
  case certificate(String)
  case hostKeyChanged
  case hostKeyUnknown
  /// The remote needs a password or passphrase, and no one can be asked.
  case login(String)

  // Remote side.
  case missing(String)
  case notAFolder
  /// A link or file is in the way of a folder of the diary.
  case blocked(name: String)
  /// A folder is in the place of a file of the diary.
  case occupied(name: String)
  case noPermission(String)
  case otherOwner(String)
  case readOnly(String)
  case diskFull(String)
  /// A rule of the host refuses the files.
  case refused(String)
  /// The remote has more files than this limit.
  case tooManyFiles(Int)
  case tooLarge(name: String, size: Int)
  /// The file is larger than this kind of remote accepts.
  case tooLargeToUpload(name: String, size: Int, limit: Int)

  // This machine.
  case notInstalled(program: String)
  /// rclone's configuration doesn't contain the remote.
  case notConfigured(String)
  case local(path: String, reason: String)

  case failed(String)

  /// Returns true if the file with this path on this machine can't be used.
  func isOfLocalFile(_ path: String) -> Bool {
    if case .local(path: path, _) = self { true } else { false }
  }
}

// MARK: -

extension RemoteError {
  var words: String {
    switch fault {
    case .stopped: localized("\(remote): stopped. Finished work is kept; try again to continue.")
    case .noNetwork(let said):
      localized(
        "\(remote): no network\(Self.quoted(said)). Your diary is safe here; sync when online.")
    case .noSuchHost(let said):
      localized("\(remote): no such host\(Self.quoted(said)). Check the address.")
    case .unreachable(let said):
      localized(
        "\(remote) can't be reached\(Self.quoted(said)). Check that it's on, then try again.")
    case .timedOut(let seconds):
      localized("\(remote) didn't respond for \(seconds) s. Try again to continue.")
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
        \(remote) requires a login\(Self.quoted(said)), and sync never asks for one. Load an SSH \
        key with ssh-add, or store the password with a git credential helper or rclone config.
        """)
    case .missing(let said):
      localized(
        "\(remote) doesn't exist\(Self.quoted(said)). Check the address, or attach the disk.")
    case .notAFolder: localized("\(remote) is a file. Name a folder or a git repository.")
    case .blocked(let name):
      localized(
        "\(remote): the path \(name) contains a link or a file. Remove it, then try again.")
    case .occupied(let name):
      localized("\(remote): a folder is in the place of \(name). Remove it, then try again.")
    case .noPermission(let said):
      localized("\(remote): no permission\(Self.quoted(said)). Check who can write there.")
    case .otherOwner(let said):
      localized(
        """
        \(remote) belongs to another user\(Self.quoted(said)). If you trust it: git config \
        --global --add safe.directory PATH.
        """)
    case .readOnly(let said):
      localized("\(remote) is read-only\(Self.quoted(said)). Make it writable, then try again.")
    case .diskFull(let said):
      localized("\(remote): no space left\(Self.quoted(said)). Free some, then try again.")
    case .refused(let said):
      localized(
        """
        \(remote) rejected what was sent\(Self.quoted(said)). Allow new branches photodiary/* and \
        photodiary-photos/*.
        """)
    case .tooManyFiles(let limit):
      localized(
        "\(remote) has more than \(limit) files. Use a place where only the diary writes.")
    case .tooLarge(let name, let size):
      localized(
        """
        \(remote): \(name) is too large (\(CountText.bytes(size))) to be one of the diary's files. \
        Remove it.
        """)
    case .tooLargeToUpload(let name, let size, let limit):
      localized(
        """
        \(remote) accepts files up to \(CountText.bytes(limit)), so \(name) \
        (\(CountText.bytes(size))) stays here. Use a folder, ssh or rclone for it.
        """)
    case .notInstalled(let program):
      localized(
        "\(remote) needs \(program), which isn't installed. Install it: apt install \(program)")
    case .notConfigured(let said):
      localized("\(remote): rclone has no such remote\(Self.quoted(said)). Run rclone config.")
    case .local(let path, let reason):
      localized("\(remote): \(path) on this machine: \(reason). Fix that and try again.")
    case .failed(let said):
      localized("\(remote) failed\(Self.quoted(said)). Files already sent are kept; try again.")
    }
  }

  /// Returns ` (“fatal: early EOF”)`, or an empty text.
  private static func quoted(_ said: String) -> String { said.isEmpty ? "" : " (“\(said)”)" }
}
