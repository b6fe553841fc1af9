import DiaryCore

/// An attachment as an import names it.
struct AttachmentDraft: Sendable {
  /// Relative to what names it.
  let path: String
  let name: String
  /// `nil` where its name is to tell.
  let type: MediaType?
  let unknownMembers: [JSONMember]

  init(
    path: String, name: String, type: MediaType? = nil, unknownMembers: [JSONMember] = []
  ) {
    self.path = path
    self.name = PhotoDraft.lastComponent(name)
    self.type = type
    self.unknownMembers = unknownMembers
  }

  /// Reads an object, or a path alone.
  init(_ json: JSONValue) throws(EntryFieldError) {
    if case .string(let path) = json {
      self = AttachmentDraft(path: path, name: path)
      return
    }
    guard json.members != nil else { throw .invalidMember("attachments") }
    let reader = MemberReader(json)
    let givenName = try reader.text("name").map(PhotoDraft.lastComponent)
    let asset = try reader.text("asset")
    guard let path = try reader.text("file") else {
      throw .noAttachmentFile(givenName ?? asset ?? "without a name")
    }
    self.init(
      path: path, name: givenName ?? path, type: try reader.text("type").map { MediaType($0) },
      unknownMembers: Attachment.unknownMembers(of: json))
  }

  /// The attachment at another path.
  func found(at path: String) -> AttachmentDraft {
    AttachmentDraft(path: path, name: name, type: type, unknownMembers: unknownMembers)
  }

  /// A stored attachment as the import describes it.
  func described(_ stored: Attachment) -> Attachment {
    var attachment = stored
    attachment.name = name
    attachment.unknownMembers = unknownMembers
    return attachment
  }

  /// The type that it is stored as.
  var storedType: MediaType { type ?? MediaType(ofFileNamed: name) }
}
