import CChafa

/// Writes sixel graphics through chafa.
enum SixelEncoder {
  /// From ESC P to ESC \, with `colors` colors at most: a palette of the picture's own when there
  /// may be 256, else one that chafa has ready.
  static func encode(_ picture: borrowing PixelBuffer, colors: Int) throws(PictureProblem)
    -> [UInt8]
  {
    let (width, height) = (picture.size.width, picture.size.height)
    // chafa leaves out the rows of a last band that isn't full: it gets a full one, of which what
    // is no part of the picture is transparent, and so isn't drawn.
    let padded = try PixelBuffer(PictureSize(width: width, height: (height + 5) / 6 * 6))
    padded.bytes.update(from: picture.bytes, count: height * picture.stride)

    chafa_set_n_threads(1)
    guard let config = chafa_canvas_config_new() else { throw .tooLarge }
    defer { chafa_canvas_config_unref(config) }
    chafa_canvas_config_set_pixel_mode(config, Int32(PD_CHAFA_PIXELS_SIXEL))
    chafa_canvas_config_set_canvas_mode(config, mode(colors))
    // One cell as large as the picture.
    chafa_canvas_config_set_cell_geometry(config, Int32(width), Int32(padded.size.height))
    chafa_canvas_config_set_geometry(config, 1, 1)
    if colors < 256 {
      chafa_canvas_config_set_dither_mode(config, Int32(PD_CHAFA_DITHER_DIFFUSION))
    }
    guard let canvas = chafa_canvas_new(config) else { throw .tooLarge }
    defer { chafa_canvas_unref(canvas) }
    chafa_canvas_draw_all_pixels(
      canvas, Int32(PD_CHAFA_PIXELS_RGBA8), padded.bytes, Int32(width),
      Int32(padded.size.height), Int32(padded.stride))
    guard let text = pd_chafa_print(canvas) else { throw .tooLarge }
    let bytes = UnsafeRawBufferPointer(start: text.pointee.text, count: Int(text.pointee.count))
    return try checked(bytes, picture.size, padded: padded.size)
  }

  private static func mode(_ colors: Int) -> Int32 {
    switch colors {
    case 256...: Int32(PD_CHAFA_MODE_TRUECOLOR)
    case 240...: Int32(PD_CHAFA_MODE_INDEXED_240)
    case 16...: Int32(PD_CHAFA_MODE_INDEXED_16)
    case 8...: Int32(PD_CHAFA_MODE_INDEXED_8)
    default: Int32(PD_CHAFA_MODE_FGBG)
    }
  }

  /// The graphics alone, saying their true height.
  private static func checked(
    _ bytes: UnsafeRawBufferPointer, _ size: PictureSize, padded: PictureSize
  ) throws(PictureProblem) -> [UInt8] {
    let raster = Array("\"1;1;\(padded.width);\(padded.height)#".utf8)
    guard let start = bytes.firstIndex(of: 0x1B), bytes[start...].starts(with: [0x1B, 0x50]),
      let begin = bytes[start...].firstIndex(of: UInt8(ascii: "\"")),
      bytes[begin...].starts(with: raster),
      let end = bytes[begin...].firstIndex(of: 0x1B), bytes[end...].starts(with: [0x1B, 0x5C])
    else { throw .damaged }
    return Array(bytes[start..<begin]) + Array("\"1;1;\(size.width);\(size.height)#".utf8)
      + bytes[begin + raster.count..<end + 2]
  }
}
