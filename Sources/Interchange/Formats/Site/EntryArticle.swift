import DiaryCore
import Text

/// An entry on a page or in a book: its title, details, text and photos.
struct EntryArticle {
  let entry: Entry
  let links: EntryHTML.Links
  /// The page of the entry's journal; `nil` if the diary has only one.
  let journal: Link?
  /// The comments on the entry.
  var comments: [NamedComment] = []
  /// The entries that link to the entry.
  var backlinks: [(entry: SiteEntry, link: Link)] = []

  /// The level of the entry's heading.
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
      writeBacklinks(to: &html)
    }
    html.line()
  }

  /// Writes the text, and the photos that aren't in the text.
  func writeText(to html: inout HTML) {
    var text = EntryHTML(of: entry.id, below: Self.level, links)
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

  /// The heading of an entry without a title is its time, since its first words follow.
  private func writeHeading(to html: inout HTML) {
    let title = entry.title.isBlank ? entry.date.clock : String(entry.title.trimmed)
    html.element(HeadingLevels.name(Self.level), .dir, TextLanguage.of(title)) { html in
      html.element("a", .class("self"), .href(Link(.entry(entry.id))), text: title)
    }
  }

  private func writeDetails(to html: inout HTML) {
    let details = entry.details.normalized
    html.element("p", .class("details")) { html in
      html.element("time", .datetime(entry.date.description), text: entry.date.clock)
      if details.isStarred { html.star() }
      for word in [details.mood, details.weather, details.place].compactMap(\.self) {
        html.text(" · ")
        html.element("span", .dir, text: word)
      }
      if let journal {
        html.text(" · ")
        html.element("a", .href(journal), .dir, text: JournalName.displayName(entry.journal))
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
          html.text(" · \(AttachmentText.kindAndSize(attachment))")
        }
      }
    }
    html.line()
  }

  /// Writes a player, which loads nothing before it is started.
  private func write(_ attachment: Attachment, at link: Link, to html: inout HTML) {
    let isLoaded = HTMLAttribute.fixed("preload", "none")
    if attachment.type.isVideo {
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

  /// Writes a comment. Its time is in the entry's time zone.
  private func write(_ named: NamedComment, to html: inout HTML) {
    let comment = named.comment
    let date = EntryDate(instant: comment.created.seconds, offset: entry.date.offset)
    html.element("p", .class("details")) { html in
      if let author = named.author {
        html.element("span", .dir, text: author)
        html.text(" · ")
      }
      html.element(
        "time", .datetime(date.description), text: "\(DateText.short(date.day)), \(date.clock)")
    }
    for line in comment.text.split(whereSeparator: \.isNewline) {
      html.element("p", .dir, TextLanguage.of(comment.text), text: String(line))
    }
  }

  private func writeBacklinks(to html: inout HTML) {
    guard !backlinks.isEmpty else { return }
    html.element("p", .class("details"), text: localized("Linked from"))
    html.element("ul", .class("backlinks"), .label(localized("Linked from"))) { html in
      for (source, link) in backlinks {
        html.element("li") { html in
          html.element("a", .href(link), .dir, TextLanguage.of(source.title), text: source.title)
          html.text(" · ")
          html.element(
            "time", .datetime(source.date.day.description), text: DateText.short(source.date.day))
        }
      }
    }
    html.line()
  }

  /// Writes the tags. Hashtags in the text are links in the text.
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

/// Converts an entry's Markdown to HTML. HTML in the text is shown as source and not interpreted.
struct EntryHTML {
  /// Resolves the link targets in a text.
  struct Links {
    var photo: (AssetID) -> HTMLPhoto?
    /// Returns the link to an attachment's file.
    var attachment: (Attachment) -> Link?
    /// Returns the link to the poster frame of a video.
    var poster: (Attachment) -> Link? = { _ in nil }
    /// Returns the link to an entry by the text between `[[` and `]]`.
    var entry: (String) -> Link?
    var tag: (String) -> Link?
  }

  private let id: ID<Entry>
  private let links: Links
  private var headings: HeadingLevels
  private var part = 0
  /// The numbers of the footnotes in the current part.
  private var notes: Set<Int> = []
  /// The character before the next text in the same line.
  private var before: Character?
  /// The photos in the text.
  private(set) var placed: Set<AssetID> = []

  init(of id: ID<Entry>, below level: Int, _ links: Links) {
    self.id = id
    self.links = links
    headings = HeadingLevels(below: level)
  }

  mutating func write(_ content: String, to html: inout HTML) {
    let text = MarkdownText(content)
    for index in text.parts.indices {
      part = index
      let blocks = text.blocks(ofPart: index, prepared: PhotoReference.withPlainCaptions)
      notes = Set(
        blocks.compactMap { block in
          if case .footnote(let number, _) = block.kind { number } else { nil }
        })
      write(blocks, to: &html)
    }
  }

  // MARK: Blocks

  private mutating func write(_ blocks: [MarkdownBlock], to html: inout HTML) {
    for block in blocks { write(block, to: &html) }
  }

  private mutating func write(_ block: MarkdownBlock, to html: inout HTML) {
    before = nil
    switch block.kind {
    case .paragraph(let inlines): writeParagraph(inlines, to: &html)
    case .heading(let level, let inlines):
      html.element(headings.next(level), .dir) { write(inlines, to: &$0) }
    case .quote(let blocks):
      html.element("blockquote") { html in
        // Headings in quotes aren't headings of the page.
        writeQuoted(blocks, to: &html)
      }
    case .list(let start, let items): writeList(items, from: start, to: &html)
    case .code(let text, _):
      html.element("pre", .fixed("tabindex", "0")) { $0.element("code", text: text) }
    case .html(let text): html.element("pre", .class("source")) { $0.element("code", text: text) }
    case .rule: html.void("hr")
    case .table(let table): write(table, to: &html)
    case .footnote(let number, let blocks):
      html.element("div", .class("note"), .id(.footnote(number, part: part, of: id))) { html in
        html.element("span", .class("number"), text: "\(number)")
        html.element("div") { write(blocks, to: &$0) }
      }
    }
    html.line()
  }

  private mutating func writeQuoted(_ blocks: [MarkdownBlock], to html: inout HTML) {
    for block in blocks {
      guard case .heading(_, let inlines) = block.kind else {
        write(block, to: &html)
        continue
      }
      html.element("p", .dir) { html in html.element("strong") { write(inlines, to: &$0) } }
    }
  }

  private mutating func writeList(
    _ items: [MarkdownItem], from start: Int?, to html: inout HTML
  ) {
    let isLoose =
      items.dropFirst().contains(where: \.isAfterBlank)
      || items.contains { $0.blocks.dropFirst().contains(where: \.isAfterBlank) }
    let first = start.flatMap { $0 == 1 ? nil : HTMLAttribute.start($0) }
    html.element(start == nil ? "ul" : "ol", first) { html in
      for item in items {
        html.element("li", .dir, item.checkBox == nil ? nil : .class("task")) { html in
          var box = item.checkBox
          for block in item.blocks {
            guard case .paragraph(let inlines) = block.kind, !isLoose || box != nil,
              !inlines.contains(where: { photo($0) != nil })
            else {
              write(&box, to: &html)
              writeQuoted([block], to: &html)
              continue
            }
            before = nil
            if isLoose {
              // The check box is in the line of the first words.
              html.element("p", .dir) { html in
                write(&box, to: &html)
                write(inlines, to: &html)
              }
            } else {
              write(&box, to: &html)
              write(inlines, to: &html)
            }
          }
          write(&box, to: &html)
        }
      }
    }
  }

  private func write(_ box: inout MarkdownItem.CheckBox?, to html: inout HTML) {
    guard let written = box else { return }
    box = nil
    html.element(
      "span", .class("box"), .fixed("role", "img"),
      .label(written.isChecked ? localized("done") : localized("to do")),
      text: written.isChecked ? "☑" : "☐")
    html.text(" ")
  }

  private mutating func write(_ table: MarkdownTable, to html: inout HTML) {
    func alignment(_ column: Int) -> HTMLAttribute? {
      switch table.alignments[column] {
      case .leading: nil
      case .center: .class("center")
      case .trailing: .class("trailing")
      }
    }
    html.element(
      "div", .class("scroll"), .fixed("tabindex", "0"), .fixed("role", "region"),
      .label(localized("Table"))
    ) { html in
      html.element("table") { html in
        html.element("thead") { html in
          html.element("tr") { html in
            for (column, cell) in table.header.enumerated() {
              html.element("th", .fixed("scope", "col"), alignment(column)) {
                write(cell, to: &$0)
              }
            }
          }
        }
        guard !table.rows.isEmpty else { return }
        html.element("tbody") { html in
          for row in table.rows {
            html.element("tr") { html in
              for (column, cell) in row.enumerated() {
                html.element("td", alignment(column)) { write(cell, to: &$0) }
              }
            }
          }
        }
      }
    }
  }

  // MARK: Photos

  /// Returns the photo that an inline shows.
  private func photo(_ inline: MarkdownInline) -> (photo: HTMLPhoto, caption: String)? {
    guard case .image(let content, let address) = inline, address.hasPrefix("photo:"),
      let asset = AssetID(address.dropFirst("photo:".count)), let photo = links.photo(asset)
    else { return nil }
    let caption = content.plainText
    return (photo, caption.isBlank ? photo.caption : caption)
  }

  /// Writes a paragraph. Photos are between its lines, and adjacent photos are in one row.
  private mutating func writeParagraph(_ inlines: [MarkdownInline], to html: inout HTML) {
    var text: [MarkdownInline] = []
    var photos: [(photo: HTMLPhoto, caption: String)] = []
    for inline in inlines {
      if let found = photo(inline) {
        writeText(&text, to: &html)
        photos.append(found)
      } else if !photos.isEmpty, inline.isSpace {
        continue
      } else {
        write(&photos, to: &html)
        text.append(inline)
      }
    }
    writeText(&text, to: &html)
    write(&photos, to: &html)
  }

  private mutating func writeText(_ inlines: inout [MarkdownInline], to html: inout HTML) {
    while inlines.last?.isSpace == true { inlines.removeLast() }
    guard !inlines.isEmpty else { return }
    before = nil
    html.element("p", .dir) { write(inlines, to: &$0) }
    inlines = []
  }

  private mutating func write(
    _ photos: inout [(photo: HTMLPhoto, caption: String)], to html: inout HTML
  ) {
    guard !photos.isEmpty else { return }
    placed.formUnion(photos.map(\.photo.asset))
    html.figures(photos)
    photos = []
  }

  // MARK: Inlines

  private mutating func write(
    _ inlines: [MarkdownInline], isLinked: Bool = false, to html: inout HTML
  ) {
    for inline in inlines { write(inline, isLinked, to: &html) }
  }

  private mutating func write(
    _ inline: MarkdownInline, _ isLinked: Bool, to html: inout HTML
  ) {
    func mark(_ name: StaticString, _ content: [MarkdownInline]) {
      html.element(name) { write(content, isLinked: isLinked, to: &$0) }
    }
    switch inline {
    case .text(let text):
      if isLinked { html.text(text) } else { writeText(text, to: &html) }
      before = text.last ?? before
    case .lineBreak:
      html.void("br")
      html.line()
      before = nil
    case .code(let text): html.element("code", text: text)
    case .html(let text): html.element("code", .class("source"), text: text)
    case .emphasis(let content): mark("em", content)
    case .strong(let content): mark("strong", content)
    case .struck(let content): mark("s", content)
    case .link(let content, let address): writeLink(content, address, isLinked, to: &html)
    case .image(let content, let address):
      if let (photo, caption) = photo(inline) {
        placed.insert(photo.asset)
        html.picture(
          photo, alternative: caption.isBlank ? photo.alternative : caption, isPlain: isLinked)
      } else if address.hasPrefix("photo:") {
        html.text(content.plainText)
      } else {
        // Loading a remote picture would disclose the reader to its server.
        let words = content.plainText
        writeLink([.text(words.isBlank ? address : words)], address, isLinked, to: &html)
      }
    case .footnote(let number):
      html.element("sup") { html in
        if notes.contains(number), !isLinked {
          html.element(
            "a", .href(Link(.footnote(number, part: part, of: id))), text: "\(number)")
        } else {
          html.text("\(number)")
        }
      }
    case .title(let text): html.text(" (\(text))")
    }
  }

  private mutating func writeLink(
    _ content: [MarkdownInline], _ address: String, _ isLinked: Bool, to html: inout HTML
  ) {
    guard !isLinked, let link = Link(external: address) else {
      return write(content.isEmpty ? [.text(address)] : content, isLinked: true, to: &html)
    }
    html.element("a", .href(link), .fixed("rel", "external noopener noreferrer")) { html in
      write(content.isEmpty ? [.text(address)] : content, isLinked: true, to: &html)
    }
  }

  /// Writes text, with links for `[[title]]` and `#tag`.
  private mutating func writeText(_ text: String, to html: inout HTML) {
    for piece in EntryLink.pieces(of: text) {
      switch piece {
      case .text(let text): writeTags(text, to: &html)
      case .link(let name):
        let label = EntryLink.label(of: name)
        if let link = links.entry(name) {
          html.element("a", .href(link), text: label)
        } else {
          html.text(label)
        }
        before = "]"
      }
    }
  }

  private mutating func writeTags(_ text: String, to html: inout HTML) {
    var position = text.startIndex
    for tag in Hashtags.all(in: text, after: before) {
      guard let link = links.tag(tag.name) else { continue }
      let start = text.utf8.index(text.startIndex, offsetBy: tag.range.lowerBound)
      let end = text.utf8.index(text.startIndex, offsetBy: tag.range.upperBound)
      html.text(String(text[position..<start]))
      html.element("a", .class("tag"), .href(link), text: String(text[start..<end]))
      position = end
    }
    html.text(position == text.startIndex ? text : String(text[position...]))
    before = text.last ?? before
  }
}

extension MarkdownInline {
  /// True if the inline shows nothing.
  fileprivate var isSpace: Bool {
    switch self {
    case .lineBreak: true
    case .text(let text): text.isBlank
    default: false
    }
  }
}

/// Maps the heading levels of an entry's text to consecutive levels below the heading of the entry.
struct HeadingLevels {
  /// The level of the heading above the text.
  let base: Int
  private var open: [Int] = []

  init(below base: Int) { self.base = base }

  /// Returns the element for the next heading.
  ///
  /// - Parameter level: the heading's level in the text.
  mutating func next(_ level: Int) -> StaticString {
    while let last = open.last, last >= level { open.removeLast() }
    open.append(level)
    return Self.name(base + open.count)
  }

  static func name(_ level: Int) -> StaticString { names[max(1, min(level, names.count)) - 1] }

  private static let names: [StaticString] = ["h1", "h2", "h3", "h4", "h5", "h6"]
}
