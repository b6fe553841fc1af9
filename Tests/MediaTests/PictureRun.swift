import CPNG
import Foundation
import TestSupport

/// Runs the picture program as the diary does.
enum PictureRun {
  static let path = BuiltProgram.path("photodiary-picture")

  /// Runs a command with a photo as standard input.
  ///
  /// - Parameter seconds: the limit on processor time.
  static func run(
    _ arguments: [String], photoAt path: String, seconds: Int = 60
  ) throws -> ProgramResult {
    try ProgramResult.run(
      "/bin/sh",
      ["-c", #"ulimit -t \#(seconds); exec "$0" "$@" < "$PHOTO""#, Self.path] + arguments,
      environment: ["PHOTO": path, "SWIFT_BACKTRACE": "enable=no"])
  }

  static func run(_ arguments: String, _ photo: [UInt8], seconds: Int = 60) throws -> ProgramResult
  {
    let folder = try TemporaryFolder()
    return try run(
      arguments.split(separator: " ").map(String.init), photoAt: folder.write(photo),
      seconds: seconds)
  }

  /// Runs a command that must fail with only this word.
  static func expectFailure(
    _ word: String, _ arguments: String, _ photo: [UInt8], seconds: Int = 60,
    _ comment: String = "", file: String = #filePath, line: Int = #line
  ) throws {
    let result = try run(arguments, photo, seconds: seconds)
    expectEqual(result.end, .status(3), comment, file: file, line: line)
    expectEqual(result.errorText, word + "\n", comment, file: file, line: line)
    expectEqual(result.output, [], comment, file: file, line: line)
  }

  /// Returns the answer to `info` or `header`.
  static func facts(_ photo: [UInt8], _ command: String = "info") throws -> [String: Any] {
    try object(run(command, photo).output)
  }

  static func size(_ facts: [String: Any]) -> [Int] {
    ["width", "height"].compactMap { facts[$0] as? Int }
  }

  static func object(_ json: [UInt8]) throws -> [String: Any] {
    try require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
  }

  /// Returns the picture in the answer to `pixels --as png`.
  static func pixels(
    _ photo: [UInt8], _ options: String = "--width 96 --height 96"
  ) throws -> Pixels {
    let result = try run("pixels --as png \(options)", photo)
    try require(result.status == 0, "\(result.end) \(result.errorText)")
    let answer = try PixelAnswer(result.output)
    let pixels = try Pixels(png: answer.bytes)
    expectEqual(pixels.size, answer.size)
    return pixels
  }
}

extension ProgramResult {
  /// The line of an answer before the picture.
  var firstLine: String {
    String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

/// The answer to `pixels`: its first line, and the bytes after it.
struct PixelAnswer {
  let form: String
  let width: Int
  let height: Int
  let bytes: [UInt8]

  var size: [Int] { [width, height] }

  init(_ output: [UInt8]) throws {
    let end = try require(output.firstIndex(of: 0x0A))
    let words = String(decoding: output[..<end], as: UTF8.self).split(separator: " ")
    try require(words.count >= 4 && words[0] == "pixels")
    form = String(words[1])
    width = try require(Int(words[2]))
    height = try require(Int(words[3]))
    bytes = Array(output[(end + 1)...])
  }
}

/// A PNG, decoded with libpng's simplified API.
struct Pixels {
  let width: Int
  let height: Int
  private let rgb: [UInt8]

  var size: [Int] { [width, height] }

  init(png bytes: [UInt8]) throws {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    try require(png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    var rgb = [UInt8](repeating: 0, count: Int(image.width * image.height) * 3)
    try require(png_image_finish_read(&image, nil, &rgb, 0, nil) != 0)
    width = Int(image.width)
    height = Int(image.height)
    self.rgb = rgb
  }

  func color(_ x: Int, _ y: Int) -> PixelColor {
    let position = (y * width + x) * 3
    return PixelColor(Int(rgb[position]), Int(rgb[position + 1]), Int(rgb[position + 2]))
  }

  /// The colors near the corners: top left, top right, bottom left, bottom right.
  var corners: [PixelColor] {
    let (x, y) = (width / 8, height / 8)
    return [
      color(x, y), color(width - 1 - x, y), color(x, height - 1 - y),
      color(width - 1 - x, height - 1 - y),
    ]
  }
}

/// A color, equal to all colors that a lossy format may turn it into.
struct PixelColor: Equatable, CustomStringConvertible {
  let red: Int
  let green: Int
  let blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  static func == (first: Self, second: Self) -> Bool {
    abs(first.red - second.red) <= 4 && abs(first.green - second.green) <= 4
      && abs(first.blue - second.blue) <= 4
  }

  var description: String { "(\(red) \(green) \(blue))" }

  static let red = PixelColor(220, 30, 30)
  static let green = PixelColor(30, 200, 30)
  static let blue = PixelColor(30, 30, 220)
  static let yellow = PixelColor(230, 230, 30)
  static let black = PixelColor(0, 0, 0)
  static let gray = gray(128)
  static func gray(_ level: Int) -> PixelColor { PixelColor(level, level, level) }
  static func red(_ level: Int) -> PixelColor { PixelColor(level, 0, 0) }
  /// The corners as stored in the fixtures.
  static let corners = [red, green, blue, yellow]

  /// Returns the corners that are visible if upright pixels have an EXIF orientation.
  static func corners(turned orientation: Int) -> [PixelColor] {
    let order = [
      1: [0, 1, 2, 3], 2: [1, 0, 3, 2], 3: [3, 2, 1, 0], 4: [2, 3, 0, 1], 5: [0, 2, 1, 3],
      6: [2, 0, 3, 1], 7: [3, 1, 2, 0], 8: [1, 3, 0, 2],
    ]
    return (order[orientation] ?? []).map { corners[$0] }
  }
}
