/// Keeps of a JPEG XL file the boxes that hold its picture. All metadata is in others. Only decoding
/// shows where a picture without a length ends, so a file with one is refused: more could follow.
enum JXLCleaner {
  private static let kept: Set<String> = ["JXL ", "ftyp", "jxll", "jxlc", "jxlp"]

  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    guard let file = JXLFile(bytes) else { throw .damaged }
    guard !file.boxes.isEmpty else { throw .undecodableType }
    var photo = CleanPhoto()
    var start = 0
    for box in file.boxes {
      let end = box.content.upperBound
      // One without a length reaches as far as the file.
      guard bytes.number32(start, .big) != 0 else { throw .undecodableType }
      if kept.contains(bytes.name(box.name)) { photo.keep(start..<end) }
      start = end
    }
    photo.leaveOut(start..<bytes.count, of: bytes)
    return photo
  }
}
