/// A photo whose header has been read, drawn as one sees it.
struct UprightPicture {
  private let format: ImageFormat
  private let bytes: Bytes
  private let orientation: Orientation
  private let drawing: Drawing
  /// The size in the file of the part that is drawn.
  let size: PictureSize

  init(_ format: ImageFormat, _ bytes: Bytes, _ drawing: Drawing) throws(PictureProblem) {
    guard let stored = PictureSize(format, bytes) else {
      throw PictureDecoder.problem(format, bytes) ?? .damaged
    }
    if let problem = PictureDecoder.knownProblem(format, stored) { throw problem }
    orientation = Orientation(format, PhotoMetadata(format, bytes))
    size = drawing.region.size(of: orientation.seen(stored))
    self.format = format
    self.bytes = bytes
    self.drawing = drawing
  }

  /// At least `needed` pixels unless the file has less: for those who scale on their own.
  func pixels(atLeast needed: PictureSize) throws(PictureProblem) -> PixelBuffer {
    try orientation.upright(decoded(needed))
  }

  /// Exactly so many pixels.
  func pixels(_ size: PictureSize) throws(PictureProblem) -> PixelBuffer {
    let decoded = try decoded(size)
    return try orientation.upright(
      decoded.scaled(orientation.stored(drawing.region), to: orientation.seen(size)))
  }

  private func decoded(_ needed: PictureSize) throws(PictureProblem) -> PixelBuffer {
    try PictureDecoder.decode(
      format, bytes, atLeast: orientation.seen(drawing.region.whole(for: needed)),
      drawing.background)
  }
}
