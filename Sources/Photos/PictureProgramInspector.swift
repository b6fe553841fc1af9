import DiaryCore
import Glibc

/// Looks into photos through the picture program.
package struct PictureProgramInspector: PhotoInspector {
  private let program: PictureProgram?

  /// Without a program every photo is refused, with the reason.
  package init(_ program: PictureProgram?) { self.program = program }

  package func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    guard let program else { throw .photo(path: path, .noPictureProgram) }
    do throws(PictureFailure) {
      let answer = try await program.run(["info"], photo: path, limit: 1 << 16)
      let value = try? JSONParser.parse(answer)
      guard let facts = value.flatMap(PhotoFacts.init(decoding:)) else { throw .cannotStart }
      return facts
    } catch {
      throw error.diaryError(path: path)
    }
  }

  package func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    guard let program else { return paths.map { _ in nil } }
    var headers: [PhotoFacts?] = []
    await withTaskGroup(of: (Int, [PhotoFacts?]).self) { group in
      let starts = Array(stride(from: 0, to: paths.count, by: Self.batch))
      for start in starts {
        let part = Array(paths[start..<min(start + Self.batch, paths.count)])
        group.addTask { (start, await Self.headers(part, program)) }
      }
      var parts: [Int: [PhotoFacts?]] = [:]
      for await (start, part) in group { parts[start] = part }
      headers = starts.flatMap { parts[$0] ?? [] }
    }
    return headers
  }

  /// As many photos as one run of the program looks into.
  private static let batch = 32

  private static func headers(
    _ paths: [String], _ program: PictureProgram
  ) async -> [PhotoFacts?] {
    let photos = paths.map { try? PhotoDescriptor(path: $0) }
    let none: [PhotoFacts?] = paths.map { _ in nil }
    do throws(PictureFailure) {
      let answer = try await program.run(headersOf: photos, limit: 1 << 20)
      let lines = answer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      guard lines.count >= paths.count else { throw .cannotStart }
      return paths.indices.map { index in
        (try? JSONParser.parse(Array(lines[index]))).flatMap(PhotoFacts.init(decoding:))
      }
    } catch {
      guard paths.count > 1, error != .cancelled else { return none }
      // One file got the better of the program; it shan't take the others with it.
      var single: [PhotoFacts?] = []
      for path in paths { single += await headers([path], program) }
      return single
    }
  }
}

extension PictureFailure {
  func diaryError(path: String) -> DiaryError {
    switch self {
    case .photo(.missing): .photo(path: path, .missing)
    case .photo(.isFolder): .photo(path: path, .isFolder)
    case .photo(.notAFile): .photo(path: path, .notAFile)
    case .photo(.unreadable): .photo(path: path, .unreadable)
    case .failed(status: 2, _): .photo(path: path, .notAnImage)
    // The system ends a process that has used up its time; any other signal is a decoder's fault.
    case .timedOut, .killed(SIGXCPU), .killed(SIGKILL): .photo(path: path, .timedOut)
    case .killed, .failed(status: 3, _): .photo(path: path, .unreadable)
    case .cannotStart, .cancelled, .failed: .photo(path: path, .noPictureProgram)
    }
  }

  var problem: PictureProblem {
    switch self {
    case .photo: .missing
    case .failed(status: 2, _): .damaged
    case .failed(status: 3, let word): PictureProblem(rawValue: word) ?? .unavailable
    case .timedOut, .killed(SIGXCPU), .killed(SIGKILL): .tooCostly
    // A decoder that broke down over it.
    case .killed: .damaged
    case .cannotStart, .cancelled, .failed: .unavailable
    }
  }
}
