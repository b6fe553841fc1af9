import Crypto
import DiaryCore
import Localization
import System

/// Writes the diary as a book: one HTML page, month after month, which is printed to one PDF at the
/// end.
struct Book: DiaryWriter {
  /// Prevents copying files to the export, because the PDF contains the pictures.
  static var copiesFiles: Bool { false }

  static let name = "diary.pdf"
  /// The maximum length of a picture's longer side in pixels: 260 per inch on the page.
  private static let longest = 1200

  private let context: ExportContext
  private let index: SiteIndex
  private let folder: BookFolder
  private static let page = ExportPath(name: BookFolder.page)

  private var open: [Int: [Entry]] = [:]
  /// Complete months that wait for the months before them.
  private var ready: [Int: HTML] = [:]
  private var pictures: [AssetID: ExportPath?] = [:]
  private(set) var drawnPhotos = 0
  /// The index of the next entry, and that of the next page in reading order.
  private var next = 0
  private var nextPage = 0
  private let target: String

  /// Starts a book in a private folder next to the export.
  ///
  /// - Throws: `DiaryError.export` with `.noPrinter` if no program that prints to PDF is installed;
  ///   an error if the folder can't be written.
  init(_ context: ExportContext, _ tree: inout ExportTree) async throws(DiaryError) {
    target = tree.sink.workFolder
    guard let printer = context.helpers.printer, printer.isReady else {
      throw .export(path: target, .noPrinter)
    }
    self.context = context
    folder = try BookFolder(beside: tree)
    index = await SiteIndex(of: context.entries)
    try folder.write(BookPages.beginning(index, author: context.author))
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError) {
    guard next < index.entries.count else { return }
    let number = index.entries[next].page
    next += 1
    open[number, default: []].append(entry)
    guard let entries = open[number], entries.count == index.months[number].entries else { return }
    open[number] = nil
    ready[number] = try await month(index.months[number], entries)
    while nextPage < index.reading.count, let html = ready[index.reading[nextPage]] {
      try folder.write(html)
      ready[index.reading[nextPage]] = nil
      nextPage += 1
    }
  }

  private mutating func month(
    _ month: SiteMonth, _ entries: [Entry]
  ) async throws(DiaryError) -> HTML {
    let entries = entries.enumerated().sorted { left, right in
      let (first, second) = (left.element.date, right.element.date)
      return (first.day, first.secondOfDay, left.offset)
        < (second.day, second.secondOfDay, right.offset)
    }.map(\.element)
    try await draw(entries.flatMap(\.pictures))
    let (index, pictures) = (index, pictures)
    var comments: [[NamedComment]] = []
    for entry in entries { comments.append(try await context.comments.comments(on: entry.id)) }
    return BookPages.month(month, entries, comments) { entry in
      let photos = Dictionary(
        entry.pictures.map { ($0.asset, $0) }, uniquingKeysWith: { first, _ in first })
      return EntryText.Links(
        photo: { asset in
          photos[asset].flatMap { photo in
            let picture = pictures[asset] ?? nil
            // A video without a preview is listed by name among the files instead.
            guard picture != nil || !photo.type.isFilm else { return nil }
            return Self.shown(photo, of: entry, picture)
          }
        },
        attachment: { _ in nil },
        entry: { index.entry(called: $0).map { Link(.entry($0.id)) } }, tag: { _ in nil })
    }
  }

  private static func shown(
    _ photo: Photo, of entry: Entry, _ picture: ExportPath?
  ) -> ShownPhoto {
    ShownPhoto(
      asset: photo.asset, name: photo.name.printable,
      caption: photo.type.isFilm
        ? "▶ \(photo.name.printable)" : entry.fields.caption(of: photo),
      picture: picture.map { Link(to: $0, from: page) }, size: photo.box?.fitted(longest),
      page: nil, fallback: SitePhoto.fallback(entry.date.day))
  }

  // MARK: Pictures

  /// The maximum number of pictures that are drawn together.
  private static let mostPictures = 32

  private mutating func draw(_ photos: [Photo]) async throws(DiaryError) {
    var drawn: [DrawnPicture] = []
    for photo in photos where pictures[photo.asset] == nil {
      pictures[photo.asset] = .some(nil)
      guard context.helpers.pictures != nil, photo.knownProblem == nil else { continue }
      let path = ExportPath(folder: BookFolder.pictures, name: "\(pictures.count).jpg")
      drawn.append(
        DrawnPicture(
          photo, path, longest: Self.longest, isKept: true, try folder.newFile(at: path)))
      if drawn.count >= Self.mostPictures {
        try await finish(drawn)
        drawn = []
      }
    }
    try await finish(drawn)
  }

  private mutating func finish(_ drawn: [DrawnPicture]) async throws(DiaryError) {
    for (picture, isDrawn) in try await DrawnPicture.draw(drawn, context) where isDrawn {
      pictures[picture.photo.asset] = picture.path
      drawnPhotos += 1
      folder.record("\(picture.path.text) \(picture.photo.asset)\n")
    }
  }

  // MARK: Printing

  /// Prints the book, unless an earlier export has the same content.
  ///
  /// - Throws: `DiaryError.export` if the converter fails or its PDF isn't complete.
  mutating func finish(_ tree: inout ExportTree) async throws(DiaryError) {
    let style = BookStyle.text(of: index.months.map(\.month))
    try folder.newFile(at: ExportPath(name: BookFolder.style)).write(Array(style.utf8))
    folder.record(style)
    let path = ExportPath(name: Self.name)
    guard tree.add(ExportedFile(path: path, content: .text(try folder.finish()))) else { return }
    let problem = await context.helpers.printer?.print(
      page: "\(folder.path)/\(BookFolder.page)", to: "\(folder.path)/\(Self.name)",
      in: folder.path, seconds: 120 + index.entries.count / 10 + pictures.count / 2)
    if let problem { throw .export(path: target, .failed(reason: problem)) }
    guard folder.holdsPDF(Self.name) else {
      throw .export(path: target, .failed(reason: localized("it didn't produce a complete PDF")))
    }
    let file = try tree.sink.newFile(at: path)
    let printed = "\(folder.path)/\(Self.name)"
    guard
      try PlainAssetOpener().read(printed, { bytes throws(DiaryError) in try file.write(bytes) })
    else {
      throw ExportErrors.failure(.reading, folder.path)
    }
    try tree.sink.keep(file, at: path)
  }
}

// MARK: - BookFolder

/// A private folder in which a book is assembled before it is printed. It is removed with its
/// contents when this object is released.
final class BookFolder {
  static let page = "book.html"
  static let style = "book.css"
  static let pictures = "pictures"

  private let staging: StagingFolder
  private let file: OpenFile
  private var pending: [UInt8] = []
  private var hash = SHA256()

  init(beside tree: borrowing ExportTree) throws(DiaryError) {
    staging = try StagingFolder(in: tree.sink.workFolder, for: "book")
    file = try staging.folder.newFile(Self.page)
  }

  var path: String { staging.folder.path }

  /// Appends to the page.
  func write(_ html: HTML) throws(DiaryError) {
    pending += html.bytes
    if pending.count > 1 << 18 { try flush() }
  }

  /// Creates a file next to the page.
  func newFile(at path: ExportPath) throws(DiaryError) -> OpenFile {
    try staging.folder.newFile(at: path)
  }

  /// Adds content that the page only refers to, such as a picture, to the book's hash.
  func record(_ words: String) { hash.update(data: Array(words.utf8)) }

  /// Ends the page and returns the hash of the book's content.
  func finish() throws(DiaryError) -> AssetID {
    try flush()
    return AssetID(digest: hash.finalize())
  }

  private func flush() throws(DiaryError) {
    hash.update(data: pending)
    try file.write(pending)
    pending = []
  }

  /// Returns whether a file is a complete PDF.
  func holdsPDF(_ name: String) -> Bool {
    guard let file = try? staging.folder.file(name), let status = try? file.status(),
      status.isRegularFile, let head = try? file.bytes(5, at: 0),
      let end = try? file.bytes(1024, at: max(0, status.size - 1024))
    else { return false }
    return head == Array("%PDF-".utf8) && end.firstRange(of: "%%EOF".utf8) != nil
  }
}

// MARK: - BookPages

/// Writes the pages of a book.
enum BookPages {
  /// A policy that allows only the pictures and the style sheet next to the page, and no scripts.
  private static let policy = "default-src 'none'; img-src 'self' file:; style-src 'self' file:"

  /// Returns the head, the cover and the table of contents. The tags of `html` and `body` are left
  /// out, as HTML allows, so that months can be appended one by one.
  static func beginning(_ index: SiteIndex, author: String) -> HTML {
    let title = author.isBlank ? localized("Diary") : localized("\(author)’s diary")
    var html = HTML()
    html.documentType()
    html.element("head") { html in
      html.void("meta", .fixed("charset", "utf-8"))
      html.void("meta", .fixed("http-equiv", "Content-Security-Policy"), .content(policy))
      html.element("title", text: title)
      html.void(
        "link", .fixed("rel", "stylesheet"),
        .href(Link(to: ExportPath(name: BookFolder.style), from: ExportPath(name: BookFolder.page)))
      )
    }
    html.line()
    html.element("section", .class("cover"), .spoken) { html in
      html.element("h1", .dir, text: title)
      html.element("p", text: span(index))
      html.element("p", text: CountWords.entries(index.entries.count))
    }
    html.line()
    writeContents(index, to: &html)
    return html
  }

  /// Returns the months from the first to the last entry: `November 2019 – March 2026`.
  private static func span(_ index: SiteIndex) -> String {
    guard let first = index.firstPages.first?.month, let last = index.firstPages.last?.month
    else { return "" }
    let words = DateWords.month(first)
    return first == last ? words : "\(words) – \(DateWords.month(last))"
  }

  private static func writeContents(_ index: SiteIndex, to html: inout HTML) {
    let months = index.firstPages.map(\.month)
    guard months.count > 1 else { return }
    html.element("section", .class("contents"), .spoken) { html in
      html.element("h1", text: localized("Contents"))
      var rest = months[...]
      while let first = rest.first {
        let those = rest.prefix { $0.year == first.year }
        rest = rest.dropFirst(those.count)
        html.element("h2", text: DateWords.year(first))
        html.element("ul") { html in
          for month in those {
            html.element("li") { html in
              html.element("a", .href(Link(.month(month))), text: DateWords.monthName(month))
            }
          }
        }
      }
    }
    html.line()
  }

  /// Returns the entries of a month, or of a part of it, under the dates of their days.
  static func month(
    _ month: SiteMonth, _ entries: [Entry], _ comments: [[NamedComment]],
    links: (Entry) -> EntryText.Links
  ) -> HTML {
    var html = HTML()
    html.element(
      "section", .class("month"), .spoken, .data("data-month", "\(month.month)")
    ) { html in
      if month.part == 1 {
        html.element("h1", .id(.month(month.month)), text: DateWords.month(month.month))
      }
      var day: CalendarDay?
      for (entry, comments) in zip(entries, comments) {
        if entry.date.day != day {
          html.element("h2", text: DateWords.long(entry.date.day))
          html.line()
        }
        day = entry.date.day
        EntryArticle(entry: entry, links: links(entry), journal: nil, comments: comments)
          .write(to: &html)
      }
    }
    html.line()
    return html
  }
}

extension HTMLAttribute {
  /// The language of the program's own text.
  fileprivate static var spoken: HTMLAttribute { .lang(Language.current.rawValue) }
}

// MARK: - BookStyle

/// The style sheet of a book: A5 pages with the month at the top and a page number at the bottom.
enum BookStyle {
  /// Returns the style sheet. Each month has a named page type, because only then does every
  /// converter print its name at the top of its pages.
  static func text(of months: [CalendarDay]) -> String {
    let names = Set(months).sorted().map { month in
      """
      @page m\(month.description.dropLast(3)) {
        @top-center { content: "\(DateWords.month(month))"; \(small) }
      }
      section[data-month="\(month)"] { page: m\(month.description.dropLast(3)); }

      """
    }
    return pages + names.joined()
  }

  private static let small = "font: 8.5pt \(SiteStyle.sans); color: #666"

  private static let pages = """
    @page {
      size: A5;
      margin: 18mm 16mm 20mm;
      @bottom-center { content: counter(page); \(small) }
    }
    @page :first { @bottom-center { content: none } }
    * { box-sizing: border-box }
    html { font: 10pt/1.55 \(SiteStyle.serif); color: #1c1b19 }
    body { margin: 0 }
    a { color: inherit; text-decoration: none }
    h1, h2, h3, h4, h5, h6 { break-after: avoid; line-height: 1.3; font-weight: 600 }
    .cover { break-after: page; padding-top: 55mm; text-align: center }
    .cover h1 { font-size: 26pt; font-weight: 400; margin: 0 0 8mm }
    .cover p { color: #666; margin: 0 0 1mm }
    .contents { break-after: page }
    .contents h2 { font-size: 11pt; margin: 5mm 0 1mm }
    .contents ul { list-style: none; margin: 0; padding: 0 }
    .contents li { display: inline-block; margin: 0 4mm 1mm 0 }
    h1 { font-size: 20pt; font-weight: 400; margin: 0 0 6mm }
    section.month { break-before: page }
    h2 { font: 600 9pt \(SiteStyle.sans); color: #666; margin: 8mm 0 0; padding-top: 3mm;
      border-top: .3pt solid #bbb }
    h1 + h2 { border: 0; margin-top: 0; padding-top: 0 }
    h3 { font-size: 13pt; margin: 4mm 0 1mm }
    h4, h5, h6 { font-size: 10.5pt; margin: 4mm 0 1mm }
    .details, .tags, .files { font: 8.5pt \(SiteStyle.sans); color: #666; margin: 0 0 3mm }
    .tags { list-style: none; padding: 0 }
    .tags li { display: inline-block; margin-right: 3mm }
    .comments { list-style: none; margin: 3mm 0; padding: 0 0 0 4mm;
      border-left: 1.5pt solid #ccc; font-size: 9pt }
    .comments .details { margin: 2mm 0 0 }
    .comments p { margin: 0 0 1mm }
    header { break-after: avoid }
    p { margin: 0 0 3mm; orphans: 2; widows: 2 }
    p, li, td, th, h1, h2, h3, figcaption { overflow-wrap: anywhere; unicode-bidi: plaintext }
    :lang(ko) { word-break: keep-all }
    figure { margin: 4mm 0; break-inside: avoid; text-align: center }
    img { max-width: 100%; max-height: 88mm; width: auto; height: auto; display: block;
      margin: 0 auto }
    .row { display: flex; flex-wrap: wrap; gap: 3mm; break-inside: avoid }
    .row figure { flex: 1 1 40%; margin: 0 }
    .row img { max-height: 75mm }
    figcaption { font: 8.5pt/1.4 \(SiteStyle.sans); color: #555; margin-top: 1.5mm }
    .tile { display: block; border: .5pt solid #bbb; padding: 8mm; text-align: center;
      color: #666; overflow-wrap: anywhere }
    blockquote { margin: 0 0 3mm; padding-left: 4mm; border-left: 1.5pt solid #ccc; color: #444 }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 8.5pt/1.45 \(SiteStyle.mono);
      background: #f4f3f0; padding: 3mm }
    code { font: .88em \(SiteStyle.mono) }
    table { border-collapse: collapse; margin: 0 0 3mm; font-size: 9pt }
    td, th { border: .4pt solid #bbb; padding: 1mm 2mm; text-align: start }
    td.center, th.center { text-align: center }
    td.trailing, th.trailing { text-align: end }
    ul, ol { margin: 0 0 3mm; padding-left: 6mm }
    .task { list-style: none; margin-left: -5mm }
    hr { border: 0; border-top: .4pt solid #bbb; width: 30mm; margin: 5mm auto }
    .note { display: flex; gap: 2mm; font-size: 8.5pt; color: #444 }
    .star { color: #a8780a }

    """
}

// MARK: - BookPrinter

/// Prints an HTML page to a PDF file with an installed converter.
package protocol BookPrinter: Sendable {
  /// Indicates that a converter is installed.
  var isReady: Bool { get }

  /// Prints the page at `page` to the PDF `file`.
  ///
  /// The page loads only files next to it. The converter may write temporary files to `folder`,
  /// which the caller removes. It is stopped after `seconds`. Returns the reason for a failure, or
  /// `nil` after success.
  func print(page: String, to file: String, in folder: String, seconds: Int) async -> String?
}
