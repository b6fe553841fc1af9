/// Takes positions and serial numbers out of a HEIC or AVIF file. The file says where each item of
/// metadata stands; one that can't be read is blanked whole, and one that can't be reached is a
/// reason to fail.
enum HEIFCleaner {
  static func clean(_ bytes: Bytes) throws(PictureProblem) {
    guard let file = HEIFFile(bytes) else { throw .damaged }
    for item in file.items.values {
      let isExif = item.type == "Exif"
      // Of other texts it isn't known what they are.
      guard isExif || item.type == "mime" || item.type == "uri " else { continue }
      guard let extents = item.extents else { throw .damaged }
      if isExif {
        cleanExif(bytes, extents)
      } else if item.isEncoded || XMPPacket.isPrivate(extents.lazy.flatMap { bytes.raw($0) }) {
        for extent in extents { bytes.fill(extent, with: UInt8(ascii: " ")) }
      }
    }
    // Films have their own, and so have boxes that only their maker knows.
    LocationRemover.sweep(bytes, in: bytes.all)
    LocationRemover.cleanBareBlocks(bytes, in: bytes.all)
    FilmPosition.blank(bytes, in: bytes.all)
  }

  private static func cleanExif(_ bytes: Bytes, _ extents: [Range<Int>]) {
    if extents.count == 1, let block = ExifBlock.item(bytes, extents[0]),
      let structure = TIFFBlock(bytes, block),
      structure.directory(at: structure.firstDirectory) != nil
    {
      ExifCleaner.clean(bytes, block)
    } else {
      for extent in extents { bytes.fill(extent, with: 0) }
    }
  }
}
