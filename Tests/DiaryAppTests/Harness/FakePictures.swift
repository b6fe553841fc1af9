import DiaryApp
import DiaryCore
import TerminalUI

/// Draws every photo as the same pattern, as large as it may be; those called `damaged` and
/// `missing` can't be drawn.
struct FakePictures: PictureMaking {
  var takesFrames = true

  /// All films and recordings are as long.
  func length(of attachment: DiaryCore.Attachment, at path: String) async -> Int? { 42_000 }

  /// Whether a file's name has the word, or an asset's begins with it.
  private static func names(_ word: String, _ request: PictureRequest) -> Bool {
    let digits = AssetID.named(word).description.prefix(2 * word.utf8.count)
    guard let path = request.source.path else { return false }
    return path.contains(word) || path.contains("/" + digits)
  }

  func picture(
    _ request: PictureRequest, isAhead: @escaping @Sendable () -> Bool
  ) async -> Result<Picture, PictureProblem> {
    if Self.names("damaged", request) { return .failure(.damaged) }
    if Self.names("missing", request) { return .failure(.missing) }
    let size = request.size
    if case .pixels(let graphics) = request.form {
      let pixels = PixelSize(
        width: size.columns * graphics.cell.width, height: size.rows * graphics.cell.height)
      return .success(
        .pixels(PixelPicture(encoding: graphics.encoding, pixels: pixels, bytes: [])))
    }
    let cells = (0..<size.columns * size.rows).map { place in
      let isInk = (place / size.columns + place % size.columns) % 4 == 0
      return Cell(isInk ? "▓" : "░")
    }
    let picture = CellPicture(size: size, cells: cells)
    return picture.map { .success(.cells($0)) } ?? .failure(.unavailable)
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
