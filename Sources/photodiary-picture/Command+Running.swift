import Glibc

extension Command {
  func run() throws(PictureProblem) {
    if case .headers(let count) = self {
      Self.headers(3..<Int32(3 + count))
      return
    }
    let file = try PhotoFile()
    let bytes = file.bytes
    // The first bytes alone have been looked at when the limits begin to hold.
    let format = ImageFormat(bytes)
    if decodes { format?.loadLibrary() }
    ResourceLimits.apply(photos: bytes.count)
    guard let format else { throw .notAnImage }
    switch self {
    case .info:
      let facts = PhotoFacts(format, bytes)
      let problem = facts.headerProblem ?? PictureDecoder.problem(format, bytes)
      StandardOutput.write(facts.json(problem: problem))
    case .header:
      let facts = PhotoFacts(format, bytes)
      StandardOutput.write(facts.json(problem: facts.headerProblem))
    case .headers:
      break
    case .cells(let columns, let rows, let colors, let cellRatio, let drawing):
      try Answer.cells(
        UprightPicture(format, bytes, drawing), columns: columns, rows: rows, colors: colors,
        cellRatio: cellRatio, drawing)
    case .pixels(let width, let height, let form, let drawing):
      try Answer.pixels(
        UprightPicture(format, bytes, drawing), width: width, height: height, form)
    case .withoutLocation:
      try Answer.withoutLocation(format, bytes)
    }
  }

  private var decodes: Bool {
    switch self {
    case .info, .cells, .pixels: true
    case .header, .headers, .withoutLocation: false
    }
  }

  private static func headers(_ descriptors: Range<Int32>) {
    // One is mapped at a time.
    ResourceLimits.apply(photos: descriptors.compactMap { PhotoFile.size($0) }.max() ?? 0)
    var lines = ""
    for descriptor in descriptors {
      if let file = try? PhotoFile(descriptor), let format = ImageFormat(file.bytes) {
        let facts = PhotoFacts(format, file.bytes)
        lines += facts.json(problem: facts.headerProblem)
      } else {
        lines += "null\n"
      }
    }
    StandardOutput.write(lines)
  }
}

extension ImageFormat {
  /// What only photos of this kind need is loaded only for them, as long as files can be opened.
  fileprivate func loadLibrary() {
    switch self {
    case .tiff: TIFFDecoder.load()
    case .heic, .avif: HEIFDecoder.load()
    case .jpeg, .png, .webp, .gif, .bmp: break
    }
  }
}
