/// The media type of a photo, as in `image/jpeg`. A type is what the file's first bytes say,
/// whatever the file is called.
package struct MediaType: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The file extension, without a dot, that assets of this type carry.
  package var fileExtension: String {
    Self.extensions[description] ?? "bin"
  }

  /// Whether it is one that photos are kept in.
  package var isPhoto: Bool { Self.extensions[description] != nil }

  /// Whether there is a decoder for it.
  package var isDecodable: Bool {
    [
      "image/jpeg", "image/png", "image/webp", "image/gif", "image/tiff", "image/heic",
      "image/heif", "image/avif",
    ].contains(description)
  }

  /// Whether what lies behind such a picture may show through it.
  package var mayBeTransparent: Bool { !["image/jpeg", "image/bmp"].contains(description) }

  private static let extensions = [
    "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif",
    "image/tiff": "tiff", "image/heic": "heic", "image/heif": "heif", "image/avif": "avif",
    "image/bmp": "bmp",
  ]

  /// The extensions by which a file browser knows a photo, lower case.
  package static let photoExtensions: Set<String> =
    Set(extensions.values).union(["jpeg", "jpe", "tif"])

  /// Whether a file's name ends like a photo's.
  package static func isPhoto(named name: some StringProtocol) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return photoExtensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
