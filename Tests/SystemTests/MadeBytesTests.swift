import System
import TestSupport
import Testing

@Suite("Bytes that are made when they are asked for")
struct MadeBytesTests {
  private static let blockSize = 64 << 10
  private static let count = 9 * blockSize + 1234
  private static func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: place &* 31 >> 3) }

  /// - Parameter lacking: the block that can't be made.
  private func file(lacking: Int? = nil) throws -> MappedFile {
    try require(
      MappedFile(count: Self.count) { range, buffer in
        for (index, place) in range.enumerated() { buffer[index] = Self.byte(place) }
        return lacking.map { !range.contains($0 * Self.blockSize) } ?? true
      })
  }

  @Test(arguments: [0..<1, 70_000..<70_001, 65_535..<65_537, 100_000..<500_000, 500_000..<591_058])
  func `a part has the same bytes as the whole`(range: Range<Int>) throws {
    let file = try file()
    let part = try require(file.part(range))
    let bytes = try require(part.bytes(range))
    expect(bytes.elementsEqual(range.map(Self.byte)))
    expect(bytes.elementsEqual(file.bytes[range]))
    expectNil(part.bytes(part.range.lowerBound..<part.range.upperBound + 1))
  }

  @Test func `what was given back is made again, and only whole blocks are`() throws {
    let file = try file()
    expect(file.bytes.elementsEqual((0..<Self.count).map(Self.byte)))
    let edge = 4 * Self.blockSize
    file.release(5..<edge + 100)
    expectEqual(file.room[Self.blockSize + 1], 0)
    for place in [0, Self.blockSize - 1, edge, Self.count - 1] {
      expectEqual(file.room[place], Self.byte(place))
    }
    expect(file.bytes.elementsEqual((0..<Self.count).map(Self.byte)))
  }

  @Test func `what can't be made is told of, wherever it is asked for`() throws {
    let file = try file(lacking: 4)
    let (before, block) = (0..<4 * Self.blockSize, 4 * Self.blockSize)
    expect(file.isWhole(before))
    expect(file.part(before) != nil)
    expect(!file.isWhole(block + 5..<block + 6))
    expect(!file.isWhole(block - 1..<block + 1))
    expectNil(file.part(block - 1..<block + 1))
    expect(file.isWhole(block + Self.blockSize..<Self.count))
  }
}
