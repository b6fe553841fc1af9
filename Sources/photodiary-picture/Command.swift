import System

/// A command from the diary.
enum Command {
  case info
  case header
  case headers(count: Int)
  case cells(columns: Int, rows: Int, colors: CellColors, cellRatio: Double, Drawing)
  /// Draws pixels. `length` is the length of the video that the photo is a frame of.
  case pixels(width: Int, height: Int, PixelForm, Drawing, length: FilmSign?)
  case lines(PictureSize, PixelForm, over: Color)
  case withoutLocation
  case limits

  static let usage = """
    usage: photodiary-picture info < PHOTO
           photodiary-picture header < PHOTO
           photodiary-picture headers --count N      photos are the open files 3 to N + 2
           photodiary-picture cells --columns C --rows R --colors full|256|16|mono
                                    [--cell-ratio 0.5] [--region L,T,R,B]
                                    [--background RRGGBB] < PHOTO
           photodiary-picture pixels --width W --height H --as png|jpeg|sixel [--colors N]
                                    [--region L,T,R,B] [--background RRGGBB]
                                    [--length 0:42] [--fill-cells 10x20] < PHOTO
           photodiary-picture lines --width W --height H --as png|jpeg|sixel [--colors N]
                                    [--background RRGGBB] [--fill-cells 10x20] < LINES
           photodiary-picture without-location < PHOTO
           photodiary-picture limits                 says whether system calls are filtered, and
                                                     whether a confined program opens no other file
           photodiary-picture confined PROGRAM ARG…  becomes a program that can do little < FILE

    """

  /// Parses arguments; `nil` if they aren't a command.
  init?(_ arguments: [String]) {
    guard let name = arguments.first, let options = Options(arguments.dropFirst())
    else { return nil }
    switch name {
    case "info" where options.isEmpty: self = .info
    case "header" where options.isEmpty: self = .header
    case "without-location" where options.isEmpty: self = .withoutLocation
    case "limits" where options.isEmpty: self = .limits
    case "headers": self.init(headers: options)
    case "cells": self.init(cells: options)
    case "pixels": self.init(pixels: options)
    case "lines": self.init(lines: options)
    default: return nil
    }
  }

  private init?(headers options: Options) {
    guard options.names == ["--count"], let count = options.number("--count", 1...64)
    else { return nil }
    self = .headers(count: count)
  }

  private init?(cells options: Options) {
    let known: Set = [
      "--columns", "--rows", "--colors", "--cell-ratio", "--region", "--background",
    ]
    guard options.names.isSubset(of: known), let columns = options.number("--columns", 1...1000),
      let rows = options.number("--rows", 1...1000),
      let colors = options["--colors"].flatMap({ CellColors(rawValue: $0) }),
      let cellRatio = Double(options["--cell-ratio"] ?? "0.5"), 0.1...10 ~= cellRatio,
      let drawing = Drawing(options)
    else { return nil }
    self = .cells(columns: columns, rows: rows, colors: colors, cellRatio: cellRatio, drawing)
  }

  private init?(pixels options: Options) {
    let known: Set = [
      "--width", "--height", "--as", "--colors", "--region", "--background", "--length",
      "--fill-cells",
    ]
    guard options.names.isSubset(of: known), let width = options.number("--width", 1...4096),
      let height = options.number("--height", 1...4096), let form = PixelForm(options),
      let drawing = Drawing(options)
    else { return nil }
    let sign = options["--length"].map { FilmSign($0) }
    if case .some(nil) = sign { return nil }
    self = .pixels(width: width, height: height, form, drawing, length: sign ?? nil)
  }

  private init?(lines options: Options) {
    let known: Set = ["--width", "--height", "--as", "--colors", "--background", "--fill-cells"]
    guard options.names.isSubset(of: known), let width = options.number("--width", 1...4096),
      let height = options.number("--height", 1...4096), let form = PixelForm(options),
      let drawing = Drawing(options)
    else { return nil }
    self = .lines(PictureSize(width: width, height: height), form, over: drawing.background)
  }
}

/// Options with their values; each may occur once.
struct Options {
  private var values: [String: String] = [:]

  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst(),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  var isEmpty: Bool { values.isEmpty }
  var names: Set<String> { Set(values.keys) }
  subscript(name: String) -> String? { values[name] }

  func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
    values[name].flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Command {
  func run() throws(PictureProblem) {
    switch self {
    case .headers(let count): Self.headers((3..<Int32(3 + count)).map { Descriptor(number: $0) })
    case .limits:
      // Before system calls are filtered.
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
    // Before the limits apply, only the first bytes and the color profile have been read.
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
    // Photos are mapped one at a time.
    ResourceLimits.apply(
      photos: descriptors.compactMap { PhotoFile.size($0) }.max() ?? 0,
      onlyHeaders: true)
    for descriptor in descriptors {
      // Write each answer immediately: a photo that stops this process doesn't affect the ones
      // before it.
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
  /// Loads the libraries that only this format needs, while files can still be opened.
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

/// Draws the answers and writes them to standard output.
enum Answer {
  static func cells(
    _ picture: UprightPicture, columns: Int, rows: Int, colors: CellColors, cellRatio: Double,
    _ drawing: Drawing
  ) throws(PictureProblem) {
    let size = CellSize(picture.size, columns: columns, rows: rows, cellRatio: cellRatio)
    // chafa scales well, but always draws the complete input.
    let pixels =
      drawing.region == .whole
      ? try picture.pixels(atLeast: size.pixels) : try picture.pixels(size.allPixels)
    var art = try CellArt(pixels, size, colors)

    var answer = Array("cells \(size.columns) \(size.rows)\(note(pixels))\n".utf8)
    answer.reserveCapacity(answer.count + size.columns * size.rows * 12)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = art.cell(column: column, row: row)
        append(cell.scalar, to: &answer)
        append(UInt32(bitPattern: cell.foreground), to: &answer)
        append(UInt32(bitPattern: cell.background), to: &answer)
      }
    }
    answer.withUnsafeBytes { StandardOutput.write($0) }
  }

  static func pixels(
    _ picture: UprightPicture, within size: PictureSize, _ form: PixelForm, _ drawing: Drawing,
    _ sign: FilmSign?
  ) throws(PictureProblem) {
    let pixels = try picture.pixels(picture.size.fitted(width: size.width, height: size.height))
    sign?.draw(on: pixels)
    try self.pixels(pixels, within: size, form, over: drawing.background)
  }

  static func pixels(
    _ pixels: borrowing PixelBuffer, within size: PictureSize, _ form: PixelForm,
    over background: Color
  ) throws(PictureProblem) {
    guard case .sixel(let colors, let cell?) = form else { return try self.pixels(pixels, form) }
    try self.pixels(
      pixels.filling(cell, over: background, atMost: size), .sixel(colors: colors, filling: nil))
  }

  private static func pixels(
    _ pixels: borrowing PixelBuffer, _ form: PixelForm
  ) throws(PictureProblem) {
    let encoded =
      switch form {
      case .png: try PNGEncoder.encode(pixels)
      case .jpeg: try JPEGEncoder.encode(pixels)
      case .sixel(let colors, _): try SixelEncoder.encode(pixels, colors: colors)
      }
    StandardOutput.write(
      "pixels \(form.name) \(pixels.size.width) \(pixels.size.height)\(note(pixels))\n")
    encoded.withUnsafeBytes { StandardOutput.write($0) }
  }

  /// Returns the word at the end of an answer's first line if the file had only part of the
  /// picture.
  private static func note(_ pixels: borrowing PixelBuffer) -> String {
    pixels.isWhole ? "" : " \(PictureProblem.incomplete.rawValue)"
  }

  static func withoutLocation(_ format: ImageFormat, _ bytes: Bytes) throws(PictureProblem) {
    let photo = try PhotoCleaner.clean(format, bytes)
    photo.forEachPart(of: bytes) { StandardOutput.write($0) }
    if photo.isPartial { StandardOutput.write("partial\n", to: .word) }
  }

  private static func append(_ number: UInt32, to answer: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { answer.append(contentsOf: $0) }
  }
}
