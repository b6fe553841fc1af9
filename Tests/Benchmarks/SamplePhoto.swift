import TestSupport

/// Photos to work on: a real one, and bytes after its end, which every decoder passes over.
struct SamplePhoto {
  private let photo: [UInt8]

  @MainActor
  init(_ bench: Workbench) throws {
    let project = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    photo = try bench.read(project + "/Assets/photos/river-fog.jpg")
  }

  /// Writes as many different photos as are asked for. Returns their names.
  func write(_ count: Int, to folder: String) throws -> [String] {
    try (0..<count).map { number in
      let name = "\(number).jpg"
      try FileWriter.write(photo + Array("\(number)".utf8), to: folder + "/" + name)
      return name
    }
  }

  /// Writes one of that many bytes, another one for each seed.
  func write(bytes: Int, seed: Int = 0, to path: String) throws {
    let piece = 1 << 20
    let parts = stride(from: 0, to: bytes, by: piece).lazy.map { start in
      let head = start == 0 ? photo : []
      let count = min(piece, bytes - start) - head.count
      return head + Self.bytes(count, seed: seed + start)
    }
    try FileWriter.write(parts, to: path)
  }

  private static func bytes(_ count: Int, seed: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = (0..<(max(0, count) / 8 + 1)).map { _ in generator.next() }
    return words.withUnsafeBytes { Array($0.prefix(max(0, count))) }
  }
}
