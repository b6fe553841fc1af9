/// Decodes whatever can be decoded.
enum PictureDecoder {
  /// The pixels as stored, not yet turned, at least `needed` large unless the picture is smaller.
  static func decode(_ format: ImageFormat, _ bytes: Bytes, atLeast needed: PictureSize)
    throws(PictureProblem) -> PixelBuffer
  {
    switch format {
    case .jpeg: try JPEGDecoder.decode(bytes, atLeast: needed)
    case .png: try PNGDecoder.decode(bytes, atLeast: needed)
    case .webp: try WebPDecoder.decode(bytes, atLeast: needed)
    case .gif, .tiff, .heic, .avif, .bmp: throw .undecodableType
    }
  }

  /// What stands in the way of drawing this picture: known only by decoding it, so that is done,
  /// as small as possible.
  static func problem(_ format: ImageFormat, _ bytes: Bytes) -> PictureProblem? {
    do throws(PictureProblem) {
      _ = try decode(format, bytes, atLeast: PictureSize(width: 1, height: 1))
      return nil
    } catch {
      return error
    }
  }
}
