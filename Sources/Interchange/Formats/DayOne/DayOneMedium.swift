import Crypto
import DiaryCore

/// A photo, film, recording or PDF as an entry lists it.
struct DayOneMedium {
  let identifier: String?
  private let md5: String?
  let name: String?
  private let type: String?
  private let caption: String?
  private let date: Timestamp?
  /// The name of the time zone of its place.
  private let zone: String?
  private let order: Int
  let own: DayOneOwnPhoto?
  /// By which the entry's text refers to it, in small letters.
  let key: String

  private init(_ json: JSONValue, index: Int) {
    func text(_ name: String) -> String? {
      json[name]?.string.flatMap { $0.isBlank ? nil : $0 }
    }
    identifier = text("identifier")
    md5 = text("md5")
    name = text("filename") ?? text("fileName") ?? text("pdfName")
    zone = json["location"]?["timeZoneName"]?.string ?? text("timeZoneName")
    type = text("type") ?? text("format")
    caption = text("caption")
    date = text("date").flatMap { Timestamp($0) }
    order = json["orderInEntry"]?.integer ?? index
    own = DayOneOwnPhoto(of: json)
    key = (identifier ?? md5 ?? "\(index)").lowercased()
  }

  /// What a list holds, in the order that it tells.
  static func list(_ json: JSONValue?) -> [DayOneMedium] {
    let media = (json?.array ?? []).enumerated().filter { $1.members != nil }
      .map { DayOneMedium($1, index: $0) }
    return media.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }
    .map(\.element)
  }

  /// What its file may be called, the surest first.
  var names: [String] { [md5, identifier, name].compactMap(\.self) }

  /// What a person may know it by.
  var fileName: String {
    name ?? (md5 ?? identifier).map { stem in type.map { "\(stem).\($0)" } ?? stem }
      ?? "?"
  }

  /// `offset` gives that of a zone, or else of the entry's, at a time in seconds since 1970.
  func draft(path: String, offset: (String?, Int64) -> Int) -> PhotoDraft {
    PhotoDraft(
      path: path, asset: AssetID(standingFor: key), name: name ?? path, caption: caption,
      taken: own.map(\.taken)
        ?? date.map {
          EntryDate(instant: $0.seconds, withinCalendar: offset(zone, $0.seconds)).description
        })
  }
}

extension AssetID {
  /// Stands for a photo in a text until it is in the diary and its bytes are known.
  init(standingFor key: String) { self.init(digest: SHA256.hash(data: Array(key.utf8))) }
}
