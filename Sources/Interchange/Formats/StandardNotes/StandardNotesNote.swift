import DiaryCore

/// A note of Standard Notes.
enum StandardNotesNote {
  private enum Kind { case plain, markdown, html, code, rich }

  private static let own = "org.standardnotes.sn"

  static func read(
    _ item: JSONValue, _ backup: StandardNotesBackup, in files: EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    guard let content = item["content"], content.members != nil else {
      throw item["content"]?.string == nil ? .invalidMember("content") : .encrypted
    }
    guard let created = item["created_at"].flatMap(Self.instant) else { throw .noDate }
    let id = item["uuid"]?.string ?? ""
    let edited = content["appData"]?[own]?["client_updated_at"].flatMap(Self.instant)
    let modified = edited ?? item["updated_at"].flatMap(Self.instant)
    var placing = PhotoPlacing(files.tree)
    for name in backup.files(of: id) { placing.record(.missingAttachment(name)) }
    func flag(_ name: String) -> Bool {
      content[name]?.bool ?? content["appData"]?[own]?[name]?.bool ?? false
    }
    let fields = EntryFields(
      date: created.date(localOffset: files.defaults.localOffset),
      title: content["title"]?.string ?? "", content: try Self.text(of: content, backup, &placing),
      tags: backup.tags(of: id), journal: "",
      details: EntryDetails(isStarred: flag("starred"), isPinned: flag("pinned")))
    let entry = Entry(
      .standardnotes, [.string(id)], fields, author: files.defaults.author,
      created: created.timestamp, modified: modified?.timestamp,
      carrying: flag("archived") ? [JSONMember("archived", .bool(true))] : [])
    return ForeignEntry(entry: entry, placing: placing)
  }

  private static func instant(_ value: JSONValue) -> ForeignInstant? {
    guard let instant = ForeignInstant(value, unitsPerSecond: 1000),
      instant.timestamp.milliseconds > 0
    else { return nil }
    return instant
  }

  private static func text(
    of content: JSONValue, _ backup: StandardNotesBackup, _ placing: inout PhotoPlacing
  ) throws(EntryFieldError) -> String {
    let text = content["text"]?.string ?? ""
    switch kind(of: content) {
    case .plain, .markdown: return text
    case .html:
      return try HTMLMarkdown.markdown(of: text) { address, words in
        placing.markdown(.remote, called: address, caption: words)
      }
    case .code: return text.isBlank ? "" : fenced(text)
    case .rich:
      guard let root = (try? JSONParser.parse(Array(text.utf8)))?["root"] else { return text }
      var rich = StandardNotesRichText()
      rich.add(root)
      for file in rich.files { placing.record(.missingAttachment(backup.fileName(file))) }
      for picture in rich.pictures { placing.record(.remotePhoto(picture)) }
      return rich.finished()
    }
  }

  private static func fenced(_ text: String) -> String {
    var writer = HTMLMarkdown { _, _ in nil }
    writer.receive(.begin("pre", attributes: [:]))
    writer.receive(.text(text))
    writer.receive(.end("pre"))
    return writer.finished()
  }

  private static func kind(of content: JSONValue) -> Kind {
    switch content["noteType"]?.string {
    case "super": .rich
    case "rich-text": .html
    case "markdown", "task": .markdown
    case "code", "spreadsheet", "authentication": .code
    default:
      // Older notes name the editor alone.
      if let editor = content["editorIdentifier"]?.string, !editor.isEmpty {
        if editor.contains("super-editor") {
          .rich
        } else if editor.contains("plus-editor") || editor.contains("bold-editor") {
          .html
        } else {
          .plain
        }
      } else {
        .plain
      }
    }
  }
}
