import DiaryApp
import DiaryCore
import TerminalUI

/// Draws every photo as the same pattern, as large as it may be; those called `damaged` and
/// `missing` can't be drawn.
struct FakePictures: PictureMaking {
  func picture(_ request: PictureRequest) async -> Result<CellPicture, PictureProblem> {
    if request.source.path.contains("damaged") { return .failure(.damaged) }
    if request.source.path.contains("missing") { return .failure(.missing) }
    let size = request.size
    let cells = (0..<size.columns * size.rows).map { place in
      let isInk = (place / size.columns + place % size.columns) % 4 == 0
      return Cell(isInk ? "▓" : "░")
    }
    return CellPicture(size: size, cells: cells).map { .success($0) } ?? .failure(.unavailable)
  }
}

/// Takes every file for a photo of that size, save for notes. A name may begin with when it was
/// taken: `2024-05-03T101500 sea.jpg`.
struct FakeInspector: PhotoInspector {
  private static func taken(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let digits = name.prefix(17)
    guard digits.count == 17, digits.dropFirst(10).first == "T" else { return nil }
    let time = digits.suffix(6)
    return "\(digits.prefix(11))\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.suffix(2))"
  }

  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    if path.hasSuffix(".txt.jpg") { throw .photo(path: path, .notAnImage) }
    if path.hasSuffix(".heic") {
      return PhotoFacts(
        type: MediaType("image/heic"), width: 40, height: 30, problem: .undecodableType)
    }
    return PhotoFacts(
      type: MediaType("image/jpeg"), width: 40, height: 30, taken: Self.taken(path))
  }
}
