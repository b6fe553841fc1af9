/// A file of an entry that isn't looked at as a photo: a film, a recording, a PDF or any other.
package struct Attachment: Hashable, Sendable {
  package var asset: AssetID
  /// The file's name when it was added, without folders.
  package var name: String
  package var type: MediaType
  /// In bytes; `nil` when nobody wrote it down.
  package var size: Int?
  /// Members of its object that this program doesn't know, carried along.
  package var unknownMembers: [JSONMember]

  package init(
    asset: AssetID, name: String, type: MediaType, size: Int? = nil,
    unknownMembers: [JSONMember] = []
  ) {
    self.asset = asset
    self.name = name
    self.type = type
    self.size = size
    self.unknownMembers = unknownMembers
  }
}
