import DiaryCore
import Dispatch
import System

/// Runs `photodiary-picture`, which decodes and draws photos in a separate process, so that a
/// hostile file can't access the diary or its memory.
package struct PictureProgram: Sendable {
  package let path: String
  /// Waits for processes, so that neither the main thread nor Swift's thread pool has to.
  private let queue = DispatchQueue(label: "photodiary.pictures", attributes: .concurrent)
  private let semaphore = AsyncSemaphore(2)

  private let opener: any AssetOpener

  /// Creates a runner.
  ///
  /// - Parameter opener: opens the photos.
  package init(path: String, opener: any AssetOpener = PlainAssetOpener()) {
    self.path = path
    self.opener = opener
  }

  /// Returns the program next to the running one, or in a package's folder of helpers; `nil` if
  /// there is none.
  package static func find(opener: any AssetOpener) -> PictureProgram? {
    guard let own = Path.executable else { return nil }
    let folder = Path.parent(own)
    let name = "/photodiary-picture"
    return [folder + name, Path.parent(folder) + "/libexec/photodiary" + name]
      .first(where: FileSystem.isExecutable).map { PictureProgram(path: $0, opener: opener) }
  }

  /// The protections that the system supports for programs that read photos and videos.
  package struct Limits: Sendable {
    /// `true` if the picture program can filter its system calls, so that a decoder that was taken
    /// over can only compute.
    package let isFiltered: Bool
    /// `true` if programs that read videos can't open other files.
    package let videosAreConfined: Bool
  }

  /// Returns the supported protections; `nil` if the program can't run.
  package func limits() async -> Limits? {
    guard let answer = try? await run(["limits"], .files([]), limit: 64) else { return nil }
    let words = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return Limits(
      isFiltered: words.contains("filtered"), videosAreConfined: words.contains("landlock"))
  }

  /// Runs the program and returns its standard output, up to `limit` bytes. Cancelling the task
  /// ends the process.
  func run(
    _ arguments: [String], _ input: RenderProcess.Input, limit: Int,
    isPrefetch: @escaping @Sendable () -> Bool = { false }
  ) async throws -> [UInt8] {
    let outcome = await outcome(of: arguments, input, limit: limit, isPrefetch)
    if let failure = outcome.failure { throw failure }
    return outcome.answer
  }

  /// Runs another program with a file as its standard input, under limits and a filter: see
  /// `Confinement` in the picture program.
  ///
  /// - Parameter isIdle: `true` to run it at a lower priority.
  func runConfined(
    _ program: String, _ arguments: [String], _ input: RenderProcess.Input, limit: Int,
    milliseconds: Int, isIdle: Bool = false,
    isPrefetch: @escaping @Sendable () -> Bool = { false }
  ) async -> RenderProcess.Outcome {
    await outcome(
      of: [isIdle ? "confined-idle" : "confined", program] + arguments, input, limit: limit,
      milliseconds: milliseconds, isPrefetch)
  }

  /// Reads the beginning of a file.
  func header(of path: String, count: Int) -> [UInt8] { opener.header(of: path, count: count) }

  /// Returns `true` if opening a file decrypts it into memory.
  func isSealed(_ path: String) -> Bool { opener.isEncrypted(path) }

  /// Runs the program on a photo, with an open file as its standard output. Returns the word on
  /// standard error, or "".
  func run(_ arguments: [String], photo: String, output: Descriptor) async throws -> String {
    let outcome = await outcome(of: arguments, .file(photo), output: output, limit: 0)
    if let failure = outcome.failure { throw failure }
    return outcome.reason
  }

  /// Reads the headers of photos, one line each; if it fails at one, only of the photos before it.
  func headers(of photos: [String], limit: Int) async -> RenderProcess.Outcome {
    let arguments = ["headers", "--count", String(photos.count)]
    return await outcome(of: arguments, .files(photos), limit: limit)
  }

  /// Runs the program. Photos are opened only when it is their turn: all waiting ones would exceed
  /// the limit on open files.
  private func outcome(
    of arguments: [String], _ input: RenderProcess.Input, output: Descriptor? = nil, limit: Int,
    milliseconds: Int = 15_000, _ isPrefetch: @escaping @Sendable () -> Bool = { false }
  ) async -> RenderProcess.Outcome {
    await semaphore.wait(isPrefetch)
    let process = RenderProcess(
      program: path, opener: opener, arguments: arguments, output: output, limit: limit,
      milliseconds: milliseconds)
    let outcome = await ProcessHandle.running(on: queue) { process.run(input, $0) }
    await semaphore.signal()
    return outcome
  }
}

// MARK: - RenderFailure

/// The reason why a run has no answer.
enum RenderFailure: Error, Hashable {
  /// The file is missing or can't be opened.
  case photo(PhotoError)
  case cannotStart
  case timedOut
  case cancelled
  /// The program exited with a status and a word on standard error.
  case failed(status: Int32, reason: String)
  /// A signal ended the program: it exceeded a limit, or a decoder crashed.
  case killed(Signal)
}

// MARK: - RenderProcess

/// One run of the picture program.
struct RenderProcess {
  /// The input of a run.
  enum Input: Sendable {
    /// The path of a photo, as standard input.
    case file(String)
    /// The paths of photos, as files 3 and up; empty for those that can't be opened.
    case files([String])
    /// The bytes of a photo, as standard input.
    case bytes([UInt8])
  }

  /// The result of a run.
  struct Outcome: Sendable {
    /// The standard output, possibly incomplete.
    var answer: [UInt8] = []
    /// The word on standard error.
    var reason = ""
    var failure: RenderFailure?
  }

  let program: String
  let opener: any AssetOpener
  let arguments: [String]
  let output: Descriptor?
  let limit: Int
  let milliseconds: Int

  /// In bytes.
  private static let maxErrorLength = 1 << 16

  /// Runs the program, and blocks until it ends or its time is up.
  func run(_ input: Input, _ handle: ProcessHandle) -> Outcome {
    var outcome = Outcome()
    do {
      try run(opened(input), handle, &outcome)
    } catch {
      outcome.failure = error as? RenderFailure ?? .cannotStart
    }
    return outcome
  }

  private func opened(_ input: Input) throws -> [PhotoDescriptor?] {
    switch input {
    case .file(let path): return [try PhotoDescriptor(path: path, opener)]
    case .bytes(let bytes): return [try PhotoDescriptor(bytes: bytes)]
    case .files(let paths):
      var descriptors: [PhotoDescriptor?] = [nil]
      for path in paths {
        do {
          descriptors.append(try PhotoDescriptor(path: path, opener))
        } catch RenderFailure.photo {
          descriptors.append(nil)
        }
      }
      return descriptors
    }
  }

  private func run(
    _ photos: [PhotoDescriptor?], _ handle: ProcessHandle, _ outcome: inout Outcome
  ) throws {
    let inputs = photos.map { $0.map { Spawn.Redirection.open($0.descriptor) } ?? .null }
    let spawn = Spawn(
      program, [program] + arguments,
      environment: ["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"] + Facility.environment,
      files: .only(
        input: inputs.first ?? .null, output: output.map { .open($0) } ?? .pipe, errors: .pipe,
        others: Array(inputs.dropFirst())),
      group: .newGroup)
    guard var run = try? ProgramRun(spawn, handle) else {
      throw handle.isStopped ? RenderFailure.cancelled : .cannotStart
    }
    var errors: [UInt8] = []
    let status = run.finish(until: SystemClock.milliseconds + milliseconds) { event in
      switch event {
      case .output(let bytes): outcome.answer += bytes
      case .errors(let bytes): errors += bytes
      case .sent: break
      }
      return outcome.answer.count <= limit && errors.count <= Self.maxErrorLength
    }
    outcome.reason = String(decoding: errors.prefix { 0x21...0x7E ~= $0 }, as: UTF8.self)
    if handle.isStopped { throw RenderFailure.cancelled }
    guard let status else { throw RenderFailure.timedOut }
    switch status {
    case .success: return
    case .killed(let signal): throw RenderFailure.killed(signal)
    case .exited(let code): throw RenderFailure.failed(status: code, reason: outcome.reason)
    }
  }
}

// MARK: - PhotoDescriptor

/// A photo opened for reading, shared with the thread that waits for the program.
final class PhotoDescriptor: Sendable {
  let descriptor: Descriptor

  /// Above all numbers of photos in the picture program, so that assigning those overwrites none of
  /// these.
  static let lowest: Int32 = 128

  init(path: String, _ opener: any AssetOpener) throws {
    do {
      let opened = try opener.open(path)
      defer { opened.close() }
      descriptor = try opened.duplicate(from: Self.lowest)
    } catch {
      throw Self.failure(error)
    }
    guard let status = try? descriptor.status() else { throw RenderFailure.photo(.unreadable) }
    switch status.kind {
    case .file: break
    case .folder: throw RenderFailure.photo(.isFolder)
    case .link, .other: throw RenderFailure.photo(.notAFile)
    }
  }

  /// Creates a file in memory.
  init(bytes: [UInt8]) throws {
    do {
      let file = try Descriptor.memory("photo")
      defer { file.close() }
      try file.write(bytes)
      try file.seek(to: 0)
      descriptor = try file.duplicate(from: Self.lowest)
    } catch {
      throw RenderFailure.cannotStart
    }
  }

  deinit { descriptor.close() }

  private static func failure(_ error: ErrorNumber) -> RenderFailure {
    switch error {
    case .noSuchFile, .notAFolder: .photo(.missing)
    // The photo isn't at fault. A limit below the lowest number is reported as invalid.
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .invalid: .cannotStart
    default: .photo(.unreadable)
    }
  }
}

// MARK: - AsyncSemaphore

/// A semaphore with priorities: waiters for invisible pictures let the others go first.
actor AsyncSemaphore {
  private struct Waiting {
    let isPrefetch: @Sendable () -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private var free: Int
  private var line: [Waiting] = []

  init(_ count: Int) { free = count }

  var waiting: Int { line.count }

  /// Waits for a turn. `isPrefetch` is called whenever a turn is free, because a picture may become
  /// visible.
  func wait(_ isPrefetch: @escaping @Sendable () -> Bool) async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation {
        line.append(Waiting(isPrefetch: isPrefetch, continuation: $0))
      }
    }
  }

  func signal() {
    if line.isEmpty {
      free += 1
    } else {
      let next = line.firstIndex { !$0.isPrefetch() } ?? 0
      line.remove(at: next).continuation.resume()
    }
  }
}

// MARK: - LocationRemoval

/// Copies photos without the positions, names and serial numbers in their metadata.
package struct LocationRemoval: Sendable {
  let program: PictureProgram?

  package init(_ program: PictureProgram?) { self.program = program }

  /// Writes the copy to an open file sequentially, in this process: on some file systems, such as
  /// rclone's, another program can't write to it.
  ///
  /// - Parameter descriptor: an empty file, which the caller closes. After an error, its content is
  ///   undefined.
  /// - Returns: `false` if a video or another picture in the file was left out.
  /// - Throws: the problem with the photo; `unavailable` if the program can't run or writing fails.
  @discardableResult
  package func copy(photoAt path: String, to descriptor: Descriptor) async throws -> Bool {
    guard let program else { throw PictureProblem.unavailable }
    let memory = try? Descriptor.memory("photodiary-copy")
    defer { memory?.close() }
    let isComplete: Bool
    do {
      isComplete = try await program.run(
        ["without-location"], photo: path, output: memory ?? descriptor
      ).isEmpty
    } catch let error as RenderFailure {
      throw error.problem
    }
    guard let memory else { return isComplete }
    do {
      var offset = 0
      while case let piece = try memory.bytes(1 << 20, at: offset), !piece.isEmpty {
        try descriptor.write(piece)
        offset += piece.count
      }
    } catch {
      throw PictureProblem.unavailable
    }
    return isComplete
  }
}
