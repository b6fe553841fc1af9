/// A photo of an entry: which asset it shows and what is known of it.
package struct Photo: Hashable, Sendable {
  package var asset: AssetID
  /// The file's name when it was added, without folders.
  package var name: String
  package var type: MediaType
  /// Upright size in pixels, `nil` when it could not be read.
  package var width: Int?
  package var height: Int?
  /// When the camera took it, as ISO 8601 in the camera's own time, with an offset when known.
  package var taken: String?
  package var caption: String

  /// Why it can't be shown, as far as is known without trying. That its size isn't known says
  /// nothing: another version of this program may not have been able to read it.
  package var knownProblem: PictureProblem? {
    type.isPhoto || type.isFilm ? nil : .undecodableType
  }

  package init(
    asset: AssetID, name: String, type: MediaType, width: Int? = nil, height: Int? = nil,
    taken: String? = nil, caption: String = ""
  ) {
    self.asset = asset
    self.name = name
    self.type = type
    self.width = width
    self.height = height
    self.taken = taken
    self.caption = caption
  }
}
