import DiaryCore
import Places
import TestSupport
import Testing

/// A file of names that isn't as it was made: an error in one line, never a crash.
@Suite struct HostilePlaceFileTests {
  private let folder = try! TemporaryFolder()
  private let positions: [PhotoDetails.Position] = [
    .init(latitude: 33.4633, longitude: 126.3098), .init(latitude: 38.7139, longitude: -9.1334),
    .init(latitude: 35.1478, longitude: 129.13), .init(latitude: 89, longitude: 179.9),
  ]

  private func sound() throws -> [UInt8] {
    try TemporaryFolder.bytes(of: Checkout.path("Assets/places.bin"))
  }

  /// The errors that names of the bytes end in.
  private func errors(_ bytes: [UInt8]) throws -> [String] {
    let path = try folder.write(bytes, to: "places.bin")
    let places = PlaceNames(path: path)
    return positions.compactMap { position in
      do throws(PlaceNamesError) {
        _ = try places.names(at: position)
        return nil
      } catch {
        return error.line
      }
    }
  }

  @Test func `one that isn't there, is empty or is another is told in a line`() throws {
    let missing = PlaceNames(path: folder.path("none"))
    expectThrows(PlaceNamesError.self) { try missing.names(at: positions[0]) }
    let bytes = try sound()
    var other = bytes
    other[8] = 2
    for wrong in [[], Array("PDPLACES".utf8), Array(bytes.prefix(200)), bytes.dropLast(), other] {
      let errors = try errors(Array(wrong))
      expectEqual(errors.count, positions.count)
      for line in errors {
        expectContains(line, "are damaged")
        expectLacks(line, "\n")
      }
    }
  }

  @Test func `any damage ends in names or in an error`() throws {
    let bytes = try sound()
    let mutator = Mutator("places", rounds: 20)
    var random = SeededGenerator(seed: mutator.seed)
    for round in 0..<mutator.rounds {
      var broken = bytes
      // In the header, in the strings and in the records, whose numbers lead elsewhere.
      let header = Int.random(in: 0...4, using: &random) == 0 ? 1 : 0
      for (range, count) in [
        (0..<112, header), (112..<2_500_000, 2_000), (2_500_000..<bytes.count, 20_000),
      ] {
        for _ in 0..<count {
          broken[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      for line in try errors(broken) {
        expectLacks(line, "\n", "seed \(mutator.seed), round \(round)")
      }
    }
  }
}
