import DiaryCore
import Synchronization
import System

/// Reads photos' facts by running the picture program.
package struct ProgramInspector: PhotoInspector {
  private let program: PictureProgram?
  private let costlyFiles = CostlyFiles()

  /// Creates an inspector. Without a program, every photo is rejected.
  package init(_ program: PictureProgram?) { self.program = program }

  /// Decodes a photo and returns its facts.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or isn't a photo, or without the
  ///   picture program.
  package func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    guard let program else { throw DiaryError.photo(path: path, .noPictureProgram) }
    if costlyFiles.contains(path) { throw DiaryError.photo(path: path, .timedOut) }
    do {
      return try await Self.facts("info", path, program)
    } catch let error as RenderFailure {
      guard let problem = error.decoderProblem else { throw error.diaryError(path: path) }
      // If decoding fails, a photo with a valid header can still be kept.
      do {
        var facts = try await Self.facts("header", path, program)
        facts.problem = facts.problem ?? problem
        return facts
      } catch let error as RenderFailure {
        switch error.decoderProblem {
        case nil: throw error.diaryError(path: path)
        case .tooCostly, .tooLarge: throw DiaryError.photo(path: path, .timedOut)
        default: throw DiaryError.photo(path: path, .notAnImage)
        }
      }
    }
  }

  private static func facts(
    _ command: String, _ path: String, _ program: PictureProgram
  ) async throws -> PhotoFacts {
    let answer = try await program.run([command], .file(path), limit: 1 << 16)
    let value = try? JSONParser.parse(answer)
    guard let facts = value.flatMap(PhotoFacts.init(decoding:)) else {
      throw RenderFailure.cannotStart
    }
    return facts
  }

  package func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    guard let program else { return paths.map { _ in nil } }
    let parts = stride(from: 0, to: paths.count, by: Self.batch).map {
      Array(paths[$0..<min($0 + Self.batch, paths.count)])
    }
    let found = await concurrentMap(parts, width: parts.count) { await self.headers($0, program) }
    return zip(parts, found).flatMap { part, headers in headers ?? part.map { _ in nil } }
  }

  /// The number of photos per run of the program.
  private static let batch = 64

  private func headers(_ paths: [String], _ program: PictureProgram) async -> [PhotoFacts?] {
    var headers: [PhotoFacts?] = []
    while headers.count < paths.count {
      let rest = Array(paths[headers.count...])
      let outcome = await program.headers(of: rest, limit: 1 << 20)
      // Only lines with an end are complete.
      let lines = outcome.answer.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
      )
      .dropLast().prefix(rest.count)
      headers += lines.map { line in
        (try? JSONParser.parse(Array(line))).flatMap(PhotoFacts.init(decoding:))
      }
      guard let failure = outcome.failure, failure.decoderProblem != nil else { break }
      if headers.count < paths.count {
        // This photo stopped the program; continue with the others. If only the wall clock ran out,
        // the disk may have been slow.
        if failure != .timedOut { costlyFiles.insert(paths[headers.count]) }
        headers.append(nil)
      }
    }
    return headers + paths.dropFirst(headers.count).map { _ in nil }
  }
}

extension RenderFailure {
  func diaryError(path: String) -> DiaryError {
    switch self {
    case .photo(let error): .photo(path: path, error)
    case .failed(status: 2, let reason):
      .photo(path: path, OtherImageKind(rawValue: reason).map(PhotoError.otherKind) ?? .notAnImage)
    // The system ends a process that used up its time; any other signal is a decoder's fault.
    case .timedOut, .killed(.processorTime), .killed(.kill): .photo(path: path, .timedOut)
    case .killed, .failed(status: 3, _): .photo(path: path, .unreadable)
    case .cannotStart, .cancelled, .failed: .photo(path: path, .noPictureProgram)
    }
  }

  /// The problem of a photo at which the program ended this way; `nil` if the decoder isn't the
  /// cause.
  fileprivate var decoderProblem: PictureProblem? {
    switch self {
    case .timedOut, .killed, .failed(status: 3, _): problem == .unavailable ? .damaged : problem
    case .photo, .cannotStart, .cancelled, .failed: nil
    }
  }

  var problem: PictureProblem {
    switch self {
    case .photo: .missing
    case .failed(status: 2, _): .damaged
    case .failed(status: 3, let reason): PictureProblem(rawValue: reason) ?? .unavailable
    case .timedOut, .killed(.processorTime), .killed(.kill): .tooCostly
    // A decoder crashed.
    case .killed: .damaged
    case .cannotStart, .cancelled, .failed: .unavailable
    }
  }
}

// MARK: - CachingInspector

/// Caches the facts about photos, because decoding takes time. A changed file is a different photo.
package actor CachingInspector: PhotoInspector {
  private let inspector: any PhotoInspector
  private var known: [FileIdentity: PhotoFacts] = [:]
  /// The maximum size of the cache, which is then cleared.
  private static let maxCount = 10_000

  package init(_ inspector: any PhotoInspector) { self.inspector = inspector }

  /// Returns the facts about a photo, from the cache if its file is unchanged.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or isn't a photo.
  package func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    let file = FileIdentity(path: path)
    if let file, let facts = known[file] { return facts }
    let facts = try await inspector.facts(ofPhotoAt: path)
    // It may have changed in the meantime.
    if let file, file == FileIdentity(path: path) {
      if known.count >= Self.maxCount { known = [:] }
      known[file] = facts
    }
    return facts
  }

  package func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    await inspector.headers(ofPhotosAt: paths)
  }
}

// MARK: - CostlyFiles

/// The files whose headers alone exceeded the limits of a run, so that no one waits for them again.
final class CostlyFiles: Sendable {
  private let files = Mutex<Set<FileIdentity>>([])
  /// The maximum number of files; then all are forgotten.
  private static let maxCount = 10_000

  func contains(_ path: String) -> Bool {
    let isAny = files.withLock { !$0.isEmpty }
    guard isAny, let file = FileIdentity(path: path) else { return false }
    return files.withLock { $0.contains(file) }
  }

  func insert(_ path: String) {
    guard let file = FileIdentity(path: path) else { return }
    files.withLock { files in
      if files.count >= Self.maxCount { files = [] }
      files.insert(file)
    }
  }
}

// MARK: - FileIdentity

/// Identifies a file and its version.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int
  private let modified: [FileTime]

  /// Reads the identity of the file at a path; `nil` if it doesn't exist.
  init?(path: String) {
    guard let status = FileSystem.status(of: path) else { return nil }
    device = status.device
    number = status.inode
    size = status.size
    // The second also changes if a program restores the first.
    modified = [status.modified, status.changed]
  }
}

extension PhotoFacts {
  /// Decodes the picture program's answer; `nil` unless it is one. A decoder that was taken over
  /// may write anything, so impossible values are ignored.
  init?(decoding value: JSONValue) {
    guard let type = value["type"]?.string.map(MediaType.init), type.isPhoto else { return nil }
    let problem = value["problem"]?.string
    // The maximum of all formats.
    let sides = ["width", "height"].compactMap { value[$0]?.integer }
      .filter { 1...0xFFFF_FFFF ~= $0 }
    let isSized = sides.count == 2
    self.init(
      type: type, width: isSized ? sides[0] : nil, height: isSized ? sides[1] : nil,
      taken: value["taken"]?.string.flatMap { $0.isDate ? $0 : nil },
      problem: problem.map { PictureProblem(rawValue: $0) ?? .unavailable },
      contentIdentifier: value["contentIdentifier"]?.text,
      print: value["print"]?.string.flatMap { UInt64($0, radix: 16) }.map { PhotoPrint(bits: $0) },
      details: value["details"].map(PhotoDetails.init(decoding:)) ?? PhotoDetails())
  }
}

extension PhotoDetails {
  fileprivate init(decoding value: JSONValue) {
    var position: Position?
    if let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double,
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    {
      position = Position(
        latitude: latitude, longitude: longitude,
        altitude: value["altitude"]?.double.flatMap { abs($0) <= 100_000 ? $0 : nil })
    }
    self.init(
      camera: value["camera"]?.text, lens: value["lens"]?.text, exposure: value["exposure"]?.text,
      aperture: value["aperture"]?.text,
      iso: value["iso"]?.integer.flatMap { 1...10_000_000 ~= $0 ? $0 : nil },
      focalLength: value["focalLength"]?.text, position: position, place: value["place"]?.text)
  }
}

extension JSONValue {
  /// The printable text, up to the maximum length of a photo's texts.
  fileprivate var text: String? {
    string.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(100))).printable }
  }
}

extension String {
  /// `true` if it is a date as the picture program writes it.
  fileprivate var isDate: Bool {
    utf8.count <= 32 && EntryDate(self, localOffset: { _ in 0 }) != nil
  }
}
