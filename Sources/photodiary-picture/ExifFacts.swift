import CExif

/// What the diary wants to know from a photo's EXIF data.
struct ExifFacts {
  var orientation = Orientation.upright
  /// ISO 8601 in the camera's time, with the offset when the camera wrote it.
  var taken: String?

  init(_ format: ImageFormat, _ bytes: Bytes) {
    guard let range = ExifBlock.find(format, bytes), let data = ExifData(bytes.raw(range))
    else { return }
    // The HEIF containers have an orientation of their own, which EXIF's only repeats.
    if format != .heic, format != .avif {
      orientation = data.number(0x0112).flatMap(Orientation.init) ?? .upright
    }
    taken =
      ExifDate.iso(data.text(0x9003), offset: data.text(0x9011))
      ?? ExifDate.iso(data.text(0x9004), offset: data.text(0x9012))
  }
}

/// libexif's reading of an EXIF block.
private struct ExifData: ~Copyable {
  private let data: UnsafeMutablePointer<CExif.ExifData>

  init?(_ block: UnsafeRawBufferPointer) {
    // Only a TIFF file can be longer: no metadata needs as much.
    guard block.count <= 32 << 20, let data = exif_data_new() else { return nil }
    self.data = data
    // Take what is there, and leave out what libexif would add to please the standard.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    let marked = Array("Exif\0\0".utf8) + block
    exif_data_load_data(data, marked, UInt32(marked.count))
  }

  deinit {
    exif_data_unref(data)
  }

  func number(_ tag: UInt32) -> Int? {
    guard let entry = entry(tag), entry.pointee.format == EXIF_FORMAT_SHORT,
      entry.pointee.size >= 2, let value = entry.pointee.data
    else { return nil }
    return Int(exif_get_short(value, exif_data_get_byte_order(data)))
  }

  /// The bytes of a text up to its first zero: from a stranger, so not to be shown as they are.
  func text(_ tag: UInt32) -> [UInt8]? {
    guard let entry = entry(tag), entry.pointee.format == EXIF_FORMAT_ASCII,
      let value = entry.pointee.data
    else { return nil }
    let bytes = UnsafeBufferPointer(start: value, count: Int(entry.pointee.size))
    return Array(bytes.prefix { $0 != 0 })
  }

  private func entry(_ tag: UInt32) -> UnsafeMutablePointer<ExifEntry>? {
    let directories = withUnsafeBytes(of: &data.pointee.ifd) {
      Array($0.bindMemory(to: UnsafeMutablePointer<ExifContent>?.self))
    }
    let tag = ExifTag(rawValue: tag)
    for case let directory? in directories {
      if let entry = exif_content_get_entry(directory, tag) { return entry }
    }
    return nil
  }
}
