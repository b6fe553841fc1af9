/// Decodes whatever can be decoded.
enum PictureDecoder {
  /// The pixels in sRGB, as stored and not yet turned, at least `needed` large unless the picture is smaller.
  static func decode(
    _ format: ImageFormat, _ bytes: Bytes, atLeast needed: PictureSize, _ background: Color
  ) throws(PictureProblem) -> PixelBuffer {
    if let preview = RawPreview.find(format, bytes) {
      return try decode(.jpeg, preview, atLeast: needed, background)
    }
    let pixels =
      switch format {
      case .jpeg: try JPEGDecoder.decode(bytes, atLeast: needed)
      case .png: try PNGDecoder.decode(bytes, atLeast: needed)
      case .webp: try WebPDecoder.decode(bytes, atLeast: needed)
      case .gif: try GIFDecoder.decode(bytes, atLeast: needed)
      case .tiff: try TIFFDecoder.decode(bytes, atLeast: needed)
      case .heic, .avif: try HEIFDecoder.decode(bytes, atLeast: needed)
      case .raf, .orf, .rw2, .cr3: throw .undecodableType
      case .jxl: try JXLDecoder.decode(bytes, atLeast: needed)
      case .bmp: try BitmapDecoder.decode(bytes, atLeast: needed)
      }
    ColorConversion(format, bytes)?.convert(pixels)
    if format != .jpeg { pixels.fill(behind: background) }
    return pixels
  }

  /// What the header tells already; nil when only decoding can tell.
  static func knownProblem(_ format: ImageFormat, _ size: PictureSize?) -> PictureProblem? {
    return size?.isTooLarge == true ? .tooLarge : nil
  }

  /// The reason why this picture can't be drawn, or not all of it. Only decoding it shows that, so it is
  /// decoded, small but with rows enough that a part of them can be missing.
  static func problem(_ format: ImageFormat, _ bytes: Bytes) -> PictureProblem? {
    do throws(PictureProblem) {
      let pixels = try decode(format, bytes, atLeast: PictureSize(width: 64, height: 64), .black)
      return pixels.isWhole ? nil : .incomplete
    } catch {
      return error
    }
  }
}
