import DiaryCore
import TerminalUI

/// A picture that is to be made of a photo, upright and in its proportions.
package struct RenderRequest: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// In characters; `ratio` is a cell's width by its height.
    case cells(PictureColors, ratio: Double)
    /// `colors` is how many a sixel picture may have.
    case pixels(PixelPicture.Encoding, colors: Int)
  }

  package let form: Form
  /// The most that it may take, in cells or in pixels.
  package let width: Int
  package let height: Int
  package let region: PictureRegion
  /// What shows through it where it is transparent, as 0xRRGGBB; black when that isn't known.
  package let background: UInt32?
  /// Of what size cells are that sixels fill, with the background where the picture doesn't reach; `nil` for
  /// a picture that ends where it ends.
  package let filledCell: PixelSize?

  /// `nil` when there is no room for a picture.
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
          colors.rawValue, "--cell-ratio", Self.ratio(ratio),
        ]
      case .pixels(let encoding, let colors):
        // Only sixels name their colors.
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

  /// The same for a frame of a film, whose length is drawn on a picture in pixels.
  func arguments(signed length: String) -> [String] {
    if case .pixels = form { arguments + ["--length", length] } else { arguments }
  }

  /// The same for lines in place of a photo.
  var argumentsForLines: [String] { ["lines"] + arguments.dropFirst() }

  /// Tells it from other orders of the same photo, in a file's name. `nil` for a part of a photo:
  /// few are looked at twice.
  var cacheName: String? {
    guard region == .whole else { return nil }
    let name =
      switch form {
      case .cells(let colors, let ratio):
        "\(width)x\(height)-\(colors.rawValue)" + (ratio == 0.5 ? "" : "-r\(Self.ratio(ratio))")
      case .pixels(let encoding, let colors):
        "\(width)x\(height)px-\(encoding.rawValue)" + (encoding == .sixel ? "\(colors)" : "")
      }
    // Since colors are converted to sRGB, pictures that were kept before aren't used.
    return name + "-srgb" + (background.map { "-" + Self.hexadecimal($0) } ?? "")
      + (filledCell.map { "-\($0.width)x\($0.height)" } ?? "")
  }

  /// More bytes than any answer has.
  var largestAnswer: Int {
    switch form {
    case .cells: 32 + width * height * 12
    case .pixels: 1 << 16 + width * height * 8
    }
  }

  /// Reads the picture program's answer; `nil` when it is none to this order.
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

  /// In hundredths: finer differences can't be seen.
  private static func ratio(_ ratio: Double) -> String {
    let hundredths = Int((max(0.1, min(ratio, 10)) * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// Six digits of a color, as the picture program takes it.
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

/// How many colors a terminal shows; the values are the picture program's words.
package enum PictureColors: String, Hashable, Sendable, CaseIterable {
  case full
  case indexed256 = "256"
  case indexed16 = "16"
  case mono
}

extension CellPicture {
  /// Reads what the picture program writes: a line `cells <columns> <rows>`, with `incomplete`
  /// where the file had only a part of it, then twelve bytes a cell: character, foreground and
  /// background, little endian. `nil` unless it is exactly that, no larger than `limit`, and holds
  /// nothing but blocks and spaces.
  init?(decoding bytes: [UInt8], _ colors: PictureColors, atMost limit: Size) {
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
    self.init(size: Size(columns: columns, rows: rows), cells: cells, isWhole: words.count == 3)
  }
}

extension Cell {
  fileprivate init?(decoding bytes: [UInt8], at position: Int, _ colors: PictureColors) {
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

extension PictureColors {
  fileprivate func color(_ number: UInt32) -> Color? {
    if number == .max { return .terminal }
    switch self {
    case .full: return number <= 0xFFFFFF ? .rgb(number) : nil
    case .indexed256: return UInt8(exactly: number).map(Color.palette)
    case .indexed16: return number < 16 ? .palette(UInt8(number)) : nil
    case .mono: return nil
    }
  }
}

extension PixelPicture {
  /// Reads what the picture program writes: a line `pixels <encoding> <width> <height>`, with
  /// `incomplete` where the file had only a part of it, then the encoded picture. `nil` unless it is
  /// that, no larger than `limit`, and begins as its encoding does.
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
      isWhole: words.count == 4)
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

  /// Its last two bytes: a picture that was cut off lacks them.
  fileprivate var end: [UInt8] {
    switch self {
    // The checksum of the chunk that ends every PNG.
    case .png: [0x60, 0x82]
    case .jpeg: [0xFF, 0xD9]
    case .sixel: [0x1B, UInt8(ascii: "\\")]
    }
  }
}

extension PixelLine {
  /// Lines as the picture program takes them: see its `LineDrawing`. What lies beyond a picture's edges is cut off.
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
          text += "\(line.pen.words) \(start.x) \(start.y)"
        }
        text += " \(end.x) \(end.y)"
        last = end
      }
      if last != nil { text += "\n" }
    }
    // A file without anything is none.
    return text.isEmpty ? [UInt8(ascii: "\n")] : Array(text.utf8)
  }

  /// More than half of what the widest line has.
  private static let margin = 32.0

  private static func hundredths(_ point: (x: Double, y: Double)) -> (x: Int, y: Int) {
    (Int((point.x * 100).rounded()), Int((point.y * 100).rounded()))
  }
}

extension PixelLine.Pen {
  fileprivate var words: String {
    let (width, dash) = (Int((width * 100).rounded()), Int((dash * 100).rounded()))
    return "\(RenderRequest.hexadecimal(color)) \(width) \(dash)"
  }
}
