import CWebP

/// Decodes WebP through libwebp, which makes it smaller while it decodes.
enum WebPDecoder {
  static func size(_ bytes: Bytes) -> (Int?, Int?) {
    guard let features = try? features(bytes) else { return (nil, nil) }
    return (Int(features.width), Int(features.height))
  }

  static func decode(_ bytes: Bytes, atLeast needed: PictureSize) throws(PictureProblem)
    -> PixelBuffer
  {
    let features = try features(bytes)
    let size = PictureSize(width: Int(features.width), height: Int(features.height))
    if size.isTooLarge { throw .tooLarge }
    // libwebp's plain decoder does not read moving pictures.
    if features.has_animation != 0 { throw .undecodableType }
    let factor = size.timesLarger(than: needed)
    return try pixels(bytes, size.divided(by: factor), isScaled: factor > 1)
  }

  private static func features(_ bytes: Bytes) throws(PictureProblem) -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(start(bytes), bytes.count, &features) == VP8_STATUS_OK
    else { throw .damaged }
    return features
  }

  private static func pixels(_ bytes: Bytes, _ size: PictureSize, isScaled: Bool)
    throws(PictureProblem) -> PixelBuffer
  {
    let result = try PixelBuffer(size)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .undecodableType }
    config.options.use_scaling = isScaled ? 1 : 0
    config.options.scaled_width = Int32(size.width)
    config.options.scaled_height = Int32(size.height)
    // Colours already multiplied by their alpha are the picture laid over black.
    config.output.colorspace = MODE_rgbA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = result.bytes
    config.output.u.RGBA.stride = Int32(result.stride)
    config.output.u.RGBA.size = result.stride * size.height
    let status = WebPDecode(start(bytes), bytes.count, &config)
    WebPFreeDecBuffer(&config.output)
    switch status {
    case VP8_STATUS_OK: break
    case VP8_STATUS_OUT_OF_MEMORY: throw .tooLarge
    default: throw .damaged
    }

    // Their alpha has been made use of: the picture is whole now.
    for pixel in 0..<size.width * size.height { result.bytes[pixel * 4 + 3] = 255 }
    return result
  }

  private static func start(_ bytes: Bytes) -> UnsafePointer<UInt8>? {
    bytes.raw.bindMemory(to: UInt8.self).baseAddress
  }
}
