import DiaryCore

/// The files of an entry's photos, as its Markdown file names them.
struct MarkdownLinks {
  /// Where an entry's file has the photos.
  static let folder = "../photos/"

  private var files: [AssetID: String] = [:]
  private var assets: [String: AssetID] = [:]

  mutating func add(_ asset: AssetID, at file: String) {
    files[asset] = file
    assets[file] = asset
  }

  /// `nil` for one that isn't there.
  func file(of asset: AssetID) -> String? { files[asset] }

  /// The photo that a link shows, however it writes its file.
  func asset(at address: String) -> AssetID? {
    assets[address] ?? address.percentDecoded.flatMap { assets[$0] }
  }

  /// The destination of a link to a photo, as CommonMark takes it without angle brackets. Letters of
  /// every script stay, to be legible.
  func address(of asset: AssetID) -> String? {
    guard let file = files[asset] else { return nil }
    let plain = Set("-._~,+@=/".utf8)
    var bytes: [UInt8] = []
    for byte in file.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: bytes.append(byte)
      case _ where plain.contains(byte): bytes.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += (byte < 16 ? "%0" : "%").utf8
        bytes += digits.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MarkdownImages.Image {
  /// Whether its address says how it is to be got from elsewhere.
  var isElsewhere: Bool {
    if case .address(let address) = target { address.hasScheme } else { false }
  }
}
