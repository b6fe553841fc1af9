/// Decodes whatever can be decoded.
enum PictureDecoder {
  /// The pixels as stored, not yet turned, at least `needed` large unless the picture is smaller.
  static func decode(
    _ format: ImageFormat, _ bytes: Bytes, atLeast needed: PictureSize, _ background: Color
  ) throws(PictureProblem) -> PixelBuffer {
    switch format {
    case .jpeg: try JPEGDecoder.decode(bytes, atLeast: needed)
    case .png: try PNGDecoder.decode(bytes, atLeast: needed, background)
    case .webp: try WebPDecoder.decode(bytes, atLeast: needed, background)
    case .gif: try GIFDecoder.decode(bytes, atLeast: needed, background)
    case .tiff: try TIFFDecoder.decode(bytes, atLeast: needed, background)
    case .heic, .avif: try HEIFDecoder.decode(bytes, atLeast: needed, background)
    case .bmp: throw .undecodableType
    }
  }

  /// What the header tells already; nil when only decoding can tell.
  static func knownProblem(_ format: ImageFormat, _ size: PictureSize?) -> PictureProblem? {
    if format == .bmp { return .undecodableType }
    return size?.isTooLarge == true ? .tooLarge : nil
  }

  /// What stands in the way of drawing this picture: known only by decoding it, so that is done,
  /// as small as possible.
  static func problem(_ format: ImageFormat, _ bytes: Bytes) -> PictureProblem? {
    do throws(PictureProblem) {
      _ = try decode(format, bytes, atLeast: PictureSize(width: 1, height: 1), .black)
      return nil
    } catch {
      return error
    }
  }
}
