/// Cleans a TIFF where it stands, for what it holds is found by its place: of every page it keeps
/// what its pixels, its colors and how it was taken need, and makes zeros of all the rest.
struct TIFFCleaner {
  private let block: TIFFBlock
  private var bytes: Bytes { block.bytes }
  /// What stays: pixels, which nothing that goes may touch, and all else.
  private var pixels: [Range<Int>] = []
  /// Those that are whole JPEGs, with segments of their own.
  private var jpegs: [Range<Int>] = []
  private var kept: [Range<Int>]
  private var removed: [Range<Int>] = []
  /// Directories of pictures that are still to be cleaned, and those that were found.
  private var pending: [Int]
  private var seen: Set<Int> = []
  private static let mostDirectories = 20_000

  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    guard let block = TIFFBlock(bytes, bytes.all),
      let first = block.directory(at: block.firstDirectory)
    else { throw .damaged }
    try refuseRaw(block, first)
    var cleaner = TIFFCleaner(
      block: block, kept: [block.range.prefix(8)], pending: [block.firstDirectory])
    while let offset = cleaner.pending.popLast() { try cleaner.cleanPicture(at: offset) }
    guard !cleaner.pixels.isEmpty else { throw .damaged }
    let pixels = Ranges(cleaner.pixels)
    // It would be in the pixels, or the pixels in it.
    guard !cleaner.removed.contains(where: pixels.overlaps) else { throw .damaged }
    for gap in Ranges(cleaner.pixels + cleaner.kept).gaps(in: bytes.all) {
      bytes.fill(gap, with: 0)
    }
    for range in cleaner.jpegs { JPEGCleaner.blank(bytes, in: range) }
    var photo = CleanPhoto()
    photo.keep(bytes.all)
    return photo
  }

  /// Cameras' own raw files can't be developed without their maker's notes, which hold the serial
  /// number, too. DNG can.
  private static func refuseRaw(_ block: TIFFBlock, _ first: TIFFDirectory) throws(PictureProblem) {
    if first.entries.contains(where: { $0.tag == TIFFTag.dngVersion }) { return }
    if block.isRaw { throw .undecodableType }
  }

  // MARK: Directories

  private mutating func cleanPicture(at offset: Int) throws(PictureProblem) {
    guard seen.insert(offset).inserted else { return }
    guard seen.count <= Self.mostDirectories, let directory = block.directory(at: offset)
    else { throw .damaged }
    try findPixels(directory)
    for entry in directory.entries {
      switch entry.tag {
      case TIFFTag.subDirectories:
        pending += block.numbers(entry)
      case TIFFTag.exifDirectory:
        for offset in block.numbers(entry) {
          clean(at: offset, HarmlessTags.detail, leadingOn: TIFFTag.interoperability)
        }
      default: break
      }
    }
    if directory.next != 0 { pending.append(directory.next) }
    remove(from: directory, keepingNext: true) { [block, bytes] entry in
      if entry.tag == TIFFTag.colorProfile {
        return entry.value.map { ColorProfile.clean(bytes, in: [$0]) } ?? false
      }
      return PictureTags.keeps(entry) || HarmlessTags.keeps(entry, HarmlessTags.main, in: block)
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

  /// The entries after one that goes move up, and with them the offset of the next directory.
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

  private mutating func findPixels(_ directory: TIFFDirectory) throws(PictureProblem) {
    func numbers(_ tag: Int) -> [Int] {
      directory.entries.first { $0.tag == tag }.map { block.numbers($0) } ?? []
    }
    let areJPEGs = [6, 7, 34_892].contains(numbers(0x0103).first)
    for (start, length) in [(0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202)] {
      let (offsets, lengths) = (numbers(start), numbers(length))
      guard offsets.count <= lengths.count else { throw .damaged }
      for (offset, length) in zip(offsets, lengths) where offset > 0 {
        // What ends too early is shown as far as it goes.
        let range = (offset..<offset + length).clamped(to: bytes.all)
        pixels.append(range)
        if areJPEGs || start == 0x0201 { jpegs.append(range) }
      }
    }
    // The tables of an old kind of JPEG, as long as they can be.
    for (tag, length) in [(0x0207, 64), (0x0208, 272), (0x0209, 272)] {
      kept += numbers(tag).map { ($0..<$0 + length).clamped(to: bytes.all) }
    }
  }
}
