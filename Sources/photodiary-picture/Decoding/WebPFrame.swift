/// The first frame of a moving WebP: a picture of its own, somewhere on the canvas.
struct WebPFrame {
  private let data: UnsafeRawBufferPointer
  private let left: Int
  private let top: Int
  private let size: PictureSize

  init(_ bytes: Bytes) throws(PictureProblem) {
    // Left, top, width and height in three bytes each, then duration and flags, then its chunks.
    var chunks = Chunks.webp(bytes)
    var frame = chunks.next()
    while let chunk = frame, !bytes.has("ANMF", at: chunk.name) { frame = chunks.next() }
    guard let frame = frame ?? chunks.cutOff, bytes.has("ANMF", at: frame.name),
      frame.content.count > 16
    else { throw .damaged }
    let start = frame.content.lowerBound
    func number(_ index: Int) -> Int {
      (bytes.number32(start + index * 3, .little) ?? 0) & 0xFF_FFFF
    }
    left = number(0) * 2
    top = number(1) * 2
    size = PictureSize(width: number(2) + 1, height: number(3) + 1)
    data = bytes.raw(frame.content.dropFirst(16))
    let features = try WebPDecoder.features(data)
    guard Int(features.width) == size.width, Int(features.height) == size.height
    else { throw .damaged }
  }

  /// Draws onto a canvas that is smaller by a factor than the file's; nothing outside of it. Returns whether
  /// the file has all of the frame.
  func draw(
    on canvas: borrowing PixelBuffer, shrunkBy factor: Int
  ) throws(PictureProblem) -> Bool {
    let x = left / factor
    let y = top / factor
    let scaled = size.divided(by: factor)
    // What leads over the edge by a rounding alone is made to fit.
    let fitting = PictureSize(
      width: min(scaled.width, canvas.size.width - x),
      height: min(scaled.height, canvas.size.height - y))
    guard fitting.width > 0, fitting.height > 0, fitting.width >= scaled.width - 1,
      fitting.height >= scaled.height - 1
    else { throw .damaged }
    return try WebPDecoder.read(
      data, fitting, into: canvas.bytes + (y * canvas.size.width + x) * 4, stride: canvas.stride)
  }
}
