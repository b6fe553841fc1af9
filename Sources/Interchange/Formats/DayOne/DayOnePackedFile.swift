import DiaryCore

/// A photo or an attachment as it is in the zip.
struct DayOnePackedFile {
  let kind: DayOneMedia.Kind
  /// Of its bytes, as 32 small hexadecimal digits.
  let md5: String
  /// As Day One names it: `jpeg`, `png`, `mov`.
  let type: String
  let size: Int64

  var path: String { "\(kind.rawValue)/\(md5).\(type)" }

  /// The folder that files of a type are in.
  static func kind(of type: MediaType) -> DayOneMedia.Kind {
    if type.isPhoto { return .photos }
    if type.description.hasPrefix("video/") { return .videos }
    if type.description.hasPrefix("audio/") { return .audios }
    return type.description == "application/pdf" ? .documents : .others
  }
}
