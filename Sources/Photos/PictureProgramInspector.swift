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
      guard let facts = Self.facts(answer) else { throw .cannotStart }
      return facts
    } catch {
      throw error.diaryError(path: path)
    }
  }

  private static func facts(_ answer: [UInt8]) -> PhotoFacts? {
    guard let value = try? JSONParser.parse(answer), let type = value["type"]?.string
    else { return nil }
    let word = value["problem"]?.string
    return PhotoFacts(
      type: MediaType(type), width: value["width"]?.integer, height: value["height"]?.integer,
      taken: value["taken"]?.string,
      problem: word.map { PictureProblem(rawValue: $0) ?? .unavailable })
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
    case .cannotStart, .timedOut, .cancelled, .failed, .killed: .unavailable
    }
  }
}
