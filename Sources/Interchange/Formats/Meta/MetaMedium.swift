import DiaryCore
import System

/// A photo or a film as the downloads of Instagram and Facebook name it.
struct MetaMedium {
  /// Its path in the download.
  let path: String
  let created: ForeignInstant?
  let caption: String
  private let json: JSONValue

  /// `nil` for anything else.
  init?(_ json: JSONValue) {
    guard let path = json["uri"]?.string, !path.isBlank else { return nil }
    self.path = MisreadText.mended(path)
    self.json = json
    created = json["creation_timestamp"].flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    caption = MisreadText.mended(json["description"]?.string ?? json["title"]?.string ?? "")
  }

  var name: String { Path.split(path).name }

  /// What is carried along of where media were taken; nothing where that isn't told.
  static func positions(of media: [MetaMedium]) -> [JSONMember] {
    let positions = media.compactMap(\.position)
    return positions.isEmpty ? [] : [JSONMember("media", .array(positions))]
  }

  private var position: JSONValue? {
    for kind in ["photo_metadata", "video_metadata"] {
      for exif in json["media_metadata"]?[kind]?["exif_data"]?.array ?? [] {
        guard let latitude = exif["latitude"]?.double, let longitude = exif["longitude"]?.double
        else { continue }
        return [
          "name": .string(name), "latitude": .number("\(latitude)"),
          "longitude": .number("\(longitude)"),
        ]
      }
    }
    return nil
  }

  /// Adds it to an entry. `text` is that of the entry, which often says the same as a caption.
  func bring(into placing: inout PhotoPlacing, _ lookup: inout PhotoLookup, besides text: String) {
    let caption = self.caption == text ? "" : self.caption
    var result = lookup.photo(at: path, from: "")
    // Where only a part of the download is there.
    if case .missing = result { result = lookup.photo(called: name, near: "") }
    switch result {
    case .missing where !MediaType.isPhoto(named: name): placing.record(.missingAttachment(name))
    default:
      placing.markdown(
        result, called: name,
        caption: caption.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
  }
}
