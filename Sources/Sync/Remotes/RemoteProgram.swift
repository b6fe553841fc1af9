import DiaryCore
import System

/// A program that talks to a remote. Runs without a terminal, so that it can't prompt, and in
/// English.
struct RemoteProgram: Sendable {
  let name: String
  /// The milliseconds without input or output after which it fails.
  let timeout: Int
  private let path: String
  private let environment: [String: String]
  /// A text to remove from its messages.
  private let secret: String?

  /// The bytes kept of its errors, and of its output if the caller doesn't read that.
  private static let longestErrors = 1 << 16
  private static let longestOutput = 1 << 20

  init(
    _ name: String, environment: [String: String], timeout: Int, hiding secret: String? = nil
  ) throws {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let path = folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first {
      FileSystem.isExecutable($0) && FileSystem.status(of: $0)?.isRegularFile == true
    }
    guard let path else { throw RemoteFault.notInstalled(program: name) }
    self.name = name
    self.path = path
    self.timeout = timeout
    self.secret = secret
    self.environment = environment.merging(["LC_ALL": "C", "LANGUAGE": ""]) { $1 }
  }

  /// The result of a run.
  struct End {
    let status: ExitStatus
    let output: [UInt8]
    let errors: ProgramWords

    var isSuccess: Bool { status == .success }
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Returns the next piece of the program's input, or `nil` at its end.
  typealias Source = () throws -> [UInt8]?
  typealias Sink = (ArraySlice<UInt8>) throws -> Void

  /// Runs the program and returns its output, at most `longestOutput` bytes. Its status may be a
  /// failure.
  func run(
    _ arguments: [String], adding variables: [String: String] = [:], stop: RemoteStop,
    input: Source? = nil
  ) throws -> End {
    var kept: [UInt8] = []
    let end = try run(arguments, adding: variables, stop: stop, input: input) {
      bytes in
      kept += bytes
      guard kept.count <= Self.longestOutput else { throw RemoteFault.failed(name) }
    }
    return End(status: end.status, output: kept, errors: end.errors)
  }

  /// Runs the program and passes its output to `output`. Its status may be a failure.
  func run(
    _ arguments: [String], adding variables: [String: String] = [:], stop: RemoteStop,
    input: Source? = nil, output: Sink
  ) throws -> End {
    try stop.check()
    let settings = environment.merging(variables) { $1 }.map { "\($0)=\($1)" }
    let spawn = Spawn(
      path, [name] + arguments, environment: settings,
      files: .only(input: input == nil ? .null : .pipe, output: .pipe, errors: .pipe),
      group: .newSession)
    var run: ProgramRun
    do {
      run = try ProgramRun(spawn, stop.programs)
    } catch {
      throw stop.isStopped ? RemoteFault.stopped : .local(path: path, reason: error.message)
    }
    var errors: [UInt8] = []
    do {
      try exchange(with: &run, stop, input, output, &errors)
    } catch {
      _ = run.end(kills: true)
      throw stop.isStopped ? RemoteFault.stopped : error
    }
    let status = run.end(kills: false)
    try stop.check()
    return End(status: status, output: [], errors: ProgramWords(errors, hiding: secret))
  }

  /// Passes on the program's input and output until it ends.
  private func exchange(
    with run: inout ProgramRun, _ stop: RemoteStop, _ input: Source?, _ output: Sink,
    _ errors: inout [UInt8]
  ) throws {
    var lastErrors = ProgramRun.Event.errors([])
    var deadline = SystemClock.milliseconds + timeout
    try sendNext(input, to: &run)
    while let event = try next(of: &run, until: deadline) {
      // Repeating the same message isn't progress.
      let isProgress = event != lastErrors
      if isProgress { try stop.check() }
      switch event {
      case .output(let bytes):
        if !bytes.isEmpty { try output(bytes) }
      case .errors(let bytes):
        lastErrors = event
        errors += bytes
        if errors.count > Self.longestErrors { errors.removeFirst(errors.count / 2) }
      case .sent(let isAll):
        if isAll { try sendNext(input, to: &run) }
      }
      if isProgress { deadline = SystemClock.milliseconds + timeout }
    }
  }

  private func sendNext(_ input: Source?, to run: inout ProgramRun) throws {
    if let piece = try input?() { run.send(piece) } else { run.closeInput() }
  }

  private func next(of run: inout ProgramRun, until deadline: Int) throws -> ProgramRun.Event? {
    do {
      return try run.next(until: deadline)
    } catch .timedOut {
      throw RemoteFault.timedOut(seconds: timeout / 1000)
    } catch {
      throw RemoteFault.failed(error.message)
    }
  }
}

// MARK: -

/// A splitter of bytes into lines.
struct ByteLines {
  private let end: UInt8
  private var rest: [UInt8] = []
  private static let longest = 1 << 16

  /// - Parameter end: the byte that ends a line.
  init(end: UInt8 = 0x0A) { self.end = end }

  /// Appends bytes and passes each complete line to `body`, without its end.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (String) throws -> Void) throws {
    var bytes = bytes
    while let place = bytes.firstIndex(of: end) {
      try body(String(decoding: rest + bytes[..<place], as: UTF8.self))
      rest.removeAll(keepingCapacity: true)
      bytes = bytes[(place + 1)...]
    }
    rest += bytes
    guard rest.count <= Self.longest else { throw RemoteFault.failed("") }
  }
}

// MARK: -

/// A program's messages on standard error, as lines without progress reports.
struct ProgramWords {
  let lines: [String]

  init(_ bytes: [UInt8], hiding secret: String?) {
    var text = String(decoding: bytes, as: UTF8.self)
    if let secret { text = text.replacing(secret, with: "…") }
    lines = text.split { $0.isNewline }.map { $0.trimmed }
      .filter { !$0.isEmpty && !$0.contains("% (") && !$0.hasPrefix("hint:") }
      .map { String(Self.withoutTime($0)) }
  }

  /// Returns true if all lines have this suffix.
  func all(endWith end: String) -> Bool { lines.allSatisfy { $0.hasSuffix(end) } }

  func contains(_ words: String) -> Bool { lines.contains { $0.lowercased().contains(words) } }

  /// Converts the messages of a failed program to a fault.
  func fault(of program: String, _ status: ExitStatus) -> RemoteFault {
    if let line = lines.first, line.lowercased().contains(Self.unanswered) {
      return .unreachable(Self.short(line))
    }
    for (words, fault) in Self.meanings {
      for line in lines where line.lowercased().contains(words) { return fault(Self.short(line)) }
    }
    let marks = ["fatal:", "error:", "error :", "failed"]
    let telling = lines.first { line in marks.contains { line.lowercased().contains($0) } }
    if let line = telling ?? lines.last { return .failed(Self.short(line)) }
    return switch status {
    case .exited(let code): .failed("\(program): \(code)")
    case .killed(let signal): .failed("\(program): signal \(signal.number)")
    }
  }

  private static func short(_ line: String) -> String {
    let line = line.printable
    return line.count > 160 ? line.prefix(159) + "…" : line
  }

  /// Removes rclone's `2026/11/23 12:30:00 `.
  private static func withoutTime(_ line: Substring) -> Substring {
    let start = line.prefix(20)
    guard start.utf8.count == 20, start.allSatisfy({ $0.isNumber || "/: ".contains($0) }) else {
      return line
    }
    return line.dropFirst(20)
  }
}

// MARK: -

extension ProgramWords {
  /// git's message if the connection ended without an answer. A host that refuses the repository
  /// sends a reason first.
  private static let unanswered = "could not read from remote repository"

  /// Parts of messages of git, ssh, rclone, tar and curl in lower case, with their meanings.
  /// Specific messages precede general ones that accompany them.
  static let meanings: [(String, @Sendable (String) -> RemoteFault)] = [
    ("remote host identification has changed", { _ in .hostKeyChanged }),
    ("host key verification failed", { _ in .hostKeyUnknown }),
    ("no space left on device", RemoteFault.diskFull),
    ("disk quota exceeded", RemoteFault.diskFull),
    ("insufficient storage", RemoteFault.diskFull),
    ("quotaexceeded", RemoteFault.diskFull),
    ("read-only file system", RemoteFault.readOnly),
    ("service not enabled", RemoteFault.readOnly),
    ("dubious ownership", RemoteFault.otherOwner),
    ("terminal prompts disabled", RemoteFault.login),
    ("could not read username", RemoteFault.login),
    ("could not read password", RemoteFault.login),
    ("permission denied (", RemoteFault.login),
    ("too many authentication failures", RemoteFault.login),
    ("unable to decrypt configuration", RemoteFault.login),
    ("unable to read configuration password", RemoteFault.login),
    ("config file is encrypted", RemoteFault.login),
    ("asking for password", RemoteFault.login),
    ("authentication failed", RemoteFault.login),
    ("invalid_grant", RemoteFault.login),
    ("401 unauthorized", RemoteFault.login),
    ("didn't find section in config file", RemoteFault.notConfigured),
    ("certificate", RemoteFault.certificate),
    ("x509:", RemoteFault.certificate),
    ("temporary failure in name resolution", RemoteFault.noNetwork),
    ("network is unreachable", RemoteFault.noNetwork),
    ("network is down", RemoteFault.noNetwork),
    ("could not resolve host", RemoteFault.noSuchHost),
    ("unable to look up", RemoteFault.noSuchHost),
    ("no such host", RemoteFault.noSuchHost),
    ("name or service not known", RemoteFault.noSuchHost),
    ("connection refused", RemoteFault.unreachable),
    ("no route to host", RemoteFault.unreachable),
    ("timed out", RemoteFault.unreachable),
    ("i/o timeout", RemoteFault.unreachable),
    ("connection reset", RemoteFault.unreachable),
    ("connection closed", RemoteFault.unreachable),
    ("not responding", RemoteFault.unreachable),
    ("couldn't connect to server", RemoteFault.unreachable),
    ("hook declined", RemoteFault.refused),
    ("remote rejected", RemoteFault.refused),
    ("protected branch", RemoteFault.refused),
    ("permission denied", RemoteFault.noPermission),
    ("insufficient permission", RemoteFault.noPermission),
    ("operation not permitted", RemoteFault.noPermission),
    ("403 forbidden", RemoteFault.noPermission),
    ("error: 403", RemoteFault.noPermission),
    ("accessdenied", RemoteFault.noPermission),
    ("not a directory", { _ in .notAFolder }),
    ("invalid gitfile format", { _ in .notAFolder }),
    ("is a file not a directory", { _ in .notAFolder }),
    ("does not appear to be a git repository", RemoteFault.missing),
    ("access denied or repository not exported", RemoteFault.missing),
    ("repository not found", RemoteFault.missing),
    ("directory not found", RemoteFault.missing),
    ("nosuchbucket", RemoteFault.missing),
    ("' not found", RemoteFault.missing),
    ("closed by remote host", RemoteFault.unreachable),
    ("kex_exchange_identification", RemoteFault.unreachable),
    ("broken pipe", RemoteFault.unreachable),
    ("lost connection", RemoteFault.unreachable),
    ("died of signal", RemoteFault.unreachable),
    (unanswered, RemoteFault.missing),
  ]
}
