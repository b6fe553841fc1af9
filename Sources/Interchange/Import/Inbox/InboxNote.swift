import DiaryCore
import System

/// Reads a text of an inbox: Markdown, which may have a front matter, or plain text.
enum InboxNote {
  static func read(
    _ path: String, modified: EntryDate, localOffset: @escaping @Sendable (Int64) -> Int
  ) throws(EntryFieldError) -> FoundNote? {
    guard let file = try? SourceFile(path, [.readOnly, .noFollow, .nonBlocking]) else {
      throw .unreadable
    }
    let bytes = try TextFile.read(file)
    let matter = MarkdownFiles.isMarkdown(path) ? try? FrontMatterText.read(bytes) : nil
    var members = MarkdownMembers(matter?.members ?? [])
    var zones = TimeZones()
    let moment = MarkdownEntry.Moment(&members, &zones, localOffset)
    let name = PathDate(MarkdownFiles.stem(of: Path.name(path)))
    let told = moment.date ?? name.date?.date(near: modified, localOffset: localOffset)
    var text = MarkdownReader.plain(matter?.body ?? bytes[...], of: bytes)
    guard !text.isBlank else { return nil }
    let title = MarkdownEntry.title(&members, &text, name)
    let fields = EntryFields(
      date: told ?? modified, title: title, content: text,
      tags: members.list("tags", "tag", "keywords", "categories", "category"),
      journal: members.text("journal") ?? EntryFields.defaultJournal,
      details: MarkdownEntry.details(&members))
    return FoundNote(path: path, fields: fields, isDated: told != nil)
  }
}
