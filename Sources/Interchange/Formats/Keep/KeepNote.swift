import DiaryCore
import System

/// A note of Google Keep.
enum KeepNote {
  static func read(
    _ json: JSONValue, at path: String, in files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    let defaults = files.defaults
    var placing = PhotoPlacing(files.tree)
    let edited = json["userEditedTimestampUsec"].flatMap(Self.instant)
    // Notes of the first years don't say when they were made.
    guard let created = json["createdTimestampUsec"].flatMap(Self.instant) ?? edited else {
      throw .noDate
    }
    let folder = Path.split(path).folder
    for attachment in json["attachments"]?.array ?? [] {
      guard let name = attachment["filePath"]?.string else { continue }
      placing.markdown(Self.file(name, from: folder, &files.lookup), called: name)
    }
    let fields = EntryFields(
      date: created.date(localOffset: defaults.localOffset), title: json["title"]?.string ?? "",
      content: Self.content(json),
      tags: (json["labels"]?.array ?? []).compactMap { $0["name"]?.string }, journal: "",
      details: EntryDetails(isPinned: json["isPinned"]?.bool ?? false))
    let carried = (json.members ?? []).filter { member in
      switch member.name {
      // One that says nothing else than most notes do.
      case "color": member.value.string != "DEFAULT"
      case "isArchived": member.value.bool == true
      case "sharees", "tasks": true
      default: false
      }
    }
    // The same note has the same time and file in every export.
    let name = MarkdownFiles.stem(of: Path.name(path))
    let entry = Entry(
      .keep, [json["createdTimestampUsec"] ?? .null, .string(name)], fields,
      author: defaults.author, created: created.timestamp, modified: edited?.timestamp,
      carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  private static func instant(_ value: JSONValue) -> ForeignInstant? {
    guard let instant = ForeignInstant(value, unitsPerSecond: 1_000_000),
      instant.timestamp.milliseconds != 0
    else { return nil }
    return instant
  }

  /// Takeout calls a photo `.jpeg` in the note and `.jpg` in the folder.
  private static func file(
    _ name: String, from folder: String, _ lookup: inout PhotoLookup
  ) -> PhotoLookup.Result {
    let result = lookup.photo(at: name, from: folder)
    guard case .missing = result else { return result }
    let stem = MarkdownFiles.stem(of: name)
    for ending in ["jpg", "jpeg", "png", "3gp", "m4a"] {
      let other = lookup.photo(at: "\(stem).\(ending)", from: folder)
      if case .missing = other { continue }
      return other
    }
    return result
  }

  /// The text, the boxes, and the pages that it links to.
  private static func content(_ json: JSONValue) -> String {
    var parts: [String] = []
    if let text = json["textContent"]?.string, !text.isBlank { parts.append(text) }
    let boxes = (json["listContent"]?.array ?? []).compactMap { item -> String? in
      guard let text = item["text"]?.string, !text.isBlank else { return nil }
      let mark = item["isChecked"]?.bool == true ? "[x]" : "[ ]"
      return "- \(mark) \(text.replacing("\n", with: " "))"
    }
    if !boxes.isEmpty { parts.append(boxes.joined(separator: "\n")) }
    let text = parts.joined()
    let links = (json["annotations"]?.array ?? []).compactMap { annotation -> String? in
      // Those that stand in the text are there already.
      guard let url = annotation["url"]?.string, url.hasScheme, !text.contains(url) else {
        return nil
      }
      return "- " + MarkdownInlines.link(annotation["title"]?.string ?? "", to: url)
    }
    if !links.isEmpty { parts.append(links.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }
}
