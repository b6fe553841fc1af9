/// The marker segments before a JPEG's pixels, which contain EXIF and XMP.
struct JPEGSegments: Sequence, IteratorProtocol {
  struct Segment {
    let marker: UInt8
    /// The range without marker and length.
    let content: Range<Int>
  }

  private let bytes: Bytes
  /// The end of the last segment: the start of the pixels, or of invalid data.
  private(set) var position: Int

  /// Starts after the start-of-image marker.
  init(_ bytes: Bytes, at start: Int = 0) {
    self.bytes = bytes
    position = start + 2
  }

  mutating func next() -> Segment? {
    while bytes.byte(position) == 0xFF, let marker = bytes.byte(position + 1) {
      switch marker {
      case 0xFF:  // Padding.
        position += 1
      case 0x01, 0xD0...0xD8:  // Markers without a segment.
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

// MARK: - JPEGParts

/// All parts of a JPEG up to its end. Like decoders, it skips stray bytes between segments.
struct JPEGParts: Sequence, IteratorProtocol {
  enum Part {
    /// A segment with its marker; the range includes marker and length, `content` doesn't.
    case segment(UInt8, Range<Int>, content: Range<Int>)
    /// The pixels of one scan.
    case pixels(Range<Int>)
    /// The end of the picture.
    case end(Range<Int>)
    /// Bytes that don't belong to the picture.
    case stray(Range<Int>)
  }

  private let bytes: Bytes
  private let limit: Int
  /// The end of the last part.
  private(set) var position: Int
  private var isInScan = false
  private var isOver = false

  /// Starts after the start-of-image marker at the start of `range`.
  init(_ bytes: Bytes, in range: Range<Int>) {
    self.bytes = bytes
    position = Swift.min(range.lowerBound + 2, range.upperBound)
    limit = Swift.min(range.upperBound, bytes.count)
  }

  mutating func next() -> Part? {
    guard !isOver, position < limit else { return nil }
    let start = position
    let found = nextMarker(from: start)
    if found > start {
      position = found
      return isInScan ? .pixels(start..<found) : .stray(start..<found)
    }
    isInScan = false
    guard let marker = bytes.byte(found + 1) else { return nil }
    switch marker {
    case 0xD9:
      position = found + 2
      isOver = true
      return .end(found..<position)
    case 0x01, 0xD0...0xD8:  // Markers without a segment.
      position = found + 2
      return .stray(found..<position)
    default:
      guard let length = bytes.number16(found + 2, .big), length >= 2, found + 2 + length <= limit
      else {
        isOver = true
        return nil
      }
      position = found + 2 + length
      isInScan = marker == 0xDA
      return .segment(marker, found..<position, content: found + 4..<position)
    }
  }

  /// Returns the position of the next marker, except for restart markers within a scan.
  private func nextMarker(from start: Int) -> Int {
    var rest = start..<limit
    while let found = bytes.first([0xFF], in: rest), found + 1 < limit,
      let marker = bytes.byte(found + 1)
    {
      switch marker {
      case 0xFF: rest = found + 1..<limit
      case 0x00: rest = found + 2..<limit
      case 0xD0...0xD7 where isInScan: rest = found + 2..<limit
      default: return found
      }
    }
    return limit
  }
}

// MARK: - RawPreview

/// The preview in a camera's raw file: the largest of several JPEGs. Developing the sensor's pixels
/// takes a minute on small machines and requires knowledge of every camera.
enum RawPreview {
  /// Returns the largest JPEG of a raw file; `nil` for other files, and if the main picture is
  /// larger.
  static func find(_ format: ImageFormat, _ bytes: Bytes) -> Bytes? {
    var starts: [Int] = []
    var least = 0
    switch format {
    case .raf, .orf, .rw2, .cr3: break
    case .tiff:
      guard let block = TIFFBlock(bytes, bytes.all), block.isRaw else { return nil }
      (starts, least) = previews(in: block)
    default: return nil
    }
    // Previews usually come before the sensor's pixels.
    var rest = 0..<min(bytes.count, searchLimit)
    while starts.count < maxPreviews, let start = bytes.first([0xFF, 0xD8, 0xFF], in: rest) {
      starts.append(start)
      rest = start + 3..<max(start + 3, rest.upperBound)
    }
    var best: (area: Int, preview: Bytes)?
    for start in starts {
      guard let preview = bytes.part(from: start), let area = area(preview),
        area > best?.area ?? least
      else { continue }
      best = (area, preview)
    }
    return best?.preview
  }

  private static let searchLimit = 16 << 20
  private static let maxPreviews = 64
  private static let maxDirectories = 32

  /// Returns the positions of JPEGs in the directories of pictures, and the number of pixels of the
  /// first picture.
  private static func previews(in block: TIFFBlock) -> (starts: [Int], pixels: Int) {
    var starts: [Int] = []
    var pixels = 0
    var pending = [block.firstDirectory]
    var seen: Set<Int> = []
    while let offset = pending.popLast(), seen.count < maxDirectories {
      guard seen.insert(offset).inserted, let directory = block.directory(at: offset)
      else { continue }
      func first(_ tag: Int) -> Int? {
        directory.entries.first { $0.tag == tag }.flatMap(block.number)
      }
      starts += [first(TIFFTag.thumbnail), first(0x0111)].compactMap { $0 }
        .filter { block.bytes.number16($0, .big) == 0xFFD8 }
      if offset == block.firstDirectory {
        // Sensor data can't be displayed.
        let isSeen = [1, 2, 6].contains(first(TIFFTag.photometry) ?? 0)
        pixels = isSeen ? (first(TIFFTag.imageWidth) ?? 0) &* (first(TIFFTag.imageHeight) ?? 0) : 0
      }
      for entry in directory.entries where entry.tag == TIFFTag.subDirectories {
        pending += block.numbers(entry).prefix(16)
      }
      if directory.next != 0 { pending.append(directory.next) }
    }
    return (starts, max(0, pixels))
  }

  /// Returns the number of pixels of a JPEG; `nil` if it can't be displayed, such as a sensor's
  /// lossless JPEG.
  private static func area(_ bytes: Bytes) -> Int? {
    guard let frame = JPEGSegments(bytes).first(where: { 0xC0...0xC2 ~= $0.marker }),
      bytes.byte(frame.content.lowerBound) == 8,
      let height = bytes.number16(frame.content.lowerBound + 1, .big),
      let width = bytes.number16(frame.content.lowerBound + 3, .big)
    else { return nil }
    return width * height
  }
}
