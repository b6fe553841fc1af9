/// Cleans a HEIC or AVIF file where it stands, for it says of each item at which place that is. It
/// keeps pictures and what they need, and writes EXIF data anew; of everything else it makes zeros
/// or free space. A film in it goes.
struct HEIFCleaner {
  private let bytes: Bytes
  private let kept: Ranges
  private var photo = CleanPhoto()

  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    guard let file = HEIFFile(bytes), file.main != nil else {
      // Of a sequence without a picture that stands for it nothing would be left.
      throw (try? HEIFSequence(bytes)) == nil ? .damaged : .undecodableType
    }
    var kept: [Range<Int>] = []
    for item in file.items.values {
      // Where metadata can't be found it can't be taken out either.
      guard let extents = item.extents else { throw .damaged }
      if item.isPicture {
        for extent in extents where item.type == "jpeg" { JPEGCleaner.blank(bytes, in: extent) }
      } else if item.type == "Exif" {
        cleanExif(bytes, extents)
      } else {
        blank(bytes, extents, isXMP: item.isXMP && !item.isEncoded)
      }
      kept += extents
    }
    var cleaner = HEIFCleaner(bytes: bytes, kept: Ranges(kept))
    return try cleaner.run()
  }

  /// Leaves a text in which nothing stands: spaces, and where there is to be XMP, an empty one.
  private static func blank(_ bytes: Bytes, _ extents: [Range<Int>], isXMP: Bool) {
    for extent in extents { bytes.fill(extent, with: UInt8(ascii: " ")) }
    let empty = Array(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#.utf8)
    if isXMP, let first = extents.first, first.count >= empty.count {
      bytes.store(empty, at: first.lowerBound)
    }
  }

  private mutating func run() throws(PictureProblem) -> CleanPhoto {
    // After the last byte that is needed nothing has to keep its place.
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
        if other == "moov" || other == "mpvd" { photo.leaveOutFilm() }
        free(box)
      }
    }
    // Pixels that end with the file may lie in a box that is said to be longer.
    guard end <= bytes.count else { throw .damaged }
    zeroGaps(in: min(boxes.position, end)..<end)
    photo.keep(0..<end)
    photo.leaveOut(end..<bytes.count, of: bytes)
    return photo
  }

  /// Makes free space of a box, but for pixels that are in it.
  private func free(_ box: Chunk) {
    bytes.store(Array("free".utf8), at: box.name)
    zeroGaps(in: box.content)
  }

  private func zeroGaps(in range: Range<Int>) {
    for gap in kept.gaps(in: range) { bytes.fill(gap, with: 0) }
  }

  /// What is left is no film, so that the file mustn't say that it is one.
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
      // What wrote the file may call itself by any name.
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

  /// How a picture is decoded, turned, cut and colored.
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
        // Properties are counted: it keeps its place.
        if !isKept { free(property) }
      }
    }
  }

  /// False when a color profile is none.
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
    // How many bytes stand before it.
    clean = [0, 0, 0, 0] + clean
    for extent in extents { bytes.fill(extent, with: 0) }
    if let extent = extents.first(where: { $0.count >= clean.count }) {
      bytes.store(clean, at: extent.lowerBound)
    }
  }
}
