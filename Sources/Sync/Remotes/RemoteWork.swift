import Dispatch
import Synchronization
import System

/// A serial queue for blocking work on disks and with other programs. A cancelled caller returns
/// immediately, and so does one whose disk no longer answers: the thread is abandoned.
final class RemoteWork: Sendable {
  /// The remote's name in errors.
  let remote: String
  /// The milliseconds without progress after which work fails.
  let timeout: Int
  private let queue = DispatchQueue(label: "photodiary.remote")
  private static let watch = DispatchQueue(label: "photodiary.remote-watch")

  init(_ address: RemoteAddress, timeout: Int) {
    remote = address.displayText
    self.timeout = timeout
  }

  func run<Value: Sendable>(
    _ body: @escaping @Sendable (RemoteStop) throws -> Value
  ) async throws(RemoteError) -> Value {
    let stop = RemoteStop()
    let answer = Answer<Value>()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.wait(continuation)
        queue.async(
          execute: Invocation.inheriting {
            do {
              try stop.check()
              let value = try body(stop)
              answer.give(.success(value))
            } catch {
              answer.give(.failure(RemoteFault(error)))
            }
          })
        watch(stop, answer)
      }
    } onCancel: {
      stop.stop()
      answer.give(.failure(.stopped))
    }
    do {
      return try result.get()
    } catch {
      throw RemoteError(remote, stop.isStopped && error != silence ? .stopped : error)
    }
  }

  private var silence: RemoteFault { .timedOut(seconds: timeout / 1000) }

  /// Fails the work after too long without progress. Waits somewhat longer than code that watches a
  /// program and knows the reason.
  private func watch<Value>(_ stop: RemoteStop, _ answer: Answer<Value>) {
    let left = timeout + timeout / 4 - stop.idle
    Self.watch.asyncAfter(deadline: .now() + .milliseconds(max(1, left))) { [self] in
      guard !answer.isGiven else { return }
      guard stop.idle >= timeout + timeout / 4 else { return watch(stop, answer) }
      stop.stop()
      answer.give(.failure(silence))
    }
  }
}

/// The result of some work. Only the first one counts.
private final class Answer<Value: Sendable>: Sendable {
  private struct State {
    var value: Result<Value, RemoteFault>?
    var waiting: CheckedContinuation<Result<Value, RemoteFault>, Never>?
  }

  private let state = Mutex(State())

  var isGiven: Bool { state.withLock { $0.value != nil } }

  func give(_ value: Result<Value, RemoteFault>) {
    let waiting = state.withLock { state in
      guard state.value == nil else {
        return nil as CheckedContinuation<Result<Value, RemoteFault>, Never>?
      }
      state.value = value
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: value)
  }

  func wait(_ continuation: CheckedContinuation<Result<Value, RemoteFault>, Never>) {
    let value = state.withLock { state in
      if state.value == nil { state.waiting = continuation }
      return state.value
    }
    if let value { continuation.resume(returning: value) }
  }
}

// MARK: -

/// A stop signal for work on a remote, which also records progress. Thread-safe.
final class RemoteStop: Sendable {
  /// The program that the work runs.
  let programs = ProcessHandle()
  private let lastMove = Atomic(SystemClock.milliseconds)

  /// Kills the running program with all its children, and prevents further ones from starting.
  func stop() { programs.stop() }

  var isStopped: Bool { programs.isStopped }

  /// Records progress. Call it after each step.
  ///
  /// - Throws: `RemoteFault.stopped` after `stop()`.
  func check() throws {
    lastMove.store(SystemClock.milliseconds, ordering: .relaxed)
    if isStopped { throw RemoteFault.stopped }
  }

  /// The milliseconds since the last progress.
  var idle: Int { SystemClock.milliseconds - lastMove.load(ordering: .relaxed) }
}

// MARK: -

/// A local folder for files that a remote sends. A file gets its name when it is complete, and
/// can't exceed its announced size.
struct ArrivalFolder: ~Copyable {
  private struct Arrival: ~Copyable {
    let name: RemoteName
    let file: OpenFile
    var left: Int
  }

  private let folder: String
  private let sizes: [RemoteName: Int]
  private let arrived: (RemoteName) -> Void
  private(set) var fetched = FetchedFiles()
  private var current: Arrival?

  init(
    _ folder: String, _ sizes: [RemoteName: Int], arrived: @escaping (RemoteName) -> Void
  ) throws {
    self.folder = folder
    self.sizes = sizes
    self.arrived = arrived
    try FileSystem.makeFolders(folder)
  }

  deinit {
    if let path = current?.file.path { FileSystem.unlink(path) }
  }

  /// Begins a file of `size` bytes. Ignores it if it wasn't requested or has another size.
  mutating func begin(_ path: String, size: Int) throws {
    try end()
    guard let name = RemoteName(path), let expected = sizes[name] else { return }
    guard size == expected else {
      fetched.incomplete.insert(name)
      return
    }
    let file = try OpenFile(
      Path.join(folder, DurableFile.temporaryName),
      [.writeOnly, .create, .exclusive])
    current = Arrival(name: name, file: file, left: size)
  }

  /// Appends bytes to the current file.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws {
    guard current != nil else { return }
    let piece = bytes.prefix(current?.left ?? 0)
    current?.left -= piece.count
    if let path = current?.file.path, let descriptor = current?.file.descriptor {
      do { try descriptor.write(piece) } catch {
        throw RemoteFault.local(path: path, reason: error.message)
      }
    }
  }

  /// Renames the current file to its name if it is complete.
  mutating func end() throws {
    guard let arrival = current.take() else { return }
    guard arrival.left == 0 else {
      FileSystem.unlink(arrival.file.path)
      fetched.incomplete.insert(arrival.name)
      return
    }
    try keep(arrival.file.path, as: arrival.name)
  }

  /// Moves a complete local file to its name.
  mutating func keep(_ file: String, as name: RemoteName) throws {
    let place = Path.join(folder, name.path)
    FileSystem.makeFoldersIfPossible(Path.parent(place))
    try FileSystem.rename(file, to: place)
    fetched.arrived.insert(name)
    fetched.incomplete.remove(name)
    arrived(name)
  }

  /// Records a file that can't be read, and drops what arrived of it.
  mutating func fail(_ name: RemoteName, _ reason: String) {
    if let arrival = current.take() { FileSystem.unlink(arrival.file.path) }
    fetched.unreadable[name] = reason
  }

  /// Records a file of the wrong size.
  mutating func miss(_ name: RemoteName) { fetched.incomplete.insert(name) }
}

// MARK: -

extension RemoteFault {
  /// Converts an error that was thrown untyped. Keeps a `RemoteFault`; errors of the system are
  /// those of this machine's disk.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as RemoteFault: error
      case let error as SystemError: .local(path: error.path, reason: error.message)
      default: .failed(String(describing: error))
      }
  }

  /// Converts an error on the remote's disk.
  init(onRemote error: SystemError) {
    let words = error.message
    self =
      switch error.number {
      case .noSuchFile: .missing("")
      case .notAFolder: .notAFolder
      case .accessDenied, .notPermitted: .noPermission(words)
      case .readOnlyFileSystem: .readOnly(words)
      case .noSpace, .quotaExceeded: .diskFull(words)
      case .staleHandle, .timedOut, .notConnected, .hostIsDown, .noSuchDevice: .unreachable(words)
      default: .failed(words)
      }
  }

  /// Runs a system call on the remote's disk.
  static func remotely<Value: ~Copyable>(
    _ operation: FileOperation, _ path: String, _ body: @autoclosure () throws(ErrorNumber) -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      throw RemoteFault(onRemote: SystemError(operation, path, error))
    }
  }

  /// Runs an operation on the remote's disk.
  static func remotely<Value: ~Copyable>(
    _ body: @autoclosure () throws(SystemError) -> Value
  ) throws -> Value {
    do { return try body() } catch { throw RemoteFault(onRemote: error) }
  }
}

// MARK: -

/// A reader for the bytes of a file that is uploaded.
struct OutgoingBytes: ~Copyable {
  /// The file's size in bytes.
  let size: Int
  private let file: OpenFile?
  private let source: (path: String, descriptor: Descriptor)?
  private var bytes: [UInt8]
  private var left: Int

  init(_ file: OutgoingFile) throws {
    switch file.source {
    case .bytes(let bytes):
      self.bytes = bytes
      self.file = nil
      source = nil
      size = bytes.count
    case .file(let path):
      bytes = []
      let file = try OpenFile.reading(path)
      size = file.size
      source = (path, file.descriptor)
      self.file = consume file
    }
    left = size
  }

  /// Returns the next piece, or `nil` at the end. Returns exactly `size` bytes in total.
  ///
  /// - Throws: `RemoteFault.local` if the file became shorter or can't be read.
  mutating func next() throws -> [UInt8]? {
    guard left > 0 else { return nil }
    guard let (path, descriptor) = source else {
      left = 0
      return bytes
    }
    do throws(ErrorNumber) {
      let piece = try descriptor.bytes(min(left, 1 << 20), at: size - left)
      guard !piece.isEmpty else { throw .inputOutput }
      left -= piece.count
      return piece
    } catch {
      throw RemoteFault.local(path: path, reason: error.message)
    }
  }
}
