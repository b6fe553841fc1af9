/// The file of an asset: its bytes, and the type that its ending is made from.
package struct AssetFile: Hashable, Sendable {
  package let asset: AssetID
  package let type: MediaType

  package init(asset: AssetID, type: MediaType) {
    self.asset = asset
    self.type = type
  }
}

/// An asset's file with the name by which a person knows it.
package struct NamedFile: Hashable, Sendable {
  package let name: String
  package let file: AssetFile
}

extension Photo {
  package var file: AssetFile { AssetFile(asset: asset, type: type) }
  package var named: NamedFile { NamedFile(name: name, file: file) }
}

extension Attachment {
  package var file: AssetFile { AssetFile(asset: asset, type: type) }
  package var named: NamedFile { NamedFile(name: name, file: file) }
}

extension EntryFields {
  /// All files that it needs: its photos and attachments.
  package var files: [AssetFile] {
    attachments.isEmpty ? photos.map(\.file) : photos.map(\.file) + attachments.map(\.file)
  }
}

extension Entry {
  /// See `EntryFields.files`.
  package var files: [AssetFile] {
    attachments.isEmpty ? photos.map(\.file) : photos.map(\.file) + attachments.map(\.file)
  }
}
