import CGIF

/// Decodes the first picture of a GIF through giflib.
enum GIFDecoder {
  static func decode(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    try RowShrinker.decode(.gif, bytes, atLeast: needed) {
      pd_gif_read(
        bytes.start, bytes.count, UInt32($0.width), UInt32($0.height),
        UInt64(PictureSize.pixelLimit), $1, $2)
    }
  }
}
