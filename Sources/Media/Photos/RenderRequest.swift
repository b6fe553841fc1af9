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
