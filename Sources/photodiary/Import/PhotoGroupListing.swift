import DiaryApp
import DiaryCore

/// The entries that an import of photos would add, as a table for people and as JSON for scripts.
enum PhotoGroupListing {
  /// Day, times of the first and the last photo, how many, films and recordings where there are any, places.
  /// `~` where they are dated by their files.
  static func table(_ groups: [PhotoGroup]) -> [String] {
    let widest = groups.reduce(1) { max($0, String($1.photos.count).utf8.count) }
    return groups.map { group in
      let last = group.photos.last?.date ?? group.date
      let count = String(group.photos.count)
      let parts = [
        group.date.day.description, "\(group.date.clock)–\(last.clock)",
        group.isDated ? " " : "~",
        "▣ " + String(repeating: " ", count: widest - count.utf8.count) + count,
      ]
      let made = [group].parts
      let others = [("▶", made.films), ("♪", made.recordings)].filter { $0.1 > 0 }
        .map { "\($0) \($1)" }
      return (parts + others + [group.title, group.placeBesideTitle].filter { !$0.isEmpty }).joined(
        separator: "  ")
    }
  }

  static func json(_ groups: [PhotoGroup]) -> String {
    let values: [JSONValue] = groups.map { group in
      [
        "date": .string(group.date.description),
        "title": .string(group.title),
        "place": group.place.map { .string($0) } ?? .null,
        "dated": .bool(group.isDated),
        "photos": .array(group.photos.map { .string($0.path) }),
        "attachments": .array(group.recordings.map { .string($0.path) }),
      ]
    }
    return String(decoding: JSONWriter.bytes(.array(values)), as: UTF8.self)
  }
}
