import DiaryCore

/// A file that an export wrote.
struct ExportedFile: Hashable {
  enum Content: Hashable {
    /// Text, by its SHA-256.
    case text(AssetID)
    case photo(AssetID, keepsLocation: Bool)
    /// A picture of a photo, with no side longer than so many pixels.
    case drawn(AssetID, longest: Int)
    /// Being replaced when this was written: what it holds can't be told.
    case unknown
  }

  /// What is taken out of photos: a copy that an earlier version of this program made may still hold
  /// something of it.
  private static let cleaning = 2

  let path: ExportPath
  var content: Content

  init(path: ExportPath, content: Content) {
    self.path = path
    self.content = content
  }

  init?(_ json: JSONValue) {
    guard let path = json["path"]?.string.flatMap(ExportPath.init) else { return nil }
    self.path = path
    if let digest = json["sha256"]?.string.flatMap({ AssetID($0) }) {
      content = .text(digest)
    } else if let asset = json["asset"]?.string.flatMap({ AssetID($0) }),
      let keepsLocation = json["location"]?.bool,
      keepsLocation || json["cleaning"]?.integer == Self.cleaning
    {
      content = .photo(asset, keepsLocation: keepsLocation)
    } else if let asset = json["asset"]?.string.flatMap({ AssetID($0) }),
      let longest = json["pixels"]?.integer
    {
      content = .drawn(asset, longest: longest)
    } else {
      content = .unknown
    }
  }

  var json: JSONValue {
    let members =
      switch content {
      case .text(let digest): [JSONMember("sha256", .string(digest.description))]
      case .photo(let asset, let keepsLocation):
        [
          JSONMember("asset", .string(asset.description)),
          JSONMember("location", .bool(keepsLocation)),
        ] + (keepsLocation ? [] : [JSONMember("cleaning", .integer(Self.cleaning))])
      case .drawn(let asset, let longest):
        [
          JSONMember("asset", .string(asset.description)),
          JSONMember("pixels", .integer(longest)),
        ]
      case .unknown: [JSONMember]()
      }
    return .object([JSONMember("path", .string(path.text))] + members)
  }
}
