/// The marker segments before a JPEG's pixels: where EXIF and XMP stand.
struct JPEGSegments: Sequence, IteratorProtocol {
  struct Segment {
    let marker: UInt8
    /// Without the marker and the length.
    let content: Range<Int>
  }

  private let bytes: Bytes
  /// After the last segment: at the pixels, or where the structure ends.
  private(set) var position: Int

  /// Begins after the start-of-image marker.
  init(_ bytes: Bytes, at start: Int = 0) {
    self.bytes = bytes
    position = start + 2
  }

  mutating func next() -> Segment? {
    while bytes.byte(position) == 0xFF, let marker = bytes.byte(position + 1) {
      switch marker {
      case 0xFF:  // Filling.
        position += 1
      case 0x01, 0xD0...0xD8:  // Markers that stand alone.
        position += 2
      case 0x00, 0xD9, 0xDA:
        return nil
      default:
        guard let length = bytes.number16(position + 2, .big), length >= 2,
          let content = bytes.range(at: position + 4, count: length - 2)
        else { return nil }
        position = content.upperBound
        return Segment(marker: marker, content: content)
      }
    }
    return nil
  }
}
