import System

/// A command from the diary.
enum PhotoCommand {
  case info
  case header
  case headers(count: Int)
  case cells(columns: Int, rows: Int, colors: CellColors, cellRatio: Double, DrawingOptions)
  /// Draws pixels, with the badge of a video if the photo is one of its frames.
  case pixels(ImageSize, PixelEncoding, DrawingOptions, VideoBadge?)
  case lines(ImageSize, PixelEncoding, over: RGBColor)
  case withoutLocation
  case limits

  static let usage = """
    usage: photodiary-picture info < PHOTO
           photodiary-picture header < PHOTO
           photodiary-picture headers --count N      photos are the open files 3 to N + 2
           photodiary-picture cells --columns C --rows R --colors full|256|16|mono
                                    [--cell-ratio 0.5] [--region L,T,R,B]
                                    [--background RRGGBB] < PHOTO
           photodiary-picture pixels --width W --height H --as png|jpeg|pgm|sixel [--colors N]
                                    [--region L,T,R,B] [--background RRGGBB]
                                    [--length 0:42] [--fill-cells 10x20] < PHOTO
           photodiary-picture lines --width W --height H --as png|jpeg|sixel [--colors N]
                                    [--background RRGGBB] [--fill-cells 10x20] < LINES
           photodiary-picture without-location < PHOTO
           photodiary-picture limits                 says whether system calls are filtered, and
                                                     whether a confined program opens no other file
           photodiary-picture confined PROGRAM ARG…  becomes a program that can do little < FILE
           photodiary-picture confined-idle PROGRAM ARG…    the same, at a lower priority

    """

  /// Parses arguments; `nil` if they aren't a command.
  init?(_ arguments: [String]) {
    guard let name = arguments.first, let options = CommandOptions(arguments.dropFirst())
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

  private init?(headers options: CommandOptions) {
    guard options.names == ["--count"], let count = options.number("--count", 1...64)
    else { return nil }
    self = .headers(count: count)
  }

  private init?(cells options: CommandOptions) {
    let known: Set = [
      "--columns", "--rows", "--colors", "--cell-ratio", "--region", "--background",
    ]
    guard options.names.isSubset(of: known), let columns = options.number("--columns", 1...1000),
      let rows = options.number("--rows", 1...1000),
      let colors = options["--colors"].flatMap({ CellColors(rawValue: $0) }),
      let cellRatio = Double(options["--cell-ratio"] ?? "0.5"), 0.1...10 ~= cellRatio,
      let drawing = DrawingOptions(options)
    else { return nil }
    self = .cells(columns: columns, rows: rows, colors: colors, cellRatio: cellRatio, drawing)
  }

  private init?(pixels options: CommandOptions) {
    let known: Set = [
      "--width", "--height", "--as", "--colors", "--region", "--background", "--length",
      "--fill-cells",
    ]
    guard options.names.isSubset(of: known), let size = options.size,
      let encoding = PixelEncoding(options), let drawing = DrawingOptions(options)
    else { return nil }
    let badge = options["--length"].map { VideoBadge($0) }
    if case .some(nil) = badge { return nil }
    self = .pixels(size, encoding, drawing, badge ?? nil)
  }

  private init?(lines options: CommandOptions) {
    let known: Set = ["--width", "--height", "--as", "--colors", "--background", "--fill-cells"]
    guard options.names.isSubset(of: known), let size = options.size,
      let encoding = PixelEncoding(options), let drawing = DrawingOptions(options)
    else { return nil }
    self = .lines(size, encoding, over: drawing.background)
  }
}

// MARK: - CommandOptions

/// Options with their values; each may occur once.
struct CommandOptions {
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

  /// The maximum size of a picture in pixels.
  var size: ImageSize? {
    guard let width = number("--width", 1...4096), let height = number("--height", 1...4096)
    else { return nil }
    return ImageSize(width: width, height: height)
  }
}

extension PhotoCommand {
  func run() throws {
    switch self {
    case .headers(let count): Self.headers((3..<Int32(3 + count)).map { Descriptor(number: $0) })
    case .limits:
      // Before system calls are filtered.
      let blocksOtherFiles = Confinement.blocksOtherFiles
      let isFiltered = ResourceLimits.apply(photos: 0)
      StandardOutput.write(
        "\(isFiltered ? "filtered" : "unfiltered") \(blocksOtherFiles ? "landlock" : "open")\n")
    case .lines(let size, let encoding, let background):
      try Self.drawLines(size, encoding, over: background)
    default: try runOnPhoto()
    }
  }

  private func runOnPhoto() throws {
    let file = try PhotoFile()
    let bytes = file.bytes
    // Before the limits apply, only the first bytes and the color profile have been read.
    let format = ImageFormat(bytes)
    if decodes { format?.loadLibraries(bytes) }
    ResourceLimits.apply(photos: bytes.count, onlyHeaders: isHeader)
    guard let format else { throw ImageError(notPhoto: bytes) }
    switch self {
    case .info:
      let info = PhotoInfo(format, bytes)
      if let problem = info.headerProblem {
        StandardOutput.write(info.json(problem: problem))
      } else {
        let (problem, print) = PhotoDecoder.examine(format, bytes, info.orientation)
        StandardOutput.write(info.json(problem: problem, print: print))
      }
    case .header:
      AnswerWriter.header(format, bytes)
    case .headers, .limits, .lines:
      break
    case .cells(let columns, let rows, let colors, let cellRatio, let drawing):
      try AnswerWriter.cells(
        UprightPhoto(format, bytes, drawing), columns: columns, rows: rows, colors: colors,
        cellRatio: cellRatio, drawing)
    case .pixels(let size, let encoding, let drawing, let badge):
      let photo = try UprightPhoto(format, bytes, drawing)
      let pixels = try photo.pixels(photo.size.fitted(width: size.width, height: size.height))
      badge?.draw(on: pixels)
      try AnswerWriter.pixels(pixels, within: size, encoding, over: drawing.background)
    case .withoutLocation:
      try AnswerWriter.withoutLocation(format, bytes)
    }
  }

  private static func drawLines(
    _ size: ImageSize, _ encoding: PixelEncoding, over background: RGBColor
  ) throws {
    let file = try PhotoFile()
    ResourceLimits.apply(photos: file.bytes.count)
    let drawing = try LineDrawing(file.bytes)
    let picture = try PixelBuffer(size)
    picture.blend(over: background)
    drawing.draw(on: picture)
    try AnswerWriter.pixels(picture, within: size, encoding, over: background)
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
        AnswerWriter.header(format, file.bytes)
      } else {
        StandardOutput.write("null\n")
      }
    }
  }
}

extension ImageFormat {
  /// Loads the libraries that only this format needs, while files can still be opened.
  fileprivate func loadLibraries(_ bytes: Bytes) {
    if ColorConversion.needsLibrary(self, bytes) { ColorConversion.loadLibrary() }
    switch self {
    case .tiff: TIFFDecoder.loadLibrary()
    case .heic, .avif: HEIFDecoder.loadLibrary()
    case .jxl: JXLDecoder.loadLibrary()
    case .jpeg, .png, .webp, .gif, .bmp, .raf, .orf, .rw2, .cr3: break
    }
  }
}

// MARK: - AnswerWriter

/// Draws the answers and writes them to standard output.
enum AnswerWriter {
  static func header(_ format: ImageFormat, _ bytes: Bytes) {
    let info = PhotoInfo(format, bytes)
    StandardOutput.write(info.json(problem: info.headerProblem))
  }

  static func cells(
    _ picture: UprightPhoto, columns: Int, rows: Int, colors: CellColors, cellRatio: Double,
    _ drawing: DrawingOptions
  ) throws {
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
    _ pixels: borrowing PixelBuffer, within size: ImageSize, _ encoding: PixelEncoding,
    over background: RGBColor
  ) throws {
    if case .sixel(_, let cell?) = encoding {
      try self.pixels(pixels.padded(toCells: cell, over: background, atMost: size), encoding)
    } else {
      try self.pixels(pixels, encoding)
    }
  }

  private static func pixels(_ pixels: borrowing PixelBuffer, _ encoding: PixelEncoding) throws {
    let encoded =
      switch encoding {
      case .png: try PNGEncoder.encode(pixels)
      case .jpeg: try JPEGEncoder.encode(pixels)
      case .pgm: PGMEncoder.encode(pixels)
      case .sixel(let colors, _): try SixelEncoder.encode(pixels, colors: colors)
      }
    StandardOutput.write(
      "pixels \(encoding.name) \(pixels.size.width) \(pixels.size.height)\(note(pixels))\n")
    encoded.withUnsafeBytes { StandardOutput.write($0) }
  }

  /// Returns the word at the end of an answer's first line if the file had only part of the
  /// picture.
  private static func note(_ pixels: borrowing PixelBuffer) -> String {
    pixels.isWhole ? "" : " \(ImageError.incomplete.rawValue)"
  }

  static func withoutLocation(_ format: ImageFormat, _ bytes: Bytes) throws {
    let photo = try PhotoCleaner.clean(format, bytes)
    photo.forEachPart(of: bytes) { StandardOutput.write($0) }
    if photo.isPartial { StandardOutput.write("partial\n", to: .reason) }
  }

  private static func append(_ number: UInt32, to answer: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { answer.append(contentsOf: $0) }
  }
}
