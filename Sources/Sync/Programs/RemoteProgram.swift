import System

/// A program that talks to a remote, run without a terminal, so that it can ask nobody anything, and in
/// English.
struct RemoteProgram: Sendable {
  let name: String
  /// For how many milliseconds nothing may come or go.
  let patience: Int
  private let path: String
  private let environment: [String: String]
  /// What may not be told of what it says.
  private let secret: String?

  /// What is kept of its errors, and of its output where nobody takes that.
  private static let longestErrors = 1 << 16
  private static let longestOutput = 1 << 20

  init(
    _ name: String, environment: [String: String], patience: Int, hiding secret: String? = nil
  ) throws(RemoteFault) {
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let path = folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first {
      FileSystem.isExecutable($0) && FileSystem.status(of: $0)?.isRegularFile == true
    }
    guard let path else { throw .notInstalled(program: name) }
    self.name = name
    self.path = path
    self.patience = patience
    self.secret = secret
    self.environment = environment.merging(["LC_ALL": "C", "LANGUAGE": ""]) { $1 }
  }

  /// How a run ended, and what was said meanwhile.
  struct End {
    let status: ExitStatus
    let output: [UInt8]
    let errors: ProgramWords

    var isSuccess: Bool { status == .success }
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Gives the next piece of what the program reads, nothing at its end.
  typealias Source = () throws(RemoteFault) -> [UInt8]?
  typealias Sink = (ArraySlice<UInt8>) throws(RemoteFault) -> Void

  /// Runs it to its end, whatever its status is, and keeps what it prints, which isn't much.
  func run(
    _ arguments: [String], adding variables: [String: String] = [:], stop: RemoteStop,
    input: Source? = nil
  ) throws(RemoteFault) -> End {
    var kept: [UInt8] = []
    let end = try run(arguments, adding: variables, stop: stop, input: input) {
      bytes throws(RemoteFault) in
      kept += bytes
      guard kept.count <= Self.longestOutput else { throw .failed(name) }
    }
    return End(status: end.status, output: kept, errors: end.errors)
  }

  /// Runs it to its end, whatever its status is. `output` is given what it prints.
  func run(
    _ arguments: [String], adding variables: [String: String] = [:], stop: RemoteStop,
    input: Source? = nil, output: Sink
  ) throws(RemoteFault) -> End {
    guard var toProgram = Pipe(), var results = Pipe(), var words = Pipe() else {
      throw .local(path: name, reason: ErrorNumber.last.words)
    }
    let (inputEnd, resultEnd, wordEnd) = (toProgram.reading, results.writing, words.writing)
    let settings = environment.merging(variables) { $1 }.map { "\($0)=\($1)" }
    let started = try stop.begin { () throws(ErrorNumber) in
      try Spawn(
        path, [name] + arguments, environment: settings,
        files: .only(
          input: input == nil ? .nothing : .open(inputEnd), output: .open(resultEnd),
          errors: .open(wordEnd)),
        group: .ownSession
      ).start()
    }
    let process: ChildProcess
    switch started {
    case .success(let started): process = started
    case .failure(let error): throw .local(path: path, reason: error.words)
    }
    toProgram.closeReading()
    results.closeWriting()
    words.closeWriting()
    if input == nil { toProgram.closeWriting() }

    let ending = process.ending
    defer { ending?.close() }
    var talk = ProgramTalk(
      input: toProgram.writing, output: results.reading, errors: words.reading, ending: ending,
      source: input, patience: patience)
    var errors: [UInt8] = []
    do throws(RemoteFault) {
      while let piece = try talk.next(stop) {
        switch piece {
        case .output(let bytes): try output(bytes)
        case .errors(let bytes):
          errors += bytes
          if errors.count > Self.longestErrors { errors.removeFirst(errors.count / 2) }
        case .inputEnd: toProgram.closeWriting()
        }
      }
    } catch {
      _ = stop.end(process, kills: true)
      throw stop.isStopped ? .stopped : error
    }
    let status = stop.end(process, kills: false)
    try stop.check()
    return End(status: status, output: [], errors: ProgramWords(errors, hiding: secret))
  }
}
