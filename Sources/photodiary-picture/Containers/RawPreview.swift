/// The picture that a camera puts into its raw files for viewing: a JPEG, of which there are several. Developing
/// the sensor's pixels takes a minute on small machines, and needs to know every camera.
enum RawPreview {
  /// The largest JPEG of a raw file; `nil` for other files, and for those whose own picture is larger.
  static func find(_ format: ImageFormat, _ bytes: Bytes) -> Bytes? {
    var starts: [Int] = []
    var least = 0
    switch format {
    case .raf, .orf, .rw2, .cr3: break
    case .tiff:
      guard let block = TIFFBlock(bytes, bytes.all), block.isRaw else { return nil }
      (starts, least) = places(in: block)
    default: return nil
    }
    // Most stand at the beginning, before the sensor's pixels.
    var rest = 0..<min(bytes.count, farthest)
    while starts.count < mostStarts, let start = bytes.first([0xFF, 0xD8, 0xFF], in: rest) {
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

  private static let farthest = 16 << 20
  private static let mostStarts = 64
  private static let mostDirectories = 32

  /// The places of JPEGs in the directories of pictures, and the number of pixels of the first picture.
  private static func places(in block: TIFFBlock) -> (starts: [Int], pixels: Int) {
    var starts: [Int] = []
    var pixels = 0
    var pending = [block.firstDirectory]
    var seen: Set<Int> = []
    while let offset = pending.popLast(), seen.count < mostDirectories {
      guard seen.insert(offset).inserted, let directory = block.directory(at: offset)
      else { continue }
      func first(_ tag: Int) -> Int? {
        directory.entries.first { $0.tag == tag }.flatMap(block.number)
      }
      starts += [first(TIFFTag.thumbnail), first(0x0111)].compactMap { $0 }
        .filter { block.bytes.number16($0, .big) == 0xFFD8 }
      if offset == block.firstDirectory {
        // A picture of a sensor can't be seen.
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

  /// The number of pixels of a JPEG; `nil` for one that isn't for viewing, such as a sensor's.
  private static func area(_ bytes: Bytes) -> Int? {
    guard let frame = JPEGSegments(bytes).first(where: { 0xC0...0xC2 ~= $0.marker }),
      bytes.byte(frame.content.lowerBound) == 8,
      let height = bytes.number16(frame.content.lowerBound + 1, .big),
      let width = bytes.number16(frame.content.lowerBound + 3, .big)
    else { return nil }
    return width * height
  }
}
