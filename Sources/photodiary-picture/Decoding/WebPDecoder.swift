import CWebP

/// Decodes WebP through libwebp, which makes it smaller while it decodes.
enum WebPDecoder {
  static func size(_ bytes: Bytes) -> (Int?, Int?) {
    guard let features = try? features(bytes.raw) else { return (nil, nil) }
    return (Int(features.width), Int(features.height))
  }

  static func decode(_ bytes: Bytes, atLeast needed: PictureSize, _ background: Color)
    throws(PictureProblem) -> PixelBuffer
  {
    let features = try features(bytes.raw)
    let size = PictureSize(width: Int(features.width), height: Int(features.height))
    if size.isTooLarge { throw .tooLarge }
    let factor = size.timesLarger(than: needed)
    let result = try PixelBuffer(size.divided(by: factor))
    if features.has_animation != 0 {
      try WebPFrame(bytes).draw(on: result, shrunkBy: factor)
    } else {
      try read(bytes.raw, result.size, into: result.bytes, stride: result.stride)
    }
    result.fill(behind: background)
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

  /// Decodes a picture at a size of its own, with colors already multiplied by their alpha.
  static func read(
    _ data: UnsafeRawBufferPointer, _ size: PictureSize, into rgba: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) throws(PictureProblem) {
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
    let status = WebPDecode(start(data), data.count, &config)
    WebPFreeDecBuffer(&config.output)
    switch status {
    case VP8_STATUS_OK: break
    case VP8_STATUS_OUT_OF_MEMORY: throw .tooLarge
    default: throw .damaged
    }
  }

  private static func start(_ data: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
    data.bindMemory(to: UInt8.self).baseAddress
  }
}
