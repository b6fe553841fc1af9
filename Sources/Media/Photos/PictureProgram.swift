import DiaryCore
import Dispatch
import System

/// Runs `photodiary-picture`, which decodes and draws photos in a process of its own, so that a
/// hostile file reaches neither the diary nor its memory.
package struct PictureProgram: Sendable {
  package let path: String
  /// Processes wait here, so that nothing else has to: neither the main thread nor Swift's pool.
  private let queue = DispatchQueue(label: "photodiary.pictures", attributes: .concurrent)
  private let semaphore = AsyncSemaphore(2)

  private let opener: any AssetOpener

  /// - Parameter opener: Opens the photos that it is given.
  package init(path: String, opener: any AssetOpener = PlainAssetOpener()) {
    self.path = path
    self.opener = opener
  }

  /// The program beside the one that runs, or where a package puts helpers; `nil` without one.
  package static func find(opener: any AssetOpener) -> PictureProgram? {
    guard let own = Path.ownProgram else { return nil }
    let folder = Path.parent(own)
    let name = "/photodiary-picture"
    return [folder + name, Path.parent(folder) + "/libexec/photodiary" + name]
      .first(where: FileSystem.isExecutable).map { PictureProgram(path: $0, opener: opener) }
  }

  /// What the system keeps programs from that read photos and films.
  package struct Limits: Sendable {
    /// Whether it lets the picture program filter its own calls, so that a decoder that was taken over can
    /// only compute.
    package let isFiltered: Bool
    /// Whether what reads films can open no other file.
    package let filmsAreAlone: Bool
  }

  /// `nil` when the program can't be run.
  package func limits() async -> Limits? {
    let end = await run(["limits"], .several([]), output: nil, limit: 64)
    guard end.failure == nil else { return nil }
    let words = String(decoding: end.answer, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return Limits(
      isFiltered: words.contains("filtered"), filmsAreAlone: words.contains("landlock"))
  }

  /// What the program wrote to its standard output, `limit` bytes at most, with the photo at a
  /// path as its standard input. Cancelling the task ends the process.
  func run(
    _ arguments: [String], photo: String, limit: Int,
    isAhead: @escaping @Sendable () -> Bool = { false }
  ) async throws(PictureFailure) -> [UInt8] {
    let end = await run(arguments, .one(photo), output: nil, limit: limit, isAhead)
    if let failure = end.failure { throw failure }
    return end.answer
  }

  /// The same with the bytes of a photo.
  func run(
    _ arguments: [String], bytes: [UInt8], limit: Int,
    isAhead: @escaping @Sendable () -> Bool = { false }
  ) async throws(PictureFailure) -> [UInt8] {
    let end = await run(arguments, .bytes(bytes), output: nil, limit: limit, isAhead)
    if let failure = end.failure { throw failure }
    return end.answer
  }

  /// Has the program become another one, of the system's, with a file as standard input and with limits
  /// and a filter that hold for that: see `Confinement`.
  func become(
    _ program: String, _ arguments: [String], file: String, limit: Int, milliseconds: Int,
    isAhead: @escaping @Sendable () -> Bool
  ) async -> RenderProcess.End {
    await run(
      ["confined", program] + arguments, .one(file), output: nil, limit: limit,
      milliseconds: milliseconds, isAhead)
  }

  /// Reads the beginning of a file.
  func header(of path: String, count: Int) -> [UInt8] { opener.header(of: path, count: count) }

  /// Whether a file is opened by unsealing all of it into memory.
  func isSealed(_ path: String) -> Bool { opener.opensSealed(path) }

  /// Runs the program on a photo, with an open file as its standard output. Returns the word that
  /// it says of it, or none.
  func run(
    _ arguments: [String], photo: String, output: Descriptor
  ) async throws(PictureFailure) -> String {
    let end = await run(arguments, .one(photo), output: output, limit: 0)
    if let failure = end.failure { throw failure }
    return end.word
  }

  /// What it says of the headers of several photos, a line each: those before the one that it
  /// failed at, if it did.
  func run(headersOf photos: [String], limit: Int) async -> RenderProcess.End {
    let arguments = ["headers", "--count", String(photos.count)]
    return await run(arguments, .several(photos), output: nil, limit: limit)
  }

  /// Photos are opened when their turn has come: were those that wait open, there would soon be
  /// more than a process may have.
  private func run(
    _ arguments: [String], _ photos: RenderProcess.Photos, output: Descriptor?, limit: Int,
    milliseconds: Int = 15_000, _ isAhead: @escaping @Sendable () -> Bool = { false }
  ) async -> RenderProcess.End {
    await semaphore.wait(isAhead)
    let process = RenderProcess(
      program: path, opener: opener, arguments: arguments, output: output, limit: limit,
      milliseconds: milliseconds)
    let end = await ProcessHandle.running(on: queue) { process.run(photos, $0) }
    await semaphore.signal()
    return end
  }
}

/// Why a run gave nothing.
enum PictureFailure: Error, Hashable {
  /// What is wrong with the file, before anybody looked into it.
  case photo(PhotoError)
  case cannotStart
  case timedOut
  case cancelled
  /// It ended by itself, with a status and the word it left on standard error.
  case failed(status: Int32, word: String)
  /// A signal ended it: a limit that it ran into, or a fault of a decoder.
  case killed(Signal)
}

/// One run of the picture program, from its start to its end.
struct RenderProcess {
  /// What a run is given.
  enum Photos: Sendable {
    /// As standard input.
    case one(String)
    /// As the files from 3 on; one that can't be opened is empty.
    case several([String])
    /// The bytes of one, as standard input.
    case bytes([UInt8])
  }

  /// What came of a run.
  struct End: Sendable {
    /// What it wrote, as far as it got.
    var answer: [UInt8] = []
    /// What else it said of it.
    var word = ""
    var failure: PictureFailure?
  }

  let program: String
  let opener: any AssetOpener
  let arguments: [String]
  let output: Descriptor?
  let limit: Int
  var milliseconds = 15_000

  /// Blocks until the process has ended, which it has to within its time.
  func run(_ photos: Photos, _ handle: ProcessHandle) -> End {
    var end = End()
    do throws(PictureFailure) {
      try run(opened(photos), handle, &end)
    } catch {
      end.failure = error
    }
    return end
  }

  private func opened(_ photos: Photos) throws(PictureFailure) -> [PhotoDescriptor?] {
    switch photos {
    case .one(let path): return [try PhotoDescriptor(path: path, opener)]
    case .bytes(let bytes): return [try PhotoDescriptor(bytes: bytes)]
    case .several(let paths):
      var descriptors: [PhotoDescriptor?] = [nil]
      for path in paths {
        do throws(PictureFailure) {
          descriptors.append(try PhotoDescriptor(path: path, opener))
        } catch .photo {
          descriptors.append(nil)
        }
      }
      return descriptors
    }
  }

  private func run(
    _ photos: [PhotoDescriptor?], _ handle: ProcessHandle, _ end: inout End
  ) throws(PictureFailure) {
    guard var results = OutputPipe(), var words = OutputPipe() else { throw .cannotStart }
    let inputs = photos.map { $0.map { Spawn.End.open($0.descriptor) } ?? .nothing }
    let spawn = Spawn(
      program, [program] + arguments,
      environment: ["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"] + Facility.environment,
      files: .only(
        input: inputs.first ?? .nothing, output: .open(output ?? results.writing),
        errors: .open(words.writing), others: Array(inputs.dropFirst())),
      group: .own)
    guard let process = handle.begin({ try? spawn.start() }) else {
      throw handle.isStopped ? .cancelled : .cannotStart
    }
    results.closeWriting()
    words.closeWriting()

    let deadline = SystemClock.milliseconds + milliseconds
    let isWhole = OutputPipe.read(&results, &words, limit: limit, until: deadline)
    let status = handle.status(of: process, until: isWhole ? deadline : 0)
    end.answer = results.bytes
    end.word = String(decoding: words.bytes.prefix { 0x21...0x7E ~= $0 }, as: UTF8.self)
    if handle.isStopped { throw .cancelled }
    guard isWhole, let status else { throw .timedOut }
    switch status {
    case .success: return
    case .killed(let signal): throw .killed(signal)
    case .exited(let code): throw .failed(status: code, word: end.word)
    }
  }
}

/// A photo opened for reading: shared with the thread that waits for the program.
final class PhotoDescriptor: Sendable {
  let descriptor: Descriptor

  /// Above every number that a photo has in the picture program: while it gets its files there,
  /// none takes another one's place.
  static let lowest: Int32 = 128

  init(path: String, _ opener: any AssetOpener) throws(PictureFailure) {
    do throws(ErrorNumber) {
      let opened = try opener.open(path)
      defer { opened.close() }
      descriptor = try opened.duplicate(from: Self.lowest)
    } catch {
      throw Self.failure(error)
    }
    guard let status = try? descriptor.status() else { throw .photo(.unreadable) }
    switch status.kind {
    case .file: break
    case .folder: throw .photo(.isFolder)
    case .link, .other: throw .photo(.notAFile)
    }
  }

  /// Bytes as a file in memory.
  init(bytes: [UInt8]) throws(PictureFailure) {
    do throws(ErrorNumber) {
      let file = try Descriptor.memory("photo")
      defer { file.close() }
      try file.write(bytes)
      try file.seek(to: 0)
      descriptor = try file.duplicate(from: Self.lowest)
    } catch {
      throw .cannotStart
    }
  }

  deinit { descriptor.close() }

  private static func failure(_ error: ErrorNumber) -> PictureFailure {
    switch error {
    case .noSuchFile, .notAFolder: .photo(.missing)
    // Nothing is wrong with the photo. A limit below the lowest number is told as invalid.
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .invalid: .cannotStart
    default: .photo(.unreadable)
    }
  }
}

/// A pipe for what a process writes, and what has come through it.
struct OutputPipe: ~Copyable {
  private var pipe: Pipe
  private(set) var bytes: [UInt8]
  private var isOpen = true

  init?() {
    guard let pipe = Pipe() else { return nil }
    self.pipe = pipe
    // Swift 6.2 fails at a value that is there before it may return none.
    bytes = []
  }

  var writing: Descriptor { pipe.writing }

  mutating func closeWriting() { pipe.closeWriting() }

  /// Reads both until the process has closed them; false if it took too long or wrote too much.
  static func read(
    _ results: inout OutputPipe, _ words: inout OutputPipe, limit: Int, until deadline: Int
  ) -> Bool {
    while results.isOpen || words.isOpen {
      let left = deadline - SystemClock.milliseconds
      guard left > 0 else { return false }
      do throws(ErrorNumber) {
        let ready = try Readiness.wait(for: [results.wish, words.wish], milliseconds: left)
        if ready[0] { results.read() }
        if ready[1] { words.read() }
      } catch {
        guard error == .interrupted else { return false }
      }
      if results.bytes.count > limit || words.bytes.count > 1 << 16 { return false }
    }
    return true
  }

  private var wish: Readiness.Wish { isOpen ? .readable(pipe.reading) : .nothing }

  private mutating func read() {
    let reading = pipe.reading
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = (try? reading.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
    bytes += piece
    if piece.isEmpty { isOpen = false }
  }
}

/// Lets a few in at once; the others wait in line. Those that nobody looks at yet let the others
/// go before them.
actor AsyncSemaphore {
  private struct Waiting {
    let isAhead: @Sendable () -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private var free: Int
  private var line: [Waiting] = []

  init(_ count: Int) { free = count }

  var waiting: Int { line.count }

  /// Waits for a turn. What is wanted ahead may come into view while it waits, so that is asked
  /// whenever a turn is free.
  func wait(_ isAhead: @escaping @Sendable () -> Bool) async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { line.append(Waiting(isAhead: isAhead, continuation: $0)) }
    }
  }

  func signal() {
    if line.isEmpty {
      free += 1
    } else {
      let next = line.firstIndex { !$0.isAhead() } ?? 0
      line.remove(at: next).continuation.resume()
    }
  }
}

// Files whose failures have words of their own here, or none: all of the cache can be made again.
typealias OpenFile = System.OpenFile<SystemError>
typealias FileSystem = System.FileSystem<SystemError>

/// Copies photos without the positions, names and serial numbers that their metadata tells.
package struct LocationRemoval: Sendable {
  let program: PictureProgram?

  package init(_ program: PictureProgram?) { self.program = program }

  /// Writes the copy to an open file, from the beginning to the end and by itself: on some file systems, such as
  /// rclone's, another program can't write to it.
  ///
  /// - Parameter descriptor: Is empty and stays the caller's. What is in it after a failure is of no
  ///   use.
  /// - Returns: Whether it is whole: not where a film or another picture in the file was left out.
  @discardableResult
  package func copy(
    photoAt path: String, to descriptor: Descriptor
  ) async throws(PictureProblem) -> Bool {
    guard let program else { throw .unavailable }
    let memory = try? Descriptor.memory("photodiary-copy")
    defer { memory?.close() }
    let isWhole: Bool
    do throws(PictureFailure) {
      isWhole = try await program.run(
        ["without-location"], photo: path, output: memory ?? descriptor
      ).isEmpty
    } catch {
      throw error.problem
    }
    guard let memory else { return isWhole }
    do throws(ErrorNumber) {
      var offset = 0
      while case let piece = try memory.bytes(1 << 20, at: offset), !piece.isEmpty {
        try descriptor.write(piece)
        offset += piece.count
      }
    } catch {
      throw .unavailable
    }
    return isWhole
  }
}
