import System
import Text

/// A remote that is a folder on an ssh host with a POSIX shell, find, ls, tar and mv.
package final class SSHRemote: Remote {
  /// Options that keep ssh from prompting and from waiting for an unreachable host.
  static let options = [
    "BatchMode=yes", "ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4",
  ].flatMap { ["-o", $0] }

  private let place: RemoteAddress.SSHLocation
  private let arguments: [String]
  private let limits: RemoteLimits
  private let environment: [String: String]
  private let work: RemoteWork
  /// The device's name on the host, without hyphens.
  private let device: String

  /// - Parameters:
  ///   - options: further options of ssh, which take precedence.
  ///   - timeout: the seconds for which a host may be busy. ssh itself detects an unreachable
  ///     host.
  package init(
    _ place: RemoteAddress.SSHLocation, device: String, options: [String] = [],
    limits: RemoteLimits = RemoteLimits(),
    environment: [String: String] = Environment.all, timeout: Int = 300
  ) {
    self.place = place
    self.device = device.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    self.limits = limits
    self.environment = environment
    arguments =
      options + Self.options + ["-o", "ClearAllForwardings=yes", "-a", "-x", "-T"]
      + (place.port.map { ["-p", String($0)] } ?? []) + (place.user.map { ["-l", $0] } ?? [])
      + ["--", place.host]
    work = RemoteWork(.ssh(place), timeout: timeout * 1000)
  }

  package func prepare() async throws(RemoteError) {
    try await work.run { [self] stop in
      try run("mkdir -p \"$1\" || exit 1; \(SSHScript.enter)", stop)
    }
  }

  package func list() async throws(RemoteError) -> RemoteListing {
    try await work.run { [self] stop in
      var listing = RemoteListing()
      var lines = ByteLines()
      try run(SSHScript.list, stop, allowing: "No such file or directory") {
        bytes in
        try lines.take(bytes) { line in
          guard let (path, size) = SSHScript.file(inLine: line) else { return }
          try listing.add(RemoteName(path), size: size, self.limits)
        }
      }
      return listing
    }
  }

  package func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles {
    try await work.run { [self] stop in
      try limits.check(files)
      var arrivals = try ArrivalFolder(folder, files, arrived: arrived)
      guard !files.isEmpty else { return arrivals.fetched }
      var reader = TarReader()
      try run(
        SSHScript.get, stop, input: Self.lines(files.keys.sorted()),
        // A file was removed while others were sent.
        allowing: "No such file or directory", "due to previous errors", "failure status"
      ) { bytes in
        try reader.take(bytes, into: &arrivals)
      }
      return arrivals.fetched
    }
  }

  package func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) {
    try await work.run { [self] stop in
      guard !files.isEmpty else { return }
      var writer = TarWriter(files)
      var lines = ByteLines()
      try run(
        SSHScript.put, stop, input: { try writer.next() }
      ) { bytes in
        try lines.take(bytes) { line in
          if line.hasPrefix("./"), let name = RemoteName(String(line.dropFirst(2))) { sent(name) }
        }
      }
    }
  }

  package func remove(_ names: [RemoteName]) async throws(RemoteError) {
    try await work.run { [self] stop in
      guard !names.isEmpty else { return }
      try run(SSHScript.remove, stop, input: Self.lines(names))
    }
  }

  private static func lines(_ names: [RemoteName]) -> RemoteProgram.Source {
    var bytes: [UInt8]? = Array(names.map { "\($0.path)\n" }.joined().utf8)
    return { bytes.take() }
  }

  /// Runs a script on the host. A failure is ignored if all its messages end in one of `harmless`.
  private func run(
    _ script: String, _ stop: RemoteStop, input: RemoteProgram.Source? = nil,
    allowing harmless: String..., output: RemoteProgram.Sink = { _ in }
  ) throws {
    let ssh = try RemoteProgram("ssh", environment: environment, timeout: work.timeout)
    let number = "\(device)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let command = SSHScript.command(script, folder: place.path, number: number)
    var start = ScriptStart(SSHScript.start + number + "\n")
    let end = try ssh.run(arguments + [command], stop: stop, input: input) {
      bytes in
      let bytes = start.rest(of: bytes)
      if !bytes.isEmpty { try output(bytes) }
    }
    switch end.status {
    case .success where start.isFound: return
    case .success: throw RemoteFault.failed(end.text)
    case .exited(SSHScript.missing): throw RemoteFault.missing("")
    case .exited(SSHScript.isFile): throw RemoteFault.notAFolder
    case .exited(SSHScript.closed): throw RemoteFault.noPermission("")
    case .exited(1), .exited(2):
      if !harmless.isEmpty, start.isFound, !end.errors.lines.isEmpty,
        end.errors.lines.allSatisfy({ line in harmless.contains { line.hasSuffix($0) } })
      {
        return
      }
      throw end.errors.fault(of: "ssh", end.status)
    default: throw end.errors.fault(of: "ssh", end.status)
    }
  }
}

// MARK: -

/// The scripts for the host's shell.
///
/// The host's login shell, which may be any shell, receives each on one line in single quotes. So
/// they contain no single quotes, backslashes or exclamation marks. `$1` is the folder; `$2` is the
/// device, a hyphen and a unique number.
enum SSHScript {
  static let closed: Int32 = 91
  static let isFile: Int32 = 92
  static let missing: Int32 = 93

  /// The first part of the line that marks the start of the script's output.
  static let start = "photodiary-"

  static let enter = """
    if test -d "$1"; then cd "$1" || exit 91; elif test -e "$1"; then exit 92; else exit 93; fi; \
    echo "photodiary-$2"
    """

  /// Lists files, without temporary files and those of other programs.
  static let list = """
    \(enter); find . -name ".?*" -prune -o -name "~*" -prune -o -type f -exec ls -ln {} +
    """

  /// Reads names and prints existing files as tar archives, one after the other.
  static let get = "\(enter); \(oneLine(.sshGet))"

  /// Reads a tar archive and moves its files into the folder.
  static let put = "\(enter); \(oneLine(.sshPut))"

  static let remove = "\(enter); while IFS= read -r f; do rm -f \"$f\" || exit 1; done"

  /// Returns a script without comments, its lines joined with spaces. Where a line ends, it has the
  /// semicolon that it then needs.
  private static func oneLine(_ file: EmbeddedFile) -> String {
    file.lines.map(\.trimmed).filter { !$0.hasPrefix("#") }.joined(separator: " ")
  }

  /// Returns the command line for the host.
  static func command(_ script: String, folder: String, number: String) -> String {
    "LC_ALL=C exec sh -c '\(script)' photodiary '\(folder)' \(number)"
  }

  /// Returns the path and size in a line of `ls -ln`; `nil` if it isn't a file's.
  static func file(inLine line: String) -> (path: String, size: Int)? {
    // Permissions, links, user, group, size, month, day and time, in English.
    let words = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
    guard words.count == 9, words[0].hasPrefix("-"), let size = Int(words[4]), size >= 0,
      words[8].hasPrefix("./")
    else { return nil }
    return (String(words[8].dropFirst(2)), size)
  }
}

/// A filter that drops everything up to and including a line.
struct ScriptStart {
  private let line: [UInt8]
  private var before: [UInt8] = []
  private(set) var isFound = false

  init(_ line: String) { self.line = Array(line.utf8) }

  mutating func rest(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if isFound { return bytes }
    before += bytes
    guard let range = before.firstRange(of: line) else {
      // A greeting is shorter than this.
      if before.count > 1 << 16 { before.removeFirst(before.count - line.count) }
      return []
    }
    isFound = true
    defer { before = [] }
    return before[range.upperBound...]
  }
}

// MARK: -

/// A writer for a tar archive of files (POSIX.1-1988 ustar).
struct TarWriter: ~Copyable {
  private var files: ArraySlice<OutgoingFile>
  private var current: OutgoingBytes?
  private var isEnded = false

  init(_ files: [OutgoingFile]) { self.files = files[...] }

  /// Returns the next piece, or `nil` at the end.
  mutating func next() throws -> [UInt8]? {
    if let piece = try current?.next() { return piece }
    if let size = current?.size {
      current = nil
      let padding = -size & 511
      if padding > 0 { return [UInt8](repeating: 0, count: padding) }
    }
    guard let file = files.popFirst() else {
      defer { isEnded = true }
      return isEnded ? nil : [UInt8](repeating: 0, count: 1024)
    }
    let bytes = try OutgoingBytes(file)
    let size = bytes.size
    current = consume bytes
    return Self.header(of: file.name.path, size: size)
  }

  private static func header(of path: String, size: Int) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    // A name of more than 100 bytes is split at a slash.
    if path.utf8.count > 100,
      let slash = path.utf8.dropFirst(path.utf8.count - 101)
        .firstIndex(of: UInt8(ascii: "/"))
    {
      put(String(path[..<slash]), at: 345)
      put(String(path[path.utf8.index(after: slash)...]), at: 0)
    } else {
      put(path, at: 0)
    }
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    if size < 1 << 33 {
      put(octal(size, digits: 11), at: 124)
    } else {
      header[124] = 0x80
      for index in 0..<8 { header[135 - index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    }
    put(octal(SystemClock.seconds, digits: 11), at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    return header
  }
}

// MARK: -

/// A parser for the regular files of a tar archive, which is untrusted and arrives in pieces.
struct TarReader {
  private enum Part {
    case header
    /// A file, or content to skip.
    case file
    /// The long name of the next file (GNU).
    case longName
    /// Attributes of the next file (pax).
    case notes
  }

  private var part = Part.header
  private var kept: [UInt8] = []
  /// The bytes left of the part, and of its padding.
  private var left = 512
  private var padding = 0
  private var longName: String?

  private static let longestName = 1 << 16

  mutating func take(_ bytes: ArraySlice<UInt8>, into arrivals: inout ArrivalFolder) throws {
    var bytes = bytes
    while !bytes.isEmpty || left == 0 {
      let piece = bytes.prefix(left)
      left -= piece.count
      bytes = bytes.dropFirst(piece.count)
      if part == .file {
        if !piece.isEmpty { try arrivals.take(piece) }
      } else {
        kept += piece
      }
      if left == 0 {
        let skipped = bytes.prefix(padding)
        padding -= skipped.count
        bytes = bytes.dropFirst(skipped.count)
        guard padding == 0 else { return }
        try endPart(&arrivals)
      }
    }
  }

  private mutating func endPart(_ arrivals: inout ArrivalFolder) throws {
    let bytes = kept
    kept = []
    let ended = part
    part = .header
    left = 512
    switch ended {
    case .header: try begin(bytes, &arrivals)
    case .file: try arrivals.end()
    case .longName: longName = Self.text(bytes[...])
    case .notes: longName = Self.path(inNotes: bytes) ?? longName
    }
  }

  private mutating func begin(_ header: [UInt8], _ arrivals: inout ArrivalFolder) throws {
    // Zeros mark the end.
    guard header.contains(where: { $0 != 0 }) else { return }
    guard Self.isSound(header), let size = Self.number(header[124..<136]), size >= 0 else {
      throw RemoteFault.failed("tar")
    }
    left = size
    padding = -size & 511
    switch header[156] {
    case UInt8(ascii: "L") where size <= Self.longestName: part = .longName
    case UInt8(ascii: "x") where size <= Self.longestName: part = .notes
    case 0, UInt8(ascii: "0"):
      part = .file
      var path = longName ?? Self.text(header[..<100])
      let prefix = Self.text(header[345..<500])
      // GNU's format has other fields there.
      if longName == nil, !prefix.isEmpty, header[262] == 0 { path = "\(prefix)/\(path)" }
      longName = nil
      try arrivals.begin(path.hasPrefix("./") ? String(path.dropFirst(2)) : path, size: size)
    default:
      // A folder or a link: skip its content.
      part = .file
      longName = nil
      try arrivals.begin("", size: size)
    }
  }

  private static func isSound(_ header: [UInt8]) -> Bool {
    var sum = 8 * 32
    for (index, byte) in header.enumerated() where !(148..<156).contains(index) { sum += Int(byte) }
    return number(header[148..<156]) == sum
  }

  /// Parses octal digits, or binary for a large number.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      return field.suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }
    return Int(text(field).filter { $0 != " " }, radix: 8)
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Returns the path in lines such as `27 path=log/a/1.age`.
  private static func path(inNotes bytes: [UInt8]) -> String? {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2, words[1].hasPrefix("path=") { return String(words[1].dropFirst(5)) }
    }
    return nil
  }
}
