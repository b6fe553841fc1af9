import DiaryCore
import Localization

/// An entry as a page or a book shows it: its title, what is told of it, its text and its photos.
struct EntryArticle {
  let entry: Entry
  let links: EntryText.Links
  /// The page of its journal, where the diary has several.
  let journal: Link?
  /// What is said under it.
  var comments: [NamedComment] = []

  /// The level of its heading.
  private static let level = 3

  func write(to html: inout HTML) {
    html.element("article", .class("entry"), .id(.entry(entry.id))) { html in
      html.element("header") { html in
        writeHeading(to: &html)
        writeDetails(to: &html)
      }
      html.line()
      writeText(to: &html)
      writeAttachments(to: &html)
      writeTags(to: &html)
      writeComments(to: &html)
    }
    html.line()
  }

  /// The text, and the photos that have no place in it.
  func writeText(to html: inout HTML) {
    var text = EntryText(of: entry.id, below: Self.level, links)
    if !entry.content.isBlank {
      html.element("div", .class("text"), TextLanguage.of(entry.content)) {
        text.write(entry.content, to: &$0)
      }
    }
    let others = entry.pictures.filter { !text.placed.contains($0.asset) }
      .compactMap { links.photo($0.asset) }
    html.figures(others.map { ($0, $0.caption) })
    if !others.isEmpty { html.line() }
  }

  /// An entry without a title of its own goes by its time: its first words follow.
  private func writeHeading(to html: inout HTML) {
    let title = entry.title.isBlank ? entry.date.clock : String(entry.title.trimmed)
    html.element(HeadingLevels.name(Self.level), .dir, TextLanguage.of(title)) { html in
      html.element("a", .class("self"), .href(Link(.entry(entry.id))), text: title)
    }
  }

  private func writeDetails(to html: inout HTML) {
    let details = entry.details.tidied
    html.element("p", .class("details")) { html in
      html.element("time", .datetime(entry.date.description), text: entry.date.clock)
      if details.isStarred { html.star() }
      for word in [details.mood, details.weather, details.place].compactMap(\.self) {
        html.text(" · ")
        html.element("span", .dir, text: word)
      }
      if let journal {
        html.text(" · ")
        html.element("a", .href(journal), .dir, text: entry.journal)
      }
    }
  }

  private func writeAttachments(to html: inout HTML) {
    guard !entry.attachments.isEmpty else { return }
    html.element("ul", .class("files"), .label(localized("Attachments"))) { html in
      for attachment in entry.attachments {
        html.element("li") { html in
          if let link = links.attachment(attachment) {
            write(attachment, at: link, to: &html)
            html.element("a", .href(link), .dir, text: attachment.name)
          } else {
            html.element("span", .dir, text: attachment.name)
          }
          html.text(" · \(AttachmentWords.kindAndSize(attachment))")
        }
      }
    }
    html.line()
  }

  /// What plays it; nothing of it is loaded before.
  private func write(_ attachment: Attachment, at link: Link, to html: inout HTML) {
    let isLoaded = HTMLAttribute.fixed("preload", "none")
    if attachment.type.isFilm {
      if let poster = links.poster(attachment) {
        html.element("video", .flag("controls"), isLoaded, .poster(poster), .src(link)) { _ in }
      } else {
        html.element("video", .flag("controls"), isLoaded, .src(link)) { _ in }
      }
    } else if attachment.type.isRecording {
      html.element("audio", .flag("controls"), isLoaded, .src(link)) { _ in }
    }
  }

  private func writeComments(to html: inout HTML) {
    guard !comments.isEmpty else { return }
    html.element("ul", .class("comments"), .label(localized("Comments"))) { html in
      for named in comments {
        html.element("li") { html in
          write(named, to: &html)
        }
        html.line()
      }
    }
    html.line()
  }

  /// Its time is told where the entry was written.
  private func write(_ named: NamedComment, to html: inout HTML) {
    let comment = named.comment
    let date = EntryDate(instant: comment.created.seconds, offset: entry.date.offset)
    html.element("p", .class("details")) { html in
      if let author = named.author {
        html.element("span", .dir, text: author)
        html.text(" · ")
      }
      html.element(
        "time", .datetime(date.description), text: "\(DateWords.short(date.day)), \(date.clock)")
    }
    for line in comment.text.split(whereSeparator: \.isNewline) {
      html.element("p", .dir, TextLanguage.of(comment.text), text: String(line))
    }
  }

  /// Those that stand in the text are links there.
  private func writeTags(to html: inout HTML) {
    guard !entry.tags.isEmpty else { return }
    html.element("ul", .class("tags"), .label(localized("Tags"))) { html in
      for tag in entry.tags {
        html.element("li", .dir) { html in
          if let link = links.tag(tag) {
            html.element("a", .fixed("rel", "tag"), .href(link), text: "#\(tag)")
          } else {
            html.text("#\(tag)")
          }
        }
      }
    }
    html.line()
  }
}
