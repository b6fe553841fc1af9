import DiaryCore

extension Entry {
  /// The objects of its photos or its attachments, as exports write them, with every member: what was
  /// left out has no file, which is null. `nil` for a member that lists neither.
  func fileObjects(of member: String, file: (AssetFile) -> String?) -> [JSONValue]? {
    func withFile(_ object: JSONValue, _ path: String?) -> JSONValue {
      .object((object.members ?? []) + [JSONMember("file", .optional(path))])
    }
    switch member {
    case "photos": return photos.map { withFile($0.json(file: nil), file($0.file)) }
    // A member of that name may be another program's.
    case "attachments" where !attachments.isEmpty:
      return attachments.map { withFile($0.json(file: nil), file($0.file)) }
    default: return nil
    }
  }
}
