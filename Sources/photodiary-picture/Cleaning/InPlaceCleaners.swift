/// Cleans a TIFF in place, because its contents are found by offset. Keeps the pixels, colors and
/// exposure settings of every page; everything else becomes zeros.
struct TIFFCleaner {
  private let block: TIFFBlock
  private var bytes: Bytes { block.bytes }
  /// The ranges of pixels, which no removed value may overlap.
  private var pixels: [Range<Int>] = []
  /// The ranges of pixels that are complete JPEGs with segments.
  private var jpegs: [Range<Int>] = []
  private var kept: [Range<Int>]
  private var removed: [Range<Int>] = []
  /// The offsets of pictures' directories that are still to be cleaned.
  private var pending: [Int]
  private var seen: Set<Int> = []
  private static let maxDirectories = 20_000

  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
    guard let block = TIFFBlock(bytes, bytes.all),
      let first = block.directory(at: block.firstDirectory)
    else { throw ImageError.damaged }
    try refuseRaw(block, first)
    var cleaner = TIFFCleaner(
      block: block, kept: [block.range.prefix(8)], pending: [block.firstDirectory])
    while let offset = cleaner.pending.popLast() { try cleaner.cleanPicture(at: offset) }
    guard !cleaner.pixels.isEmpty else { throw ImageError.damaged }
    let pixels = SortedRanges(cleaner.pixels)
    // One of them would contain the other.
    guard !cleaner.removed.contains(where: pixels.overlaps) else { throw ImageError.damaged }
    for gap in SortedRanges(cleaner.pixels + cleaner.kept).gaps(in: bytes.all) {
      bytes.fill(gap, with: 0)
    }
    for range in cleaner.jpegs { JPEGCleaner.blank(bytes, in: range) }
    var photo = CleanPhoto()
    photo.keep(bytes.all)
    return photo
  }

  /// Rejects cameras' raw files, which can't be developed without maker notes, which contain the
  /// serial number. DNG can.
  private static func refuseRaw(_ block: TIFFBlock, _ first: TIFFDirectory) throws {
    if first.entries.contains(where: { $0.tag == TIFFTag.dngVersion }) { return }
    if block.isRaw { throw ImageError.undecodableType }
  }

  // MARK: Directories

  private mutating func cleanPicture(at offset: Int) throws {
    guard seen.insert(offset).inserted else { return }
    guard seen.count <= Self.maxDirectories, let directory = block.directory(at: offset)
    else { throw ImageError.damaged }
    try findPixels(directory)
    for entry in directory.entries {
      switch entry.tag {
      case TIFFTag.subDirectories:
        pending += block.numbers(entry)
      case TIFFTag.exifDirectory:
        for offset in block.numbers(entry) {
          clean(at: offset, HarmlessTags.exif, leadingOn: TIFFTag.interoperability)
        }
      default: break
      }
    }
    if directory.next != 0 { pending.append(directory.next) }
    remove(from: directory, keepingNext: true) { [block, bytes] entry in
      if entry.tag == TIFFTag.colorProfile {
        return entry.value.map { ColorProfile.clean(bytes, in: [$0]) } ?? false
      }
      return PixelTags.keeps(entry) || HarmlessTags.keeps(entry, HarmlessTags.main, in: block)
        || [TIFFTag.subDirectories, TIFFTag.exifDirectory].contains(entry.tag)
    }
  }

  private mutating func clean(
    at offset: Int, _ forms: [Int: HarmlessTags.Form], leadingOn tag: Int? = nil
  ) {
    guard seen.insert(offset).inserted, let directory = block.directory(at: offset) else { return }
    for entry in directory.entries where entry.tag == tag {
      for offset in block.numbers(entry) {
        clean(at: offset, HarmlessTags.interoperability)
      }
    }
    remove(from: directory, keepingNext: false) { [block] in
      $0.tag == tag || HarmlessTags.keeps($0, forms, in: block)
    }
  }

  /// Removes entries; the following ones move up, and so does the offset of the next directory.
  private mutating func remove(
    from directory: TIFFDirectory, keepingNext: Bool, _ isKept: (TIFFEntry) -> Bool
  ) {
    let staying = directory.entries.filter(isKept)
    kept += staying.compactMap(\.value)
    removed += directory.entries.filter { !isKept($0) }.compactMap(\.value).filter { $0.count > 4 }
    var position = directory.position + 2
    for entry in staying {
      bytes.move(entry.position..<entry.position + 12, to: position)
      position += 12
    }
    bytes.store16(staying.count, at: directory.position, block.order)
    let end = min(directory.end + 4, bytes.count)
    if keepingNext, end == directory.end + 4 {
      bytes.move(directory.end..<end, to: position)
      position += 4
    }
    bytes.fill(position..<max(position, end), with: 0)
    kept.append(directory.position..<max(position, end))
  }

  // MARK: Pixels

  private mutating func findPixels(_ directory: TIFFDirectory) throws {
    func numbers(_ tag: Int) -> [Int] {
      directory.entries.first { $0.tag == tag }.map { block.numbers($0) } ?? []
    }
    let areJPEGs = [6, 7, 34_892].contains(numbers(0x0103).first)
    for (start, length) in [(0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202)] {
      let (offsets, lengths) = (numbers(start), numbers(length))
      guard offsets.count <= lengths.count else { throw ImageError.damaged }
      for (offset, length) in zip(offsets, lengths) where offset > 0 {
        // Incomplete pixels are kept up to the end of the file.
        let range = (offset..<offset + length).clamped(to: bytes.all)
        pixels.append(range)
        if areJPEGs || start == 0x0201 { jpegs.append(range) }
      }
    }
    // The tables of old-style JPEG, at their maximum length.
    for (tag, length) in [(0x0207, 64), (0x0208, 272), (0x0209, 272)] {
      kept += numbers(tag).map { ($0..<$0 + length).clamped(to: bytes.all) }
    }
  }
}

// MARK: - PixelTags

/// The tags that are needed to decode a picture in a TIFF or DNG file, and for its colors.
enum PixelTags {
  static func keeps(_ entry: TIFFEntry) -> Bool {
    // None of them is a text.
    guard entry.type != 2 else { return false }
    return tags.contains(entry.tag) || !isOpaque(entry) && numbers.contains(entry.tag)
  }

  private static func isOpaque(_ entry: TIFFEntry) -> Bool { entry.type == 7 && entry.count > 4 }

  private static let tags: Set<Int> = [
    // Tables of JPEG, a sensor's color pattern, corrections of lenses.
    0x015B, 0x828E, 0xC68F, 0xC691, 0xC740, 0xC741, 0xC742,
  ]

  private static let numbers: Set<Int> = {
    let ranges: [ClosedRange<Int>] = [
      // Size, bits, compression, strips, photometry.
      0x00FE...0x00FF, 0x0100...0x0103, 0x0106...0x010A, 0x0111...0x0112, 0x0115...0x011C,
      0x0122...0x0125, 0x0128...0x0129, 0x012D...0x012D,
      // Predictor, colors, tiles, inks, samples.
      0x013D...0x0145, 0x014C...0x014C, 0x014E...0x014E, 0x0150...0x0150, 0x0152...0x0156,
      // JPEG and YCbCr.
      0x0200...0x0203, 0x0205...0x0209, 0x0211...0x0214, 0x828D...0x828D, 0xC5F2...0xC5F3,
      // DNG: version, levels, matrices, crops, tone curves, noise, depth.
      0xC612...0xC613, 0xC616...0xC62E, 0xC630...0xC630, 0xC632...0xC633, 0xC65A...0xC65C,
      0xC68D...0xC68E, 0xC690...0xC690, 0xC692...0xC692, 0xC6BF...0xC6BF, 0xC6C5...0xC6C5,
      0xC6F7...0xC6F7, 0xC6F9...0xC6FD, 0xC714...0xC715, 0xC71A...0xC71A, 0xC71E...0xC71F,
      0xC725...0xC726, 0xC761...0xC761, 0xC791...0xC793, 0xC7A3...0xC7A6, 0xC7B5...0xC7B5,
      0xC7E9...0xC7EE,
    ]
    return Set(ranges.joined())
  }()
}

// MARK: - HEIFCleaner

/// Cleans a HEIC or AVIF file in place, because it stores the positions of items. Keeps pictures
/// with their properties and rewrites EXIF; everything else becomes zeros or free space. A video in
/// it is removed.
struct HEIFCleaner {
  private let bytes: Bytes
  private let kept: SortedRanges
  private var photo = CleanPhoto()

  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
    guard let file = HEIFFile(bytes), file.main != nil else {
      // Nothing would be left of a sequence without a main picture.
      throw (try? HEIFSequence(bytes)) == nil ? ImageError.damaged : .undecodableType
    }
    var kept: [Range<Int>] = []
    for item in file.items.values {
      // Metadata that can't be found can't be removed.
      guard let extents = item.extents else { throw ImageError.damaged }
      if item.isPicture {
        for extent in extents where item.type == "jpeg" { JPEGCleaner.blank(bytes, in: extent) }
      } else if item.type == "Exif" {
        cleanExif(bytes, extents)
      } else {
        blank(bytes, extents, isXMP: item.isXMP && !item.isEncoded)
      }
      kept += extents
    }
    var cleaner = HEIFCleaner(bytes: bytes, kept: SortedRanges(kept))
    return try cleaner.run()
  }

  /// Replaces a text with spaces, or with empty XMP.
  private static func blank(_ bytes: Bytes, _ extents: [Range<Int>], isXMP: Bool) {
    for extent in extents { bytes.fill(extent, with: UInt8(ascii: " ")) }
    let empty = Array(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#.utf8)
    if isXMP, let first = extents.first, first.count >= empty.count {
      bytes.store(empty, at: first.lowerBound)
    }
  }

  private mutating func run() throws -> CleanPhoto {
    // Nothing after the last required byte has to keep its position.
    var end = kept.end
    var boxes = HEIFBoxes(bytes, in: bytes.all)
    while let box = boxes.next() {
      switch bytes.name(box.name) {
      case "ftyp":
        cleanBrands(box)
        end = max(end, box.content.upperBound)
      case "meta":
        cleanDirectory(box)
        end = max(end, box.content.upperBound)
      case "mdat":
        zeroGaps(in: box.content)
      case let other:
        if other == "moov" || other == "mpvd" { photo.omitVideo() }
        free(box)
      }
    }
    // The file may end before the box that contains its last pixels.
    guard end <= bytes.count else { throw ImageError.damaged }
    zeroGaps(in: min(boxes.position, end)..<end)
    photo.keep(0..<end)
    photo.omit(end..<bytes.count, of: bytes)
    return photo
  }

  /// Turns a box into free space, except for pixels in it.
  private func free(_ box: Chunk) {
    bytes.store(Array("free".utf8), at: box.name)
    zeroGaps(in: box.content)
  }

  private func zeroGaps(in range: Range<Int>) {
    for gap in kept.gaps(in: range) { bytes.fill(gap, with: 0) }
  }

  /// Changes the brands: the rest isn't a video, so the file must not claim to be one.
  private func cleanBrands(_ box: Chunk) {
    let still = ["avis": "avif", "msf1": "mif1", "hevc": "heic", "hevx": "heix"]
    for position in stride(from: box.content.lowerBound, to: box.content.upperBound - 3, by: 4) {
      if let other = still[bytes.name(position)] { bytes.store(Array(other.utf8), at: position) }
    }
  }

  // MARK: The directory of items

  private func cleanDirectory(_ meta: Chunk) {
    for box in HEIFBoxes(bytes, in: meta.content.dropFirst(4)) {
      switch bytes.name(box.name) {
      case "pitm", "iloc", "iref", "dinf", "grpl": break
      // The handler's name is free text.
      case "hdlr": bytes.fill(box.content.dropFirst(24), with: 0)
      case "iinf": blankNames(box)
      case "iprp": cleanProperties(box)
      case "idat": zeroGaps(in: box.content)
      default: free(box)
      }
    }
  }

  private func blankNames(_ box: Chunk) {
    let header = bytes.byte(box.content.lowerBound) == 0 ? 6 : 8
    for entry in HEIFBoxes(bytes, in: box.content.dropFirst(header)) {
      guard bytes.name(entry.name) == "infe", let version = bytes.byte(entry.content.lowerBound),
        version >= 2
      else { continue }
      let start = entry.content.lowerBound + (version == 2 ? 12 : 14)
      guard let end = bytes.first([0], in: start..<max(start, entry.content.upperBound))
      else { continue }
      bytes.fill(start..<end, with: UInt8(ascii: " "))
    }
  }

  /// The properties to decode, rotate, crop and color a picture.
  private static let properties: Set<String> = [
    "ispe", "pixi", "colr", "pasp", "irot", "imir", "clap", "auxC", "hvcC", "lhvC", "vvcC", "vvnC",
    "av1C", "avcC", "jpgC", "j2kH", "cmpd", "uncC", "lsel", "a1op", "a1lx", "oinf", "tols", "clli",
    "mdcv", "cclv", "amve", "ndwt", "rloc", "mskC",
  ]

  private func cleanProperties(_ box: Chunk) {
    for container in HEIFBoxes(bytes, in: box.content) where bytes.name(container.name) == "ipco" {
      for property in HEIFBoxes(bytes, in: container.content) {
        let isKept =
          Self.properties.contains(bytes.name(property.name)) && cleanProfile(in: property)
        // Properties are referenced by index, so it keeps its position.
        if !isKept { free(property) }
      }
    }
  }

  /// Returns `false` for an invalid color profile.
  private func cleanProfile(in property: Chunk) -> Bool {
    let start = property.content.lowerBound
    guard bytes.name(property.name) == "colr",
      bytes.has("prof", at: start) || bytes.has("rICC", at: start)
    else { return true }
    return ColorProfile.clean(bytes, in: [property.content.dropFirst(4)])
  }

  // MARK: EXIF

  private static func cleanExif(_ bytes: Bytes, _ extents: [Range<Int>]) {
    var clean = CleanExif.empty
    if extents.count == 1, let range = ExifBlock.item(bytes, extents[0]),
      let exif = TIFFBlock(bytes, range).flatMap({ CleanExif.make(from: $0) })
    {
      clean = exif
    }
    // The number of bytes before the TIFF header.
    clean = [0, 0, 0, 0] + clean
    for extent in extents { bytes.fill(extent, with: 0) }
    if let extent = extents.first(where: { $0.count >= clean.count }) {
      bytes.store(clean, at: extent.lowerBound)
    }
  }
}

// MARK: - BitmapCleaner

/// Keeps a BMP's header, colors and pixels.
enum BitmapCleaner {
  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
    guard let pixels = bytes.number32(10, .little), let header = bytes.number32(14, .little),
      let length = pixelLength(bytes, header), 14 + header <= pixels, pixels <= bytes.count
    else { throw ImageError.damaged }
    // Between the header and the pixels are masks and colors, and possibly other data.
    let tables = min(pixels, 14 + header + tableLength(bytes, header))
    bytes.fill(tables..<pixels, with: 0)
    if header >= 124, bytes.has("KNIL", at: 70) || bytes.has("DEBM", at: 70) {
      // Replaces an embedded color profile, or one in a file with a given path, by sRGB.
      bytes.store(Array("BGRs".utf8), at: 70)
      bytes.fill(126..<134, with: 0)
    }
    let end = min(bytes.count, pixels + length)
    bytes.store16(end & 0xFFFF, at: 2, .little)
    bytes.store16(end >> 16, at: 4, .little)
    // Reserved for any use by programs.
    bytes.fill(6..<10, with: 0)
    var photo = CleanPhoto()
    photo.keep(0..<end)
    photo.omit(end..<bytes.count, of: bytes)
    return photo
  }

  private static func tableLength(_ bytes: Bytes, _ header: Int) -> Int {
    let depth = bytes.number16(header == 12 ? 24 : 28, .little) ?? 0
    if header == 12 { return depth <= 8 ? 3 << depth : 0 }
    let used = bytes.number32(46, .little) ?? 0
    let colors = used > 0 ? min(used, 256) : depth <= 8 ? 1 << depth : 0
    return (header == 40 ? 16 : 0) + colors * 4
  }

  /// Returns the size of the pixels in bytes; `nil` if it is unknown.
  private static func pixelLength(_ bytes: Bytes, _ header: Int) -> Int? {
    guard let size = ImageSize(.bmp, bytes),
      let depth = bytes.number16(header == 12 ? 24 : 28, .little)
    else { return nil }
    let compression = header == 12 ? 0 : bytes.number32(30, .little) ?? 0
    if [0, 3, 6].contains(compression) {
      let row = (size.width * depth + 31) / 32 * 4
      let (length, overflow) = row.multipliedReportingOverflow(by: size.height)
      return overflow ? nil : min(length, bytes.count)
    }
    return bytes.number32(34, .little).flatMap { $0 > 0 ? $0 : nil }
  }
}
