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

  let path: ExportPath
  var content: Content
}

extension ExportedFile {
  /// What is taken out of photos: a copy that an earlier version of this program made may still hold
  /// something of it.
  private static let cleaning = 2

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
    var json: JSONValue = ["path": .string(path.text)]
    switch content {
    case .text(let digest): json["sha256"] = .string(digest.description)
    case .photo(let asset, let keepsLocation):
      json["asset"] = .string(asset.description)
      json["location"] = .bool(keepsLocation)
      if !keepsLocation { json["cleaning"] = .integer(Self.cleaning) }
    case .drawn(let asset, let longest):
      json["asset"] = .string(asset.description)
      json["pixels"] = .integer(longest)
    case .unknown: break
    }
    return json
  }
}
