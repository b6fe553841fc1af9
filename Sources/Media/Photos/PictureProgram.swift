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
