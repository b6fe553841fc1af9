import CWebP

/// Decodes WebP through libwebp, which makes it smaller while it decodes.
enum WebPDecoder {
  static func size(_ bytes: Bytes) -> (Int?, Int?) {
    guard let features = try? features(bytes.raw) else { return (nil, nil) }
    return (Int(features.width), Int(features.height))
  }

  static func decode(
    _ bytes: Bytes, atLeast needed: PictureSize
  ) throws(PictureProblem) -> PixelBuffer {
    let features = try features(bytes.raw)
    let size = PictureSize(width: Int(features.width), height: Int(features.height))
    if size.isTooLarge { throw .tooLarge }
    let factor = size.timesLarger(than: needed)
    var result = try PixelBuffer(size.divided(by: factor))
    if features.has_animation != 0 {
      result.isWhole = try WebPFrame(bytes).draw(on: result, shrunkBy: factor)
    } else {
      result.isWhole = try read(
        bytes.raw, result.size, into: result.bytes, stride: result.stride)
    }
    return result
  }

  static func features(_ data: UnsafeRawBufferPointer) throws(PictureProblem)
    -> WebPBitstreamFeatures
  {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(start(data), data.count, &features) == VP8_STATUS_OK
    else { throw .damaged }
    return features
  }

  /// Decodes a picture at a custom size, with colors already multiplied by their alpha. Returns whether the
  /// data has all of its rows.
  static func read(
    _ data: UnsafeRawBufferPointer, _ size: PictureSize, into rgba: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) throws(PictureProblem) -> Bool {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .undecodableType }
    config.options.use_scaling = 1
    config.options.scaled_width = Int32(size.width)
    config.options.scaled_height = Int32(size.height)
    config.output.colorspace = MODE_rgbA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = rgba
    config.output.u.RGBA.stride = Int32(stride)
    config.output.u.RGBA.size = stride * (size.height - 1) + size.width * 4
    // Unlike the plain one, this decoder leaves the rows that it has when the data ends.
    guard let decoder = WebPIDecode(nil, 0, &config) else { throw .tooLarge }
    let status = WebPIUpdate(decoder, start(data), data.count)
    var lastRow: Int32 = 0
    let hasRows = WebPIDecGetRGB(decoder, &lastRow, nil, nil, nil) != nil && lastRow > 0
    WebPIDelete(decoder)
    switch status {
    case VP8_STATUS_OK: return true
    case VP8_STATUS_OUT_OF_MEMORY: throw .tooLarge
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw .undecodableType
    default:
      guard hasRows else { throw .damaged }
      return false
    }
  }

  private static func start(_ data: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
    data.bindMemory(to: UInt8.self).baseAddress
  }
}
