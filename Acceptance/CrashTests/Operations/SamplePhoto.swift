import Foundation
import TestSupport

/// Photos of 4 × 3 pixels of one color.
enum SamplePhoto: String, CaseIterable {
  // The compressed pixels and their checksum.
  case red = "M4IScHRww4OQD1xwwx7+oCFg"
  case green = "OQOyEHRww4OQDtzwwxM9lejw"
  case blue = "OQkzsBRww4OQDl1wwx2+WqRg"

  var name: String { "\(self).png" }

  func bytes() throws -> [UInt8] {
    let start = "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42m"
    return Array(try require(Data(base64Encoded: start + rawValue + "AAAABJRU5ErkJggg==")))
  }
}
