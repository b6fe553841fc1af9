import DiaryCore

/// An entry as jrnl exports it to JSON.
struct JrnlJSONEntry {
  let time: JrnlTime
  let text: JrnlText
  /// With their symbols, in small letters.
  let tags: [String]

  init(_ json: JSONValue) throws(EntryFault) {
    guard json.members != nil else { throw .notAnObject }
    let reader = MemberReader(json)
    guard let date = try reader.text("date") else { throw .noDate }
    let written = try reader.text("time").map { "\(date) \($0)" } ?? date
    let bytes = Array(written.utf8)[...]
    guard let time = JrnlTimeFormats(set: nil, heads: []).time(bytes) else {
      throw .invalidDate(written)
    }
    self.time = time
    tags = try reader.texts("tags")
    text = JrnlText(
      title: try reader.text("title") ?? "", body: try reader.text("body") ?? "",
      isStarred: json["starred"]?.bool ?? false)
  }
}
