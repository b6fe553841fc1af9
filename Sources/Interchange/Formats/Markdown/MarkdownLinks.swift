import DiaryCore

/// The files of an entry's photos and attachments, as its Markdown file names them.
struct MarkdownLinks {
  private var files: [AssetID: String] = [:]
  private var assets: [String: AssetID] = [:]

  mutating func add(_ asset: AssetID, at file: String) {
    files[asset] = file
    assets[file] = asset
  }

  /// `nil` for one that isn't there.
  func file(of asset: AssetID) -> String? { files[asset] }

  /// What a link leads to, however it writes its file.
  func asset(at address: String) -> AssetID? {
    assets[address] ?? address.percentDecoded.flatMap { assets[$0] }
  }

  /// The destination of a link to it.
  func address(of asset: AssetID) -> String? { files[asset].map { FileLink.destination($0) } }
}

extension MarkdownImages.Image {
  /// Whether its address says how it is to be got from elsewhere.
  var isElsewhere: Bool {
    if case .address(let address) = target { address.hasScheme } else { false }
  }
}
