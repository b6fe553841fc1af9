import DiaryCore
import Foundation
import TestSupport

/// A position whose place is known from elsewhere than the file of names.
struct KnownPosition {
  let position: PhotoDetails.Position
  /// What the name begins with.
  let name: String

  var isKorean: Bool { name.unicodeScalars.contains { ("가"..."힣").contains($0) } }

  /// Those in Fixtures/positions.txt, which says where they are from.
  static func all() throws -> [KnownPosition] {
    let path = Checkout.path("Tests/PlacesTests/Fixtures/positions.txt")
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let latitude = Double(parts[0]), let longitude = Double(parts[1])
        else { return nil }
        return KnownPosition(
          position: .init(latitude: latitude, longitude: longitude), name: String(parts[2]))
      }
  }
}
