/// What the JSON of photos and of attachments begins with.
extension NamedFile {
  var members: [JSONMember] {
    [
      JSONMember("asset", .string(file.asset.description)),
      JSONMember("name", .string(name)),
      JSONMember("type", .string(file.type.description)),
    ]
  }

  /// Reads what `members` gives; `nil` when one is missing or of another kind.
  init?(_ json: JSONValue) {
    guard let asset = json["asset"]?.string.flatMap({ AssetID($0) }),
      let name = json["name"]?.string, let type = json["type"]?.string
    else { return nil }
    self.init(name: name, file: AssetFile(asset: asset, type: MediaType(type)))
  }
}
