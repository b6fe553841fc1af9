import DiaryCore
import Foundation
import Photos

/// A folder for one test's photos, gone when the test is.
final class PhotoFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "photos-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], _ name: String = "photo") throws -> String {
    let file = "\(path)/\(UUID().uuidString)-\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}

enum Fixture {
  /// A photo of the sample diary.
  static func sample(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: samplePath(name))))
  }

  /// One of the small files in Fixtures/, whose README says how each was made.
  static func file(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Fixtures/\(name)")))
  }

  static func samplePath(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/Assets/photos/\(name).jpg"
  }

  /// A sample whose own metadata is taken out and replaced by this.
  static func jpeg(_ name: String = "warm-soup", exif: [UInt8]) throws -> [UInt8] {
    var bytes = try sample(name)
    var position = 2
    while bytes[position] == 0xFF, 0xE0...0xEF ~= bytes[position + 1] {
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      if bytes[position + 1] == 0xE1 {
        bytes.removeSubrange(position..<position + 2 + length)
      } else {
        position += 2 + length
      }
    }
    return Array(bytes[..<2]) + segment(Array("Exif\0\0".utf8) + exif) + bytes[2...]
  }

  static func segment(_ content: [UInt8]) -> [UInt8] {
    [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  /// A PNG of one color that says it is `width` × `height`; its pixels may be left out.
  static func png(width: Int, height: Int, rows: Int, chunks: [(String, [UInt8])] = []) -> [UInt8] {
    let row: [UInt8] = [0] + Array(repeating: 0x80, count: width * 3)
    let pixels = Array(repeatElement(row, count: rows).joined())
    let header = big(width) + big(height) + [8, 2, 0, 0, 0]
    let all = [("IHDR", header)] + chunks + [("IDAT", stored(pixels)), ("IEND", [])]
    return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + all.flatMap { chunk($0.0, $0.1) }
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return big(content.count) + checked + big(Int(checksum(checked)))
  }

  static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }

  /// A zlib stream that compresses nothing.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(65535)
      rest = rest.dropFirst(65535)
      let length = UInt16(piece.count)
      stream += [rest.isEmpty ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8)]
      stream += [UInt8(~length & 0xFF), UInt8(~length >> 8)] + piece
    } while !rest.isEmpty
    return stream + big(Int(high << 16 | low))
  }
}

/// The picture program that was built with these tests: beside their bundle.
let program: PictureProgram? = {
  let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
  let bundle = maps.split(separator: "\n").first { $0.hasSuffix("PackageTests.xctest") }
  guard let bundle, let start = bundle.firstIndex(of: "/") else { return nil }
  let folder = URL(fileURLWithPath: String(bundle[start...])).deletingLastPathComponent().path
  return PictureProgram(path: folder + "/photodiary-picture")
}()

let inspector = PictureProgramInspector(program)
