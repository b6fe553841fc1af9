import DiaryCore
import TerminalUI

/// A request to draw a photo upright, in its proportions.
package struct RenderRequest: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// Characters; `ratio` is a cell's width divided by its height.
    case cells(ColorDepth, ratio: Double)
    /// Pixels; `colors` is the maximum number of colors of sixels.
    case pixels(PixelPicture.Encoding, colors: Int)
  }

  package let form: Form
  /// The maximum size in cells or pixels.
  package let width: Int
  package let height: Int
  package let region: PictureRegion
  /// The color behind transparent pixels as 0xRRGGBB; `nil` for black.
  package let background: UInt32?
  /// The size of the cells that sixels fill, with the background beside the picture; `nil` not to
  /// fill cells.
  package let filledCell: PixelSize?

  /// Creates a request; `nil` if there is no space for a picture.
  package init?(
    _ form: Form, width: Int, height: Int, region: PictureRegion = .whole,
    background: UInt32? = nil, filledCell: PixelSize? = nil
  ) {
    guard width > 0, height > 0 else { return nil }
    self.form = form
    self.width = min(width, form.longestSide)
    self.height = min(height, form.longestSide)
    self.region = region
    self.background = background
    self.filledCell = filledCell
  }

  /// The picture program's arguments.
  var arguments: [String] {
    var arguments =
      switch form {
      case .cells(let colors, let ratio):
        [
          "cells", "--columns", String(width), "--rows", String(height), "--colors",
          colors.argument, "--cell-ratio", Self.ratio(ratio),
        ]
      case .pixels(let encoding, let colors):
        // Only sixels have a number of colors.
        [
          "pixels", "--width", String(width), "--height", String(height), "--as",
          encoding.rawValue,
        ] + (encoding == .sixel ? ["--colors", String(colors)] : [])
      }
    if region != .whole {
      arguments += ["--region", "\(region.left),\(region.top),\(region.right),\(region.bottom)"]
    }
    if let background { arguments += ["--background", Self.hexadecimal(background)] }
    if let filledCell { arguments += ["--fill-cells", "\(filledCell.width)x\(filledCell.height)"] }
    return arguments
  }

  /// Returns the arguments for a frame of a video, whose length is drawn on pixels.
  func arguments(videoLength: String) -> [String] {
    if case .pixels = form { arguments + ["--length", videoLength] } else { arguments }
  }

  /// The arguments to draw lines instead of a photo.
  var argumentsForLines: [String] { ["lines"] + arguments.dropFirst() }

  /// The request's name in the cache, different from other requests for the same photo; `nil` for a
  /// part of a photo, which is rarely viewed twice.
  var cacheName: String? {
    guard region == .whole else { return nil }
    let name =
      switch form {
      case .cells(let colors, let ratio):
        "\(width)x\(height)-\(colors.argument)" + (ratio == 0.5 ? "" : "-r\(Self.ratio(ratio))")
      case .pixels(let encoding, let colors):
        "\(width)x\(height)px-\(encoding.rawValue)" + (encoding == .sixel ? "\(colors)" : "")
      }
    // Pictures that were stored before colors were converted to sRGB aren't used.
    return name + "-srgb" + (background.map { "-" + Self.hexadecimal($0) } ?? "")
      + (filledCell.map { "-\($0.width)x\($0.height)" } ?? "")
  }

  /// The maximum size of an answer in bytes.
  var largestAnswer: Int {
    switch form {
    case .cells: 32 + width * height * 12
    case .pixels: 1 << 16 + width * height * 8
    }
  }

  /// Decodes the picture program's answer; `nil` if it is invalid or doesn't match the request.
  func picture(_ answer: [UInt8]) -> Picture? {
    switch form {
    case .cells(let colors, _):
      CellPicture(decoding: answer, colors, atMost: Size(columns: width, rows: height))
        .map(Picture.cells)
    case .pixels(let encoding, _):
      PixelPicture(decoding: answer, encoding, atMost: PixelSize(width: width, height: height))
        .map(Picture.pixels)
    }
  }

  /// Formats a ratio in hundredths; finer differences are invisible.
  private static func ratio(_ ratio: Double) -> String {
    let hundredths = Int((max(0.1, min(ratio, 10)) * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// Returns six hexadecimal digits for the picture program.
  static func hexadecimal(_ color: UInt32) -> String {
    DiaryCore.hexadecimal([16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) })
  }
}

extension RenderRequest.Form {
  fileprivate var longestSide: Int {
    switch self {
    case .cells: 1000
    case .pixels: 4096
    }
  }
}

extension CellPicture {
  /// Decodes an answer of the picture program: a line `cells <columns> <rows>`, with `incomplete`
  /// if the file had only part of the picture, then twelve bytes per cell: character, foreground
  /// and background, little-endian. `nil` unless it is valid, no larger than `limit`, and contains
  /// only blocks and spaces.
  init?(decoding bytes: [UInt8], _ colors: ColorDepth, atMost limit: Size) {
    guard let end = bytes.prefix(40).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 3 || words.count == 4 && words[3] == "incomplete", words[0] == "cells",
      let columns = Int(words[1]), let rows = Int(words[2]), columns > 0, rows > 0,
      columns <= limit.columns,
      rows <= limit.rows, bytes.count - end - 1 == columns * rows * 12
    else { return nil }

    var cells: [Cell] = []
    cells.reserveCapacity(columns * rows)
    for position in stride(from: end + 1, to: bytes.count, by: 12) {
      guard let cell = Cell(decoding: bytes, at: position, colors) else { return nil }
      cells.append(cell)
    }
    self.init(size: Size(columns: columns, rows: rows), cells: cells, isComplete: words.count == 3)
  }
}

extension Cell {
  fileprivate init?(decoding bytes: [UInt8], at position: Int, _ colors: ColorDepth) {
    func number(_ position: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << ($1 * 8) }
    }
    guard let scalar = Unicode.Scalar(number(position)),
      scalar == " " || ("\u{2580}"..."\u{259F}").contains(scalar),
      let foreground = colors.color(number(position + 4)),
      let background = colors.color(number(position + 8))
    else { return nil }
    self.init(String(scalar), Style(foreground: foreground, background: background))
  }
}

extension ColorDepth {
  /// The depth as an argument of the picture program.
  fileprivate var argument: String {
    switch self {
    case .monochrome: "mono"
    case .sixteen: "16"
    case .palette256: "256"
    case .full: "full"
    }
  }

  fileprivate func color(_ number: UInt32) -> Color? {
    if number == .max { return .terminal }
    switch self {
    case .full: return number <= 0xFFFFFF ? .rgb(number) : nil
    case .palette256: return UInt8(exactly: number).map(Color.palette)
    case .sixteen: return number < 16 ? .palette(UInt8(number)) : nil
    case .monochrome: return nil
    }
  }
}

extension PixelPicture {
  /// Decodes an answer of the picture program: a line `pixels <encoding> <width> <height>`, with
  /// `incomplete` if the file had only part of the picture, then the encoded picture. `nil` unless
  /// it is valid, no larger than `limit`, and begins and ends as the encoding requires.
  init?(decoding bytes: [UInt8], _ encoding: Encoding, atMost limit: PixelSize) {
    guard let end = bytes.prefix(40).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 4 || words.count == 5 && words[4] == "incomplete", words[0] == "pixels",
      words[1] == encoding.rawValue, let width = Int(words[2]), let height = Int(words[3]),
      1...limit.width ~= width,
      1...limit.height ~= height
    else { return nil }
    let content = Array(bytes[(end + 1)...])
    guard content.starts(with: encoding.beginning), content.suffix(2) == encoding.end[...] else {
      return nil
    }
    self.init(
      encoding: encoding, pixels: PixelSize(width: width, height: height), bytes: content,
      isComplete: words.count == 4)
  }
}

extension PixelPicture.Encoding {
  fileprivate var beginning: [UInt8] {
    switch self {
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    case .jpeg: [0xFF, 0xD8, 0xFF]
    case .sixel: [0x1B, UInt8(ascii: "P")]
    }
  }

  /// The last two bytes, which incomplete pictures don't have.
  fileprivate var end: [UInt8] {
    switch self {
    // The end of the checksum of PNG's last chunk.
    case .png: [0x60, 0x82]
    case .jpeg: [0xFF, 0xD9]
    case .sixel: [0x1B, UInt8(ascii: "\\")]
    }
  }
}

extension PixelLine {
  /// Encodes lines for the picture program: see its `LineDrawing`. Lines are clipped near the
  /// picture's edges.
  static func encoded(_ lines: [PixelLine], width: Int, height: Int) -> [UInt8] {
    let clip = LineClip(width: width, height: height, margin: margin)
    var text = ""
    for line in lines {
      var last: (x: Int, y: Int)?
      for (from, to) in zip(line.points, line.points.dropFirst()) {
        guard let part = clip.part(from: from, to: to) else { continue }
        let (start, end) = (hundredths(part.start), hundredths(part.end))
        if last.map({ $0 == start }) != true {
          if last != nil { text += "\n" }
          text += "\(line.pen.encoded) \(start.x) \(start.y)"
        }
        text += " \(end.x) \(end.y)"
        last = end
      }
      if last != nil { text += "\n" }
    }
    // An empty file would be rejected.
    return text.isEmpty ? [UInt8(ascii: "\n")] : Array(text.utf8)
  }

  /// Pixels beyond the edges: more than half of the widest line.
  private static let margin = 32.0

  private static func hundredths(_ point: (x: Double, y: Double)) -> (x: Int, y: Int) {
    (Int((point.x * 100).rounded()), Int((point.y * 100).rounded()))
  }
}

extension PixelLine.Pen {
  fileprivate var encoded: String {
    let (width, dash) = (Int((width * 100).rounded()), Int((dash * 100).rounded()))
    return "\(RenderRequest.hexadecimal(color)) \(width) \(dash)"
  }
}
