import DiaryCore

/// What Google's Takeout tells of a photo in a file beside it.
struct PhotoSidecar: Sendable {
  /// When it was taken; Google knows the instant, and not what the camera's clock showed.
  let taken: ForeignInstant?
  let position: PhotoDetails.Position?
  let caption: String
  /// Whether it is in the trash there.
  let isTrashed: Bool

  /// `nil` when it is no such file.
  init?(fileAt path: String) {
    guard let json = JSONValue(takeoutFileAt: path), Self.isSidecar(json) else { return nil }
    let taken = json["photoTakenTime"]?["timestamp"]
      .flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    // Of a photo whose time it doesn't know, Google says that it was taken in 1970.
    self.taken = taken?.timestamp.milliseconds == 0 ? nil : taken
    position =
      ["geoData", "geoDataExif"].lazy.compactMap { json[$0] }
      .compactMap(Self.position).first
    isTrashed = json["trashed"]?.bool == true
    caption = Self.caption(json["description"]?.string ?? "")
  }

  static func isSidecar(_ json: JSONValue) -> Bool { json["photoTakenTime"]?.members != nil }

  /// 0, 0 stands for none.
  private static func position(_ json: JSONValue) -> PhotoDetails.Position? {
    guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return nil }
    return PhotoDetails.Position(latitude: latitude, longitude: longitude)
  }

  /// On one line; some marks are written as in HTML.
  private static func caption(_ text: String) -> String {
    var text = text
    let marks = [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
    for (code, mark) in marks where text.contains("&") {
      text = text.replacing(code, with: mark)
    }
    return text.split(whereSeparator: \.isNewline).map { String($0.trimmed) }
      .joined(separator: " ")
  }
}
