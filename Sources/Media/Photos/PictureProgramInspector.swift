import DiaryCore
import System

/// Looks into photos through the picture program.
package struct PictureProgramInspector: PhotoInspector {
  private let program: PictureProgram?
  private let stopped = StoppedHeaders()

  /// Without a program every photo is refused, with the reason.
  package init(_ program: PictureProgram?) { self.program = program }

  package func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    guard let program else { throw .photo(path: path, .noPictureProgram) }
    if stopped.contains(path) { throw .photo(path: path, .timedOut) }
    do throws(PictureFailure) {
      return try await Self.facts("info", path, program)
    } catch {
      guard let problem = error.problemOfDecoder else { throw error.diaryError(path: path) }
      // Whatever became of the decoder, a photo with a sound header can be kept.
      do throws(PictureFailure) {
        var facts = try await Self.facts("header", path, program)
        facts.problem = facts.problem ?? problem
        return facts
      } catch {
        switch error.problemOfDecoder {
        case nil: throw error.diaryError(path: path)
        case .tooCostly, .tooLarge: throw .photo(path: path, .timedOut)
        default: throw .photo(path: path, .notAnImage)
        }
      }
    }
  }

  private static func facts(
    _ command: String, _ path: String, _ program: PictureProgram
  ) async throws(PictureFailure) -> PhotoFacts {
    let answer = try await program.run([command], photo: path, limit: 1 << 16)
    let value = try? JSONParser.parse(answer)
    guard let facts = value.flatMap(PhotoFacts.init(decoding:)) else { throw .cannotStart }
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

  /// As many photos as one run of the program looks into.
  private static let batch = 64

  private func headers(_ paths: [String], _ program: PictureProgram) async -> [PhotoFacts?] {
    var headers: [PhotoFacts?] = []
    while headers.count < paths.count {
      let rest = Array(paths[headers.count...])
      let end = await program.run(headersOf: rest, limit: 1 << 20)
      // A line is whole once it has an end.
      let lines = end.answer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropLast().prefix(rest.count)
      headers += lines.map { line in
        (try? JSONParser.parse(Array(line))).flatMap(PhotoFacts.init(decoding:))
      }
      guard let failure = end.failure, failure.problemOfDecoder != nil else { break }
      if headers.count < paths.count {
        // This one got the better of the program; it shan't take the others with it. Where time
        // ran out on the clock alone, the disk may have been slow.
        if failure != .timedOut { stopped.insert(paths[headers.count]) }
        headers.append(nil)
      }
    }
    return headers + paths.dropFirst(headers.count).map { _ in nil }
  }
}

extension PictureFailure {
  func diaryError(path: String) -> DiaryError {
    switch self {
    case .photo(let error): .photo(path: path, error)
    case .failed(status: 2, let word):
      .photo(path: path, OtherImageKind(rawValue: word).map(PhotoError.otherKind) ?? .notAnImage)
    // The system ends a process that has used up its time; any other signal is a decoder's fault.
    case .timedOut, .killed(.processorTime), .killed(.kill): .photo(path: path, .timedOut)
    case .killed, .failed(status: 3, _): .photo(path: path, .unreadable)
    case .cannotStart, .cancelled, .failed: .photo(path: path, .noPictureProgram)
    }
  }

  /// What is to be said of a photo at which the program came to such an end; `nil` when it wasn't
  /// the decoder's doing.
  fileprivate var problemOfDecoder: PictureProblem? {
    switch self {
    case .timedOut, .killed, .failed(status: 3, _): problem == .unavailable ? .damaged : problem
    case .photo, .cannotStart, .cancelled, .failed: nil
    }
  }

  var problem: PictureProblem {
    switch self {
    case .photo: .missing
    case .failed(status: 2, _): .damaged
    case .failed(status: 3, let word): PictureProblem(rawValue: word) ?? .unavailable
    case .timedOut, .killed(.processorTime), .killed(.kill): .tooCostly
    // A decoder that broke down over it.
    case .killed: .damaged
    case .cannotStart, .cancelled, .failed: .unavailable
    }
  }
}
