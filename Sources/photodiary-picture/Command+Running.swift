import System

extension Command {
  func run() throws(PictureProblem) {
    switch self {
    case .headers(let count): Self.headers((3..<Int32(3 + count)).map { Descriptor(number: $0) })
    case .limits:
      // Asked for before calls are filtered.
      let opensNothingElse = Confinement.opensNothingElse
      let isFiltered = ResourceLimits.apply(photos: 0)
      StandardOutput.write(
        "\(isFiltered ? "filtered" : "unfiltered") \(opensNothingElse ? "landlock" : "open")\n")
    case .lines(let size, let form, let background): try Self.draw(size, form, over: background)
    default: try runOnPhoto()
    }
  }

  private func runOnPhoto() throws(PictureProblem) {
    let file = try PhotoFile()
    let bytes = file.bytes
    // The first bytes and the color profile alone have been looked at when the limits begin to hold.
    let format = ImageFormat(bytes)
    if decodes { format?.loadLibraries(bytes) }
    ResourceLimits.apply(photos: bytes.count, onlyHeaders: isHeader)
    guard let format else { throw PictureProblem(ofNoPhoto: bytes) }
    switch self {
    case .info:
      let facts = PhotoFacts(format, bytes)
      let problem = facts.headerProblem ?? PictureDecoder.problem(format, bytes)
      StandardOutput.write(facts.json(problem: problem))
    case .header:
      let facts = PhotoFacts(format, bytes)
      StandardOutput.write(facts.json(problem: facts.headerProblem))
    case .headers, .limits, .lines:
      break
    case .cells(let columns, let rows, let colors, let cellRatio, let drawing):
      try Answer.cells(
        UprightPicture(format, bytes, drawing), columns: columns, rows: rows, colors: colors,
        cellRatio: cellRatio, drawing)
    case .pixels(let width, let height, let form, let drawing, let sign):
      try Answer.pixels(
        UprightPicture(format, bytes, drawing),
        within: PictureSize(width: width, height: height), form, drawing, sign)
    case .withoutLocation:
      try Answer.withoutLocation(format, bytes)
    }
  }

  private static func draw(
    _ size: PictureSize, _ form: PixelForm, over background: Color
  ) throws(PictureProblem) {
    let file = try PhotoFile()
    ResourceLimits.apply(photos: file.bytes.count)
    let drawing = try LineDrawing(file.bytes)
    let picture = try PixelBuffer(size)
    picture.fill(behind: background)
    drawing.draw(on: picture)
    try Answer.pixels(picture, within: size, form, over: background)
  }

  private var isHeader: Bool { if case .header = self { true } else { false } }

  private var decodes: Bool {
    switch self {
    case .info, .cells, .pixels: true
    case .header, .headers, .withoutLocation, .limits, .lines: false
    }
  }

  private static func headers(_ descriptors: [Descriptor]) {
    // One is mapped at a time.
    ResourceLimits.apply(
      photos: descriptors.compactMap { PhotoFile.size($0) }.max() ?? 0,
      onlyHeaders: true)
    for descriptor in descriptors {
      // Each is told at once: one that gets the better of this process doesn't take them with it.
      if let file = try? PhotoFile(descriptor), let format = ImageFormat(file.bytes) {
        let facts = PhotoFacts(format, file.bytes)
        StandardOutput.write(facts.json(problem: facts.headerProblem))
      } else {
        StandardOutput.write("null\n")
      }
    }
  }
}

extension ImageFormat {
  /// What only photos of this kind need is loaded only for them, as long as files can be opened.
  fileprivate func loadLibraries(_ bytes: Bytes) {
    if ColorConversion.needsLibrary(self, bytes) { ColorConversion.load() }
    switch self {
    case .tiff: TIFFDecoder.load()
    case .heic, .avif: HEIFDecoder.load()
    case .jxl: JXLDecoder.load()
    case .jpeg, .png, .webp, .gif, .bmp, .raf, .orf, .rw2, .cr3: break
    }
  }
}
