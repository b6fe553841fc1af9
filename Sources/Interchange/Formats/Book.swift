import DiaryCore
import System
import Text

/// Writes the diary as a book: one HTML page, month after month, which is printed to one PDF at the
/// end.
struct Book: DiaryWriter {
  /// Prevents copying files to the export, because the PDF contains the pictures.
  static var copiesFiles: Bool { false }

  static let name = "diary.pdf"
  /// The maximum length of a picture's longer side in pixels: 260 per inch on the page.
  private static let maxPictureSize = 1200

  private let context: ExportContext
  private let printer: BookPrinter
  private let index: SiteIndex
  private let folder: BookFolder
  private static let page = ExportPath(name: BookFolder.page)

  private var incompleteMonths: [Int: [Entry]] = [:]
  /// Complete months that wait for the months before them.
  private var completeMonths: [Int: HTML] = [:]
  private var pictures: [AssetID: ExportPath?] = [:]
  private(set) var drawnPhotos = 0
  /// The index of the next entry, and that of the next page in reading order.
  private var nextEntry = 0
  private var nextPage = 0
  private let target: String

  /// Starts a book in a private folder next to the export.
  ///
  /// - Throws: `DiaryError.export` with `.noPrinter` if no program that prints to PDF is installed;
  ///   an error if the folder can't be written.
  init(_ context: ExportContext, _ tree: inout ExportTree) async throws {
    target = tree.sink.workFolder
    guard let printer = context.helpers.findPrinter() else {
      throw DiaryError.export(path: target, .noPrinter)
    }
    (self.context, self.printer) = (context, printer)
    folder = try BookFolder(beside: tree)
    index = await SiteIndex(of: context.entries)
    try folder.write(BookPages.beginning(index, author: context.author))
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws {
    guard nextEntry < index.entries.count else { return }
    let number = index.entries[nextEntry].page
    nextEntry += 1
    incompleteMonths[number, default: []].append(entry)
    guard let entries = incompleteMonths[number], entries.count == index.months[number].entries
    else { return }
    incompleteMonths[number] = nil
    completeMonths[number] = try await month(index.months[number], entries)
    while nextPage < index.reading.count, let html = completeMonths[index.reading[nextPage]] {
      try folder.write(html)
      completeMonths[index.reading[nextPage]] = nil
      nextPage += 1
    }
  }

  private mutating func month(_ month: SiteMonth, _ entries: [Entry]) async throws -> HTML {
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
      return EntryHTML.Links(
        photo: { asset in
          photos[asset].flatMap { photo in
            let picture = pictures[asset] ?? nil
            // A video without a preview is listed by name among the files instead.
            guard picture != nil || !photo.type.isVideo else { return nil }
            return Self.shown(photo, of: entry, picture)
          }
        },
        attachment: { _ in nil },
        entry: { index.target(ofLink: $0).map { Link(.entry($0.id)) } }, tag: { _ in nil })
    }
  }

  private static func shown(
    _ photo: Photo, of entry: Entry, _ picture: ExportPath?
  ) -> HTMLPhoto {
    HTMLPhoto(
      asset: photo.asset, name: photo.name.printable,
      caption: photo.type.isVideo
        ? "▶ \(photo.name.printable)" : entry.fields.caption(of: photo),
      picture: picture.map { Link(to: $0, from: page) }, size: photo.box?.fitted(maxPictureSize),
      page: nil, fallback: SitePhoto.fallback(entry.date.day))
  }

  // MARK: Pictures

  /// The maximum number of pictures that are drawn together.
  private static let pictureBatchSize = 32

  private mutating func draw(_ photos: [Photo]) async throws {
    var drawn: [DrawnPicture] = []
    for photo in photos where pictures[photo.asset] == nil {
      pictures[photo.asset] = .some(nil)
      guard context.helpers.drawPhoto != nil, photo.knownProblem == nil else { continue }
      let path = ExportPath(folder: BookFolder.pictures, name: "\(pictures.count).jpg")
      drawn.append(
        DrawnPicture(
          photo, path, longest: Self.maxPictureSize, isKept: true, try folder.newFile(at: path)))
      if drawn.count >= Self.pictureBatchSize {
        try await finish(drawn)
        drawn = []
      }
    }
    try await finish(drawn)
  }

  private mutating func finish(_ drawn: [DrawnPicture]) async throws {
    for (picture, isDrawn) in try await DrawnPicture.draw(drawn, context) where isDrawn {
      pictures[picture.photo.asset] = picture.path
      drawnPhotos += 1
      folder.record("\(picture.path.text) \(picture.photo.asset)\n")
    }
  }

  // MARK: Printing

  /// Prints the book, unless an earlier export has the same content.
  ///
  /// - Throws: `DiaryError.export` if the converter fails or its PDF isn't complete; `SystemError`
  ///   if a file can't be written.
  mutating func finish(_ tree: inout ExportTree) async throws {
    let style = StyleSheet.book(of: index.months.map(\.month))
    try folder.newFile(at: ExportPath(name: BookFolder.style)).write(Array(style.utf8))
    folder.record(style)
    let path = ExportPath(name: Self.name)
    guard tree.add(ExportedFile(path: path, content: .text(try folder.finish()))) else { return }
    let (page, printed) = ("\(folder.path)/\(BookFolder.page)", "\(folder.path)/\(Self.name)")
    let seconds = 120 + index.entries.count / 10 + pictures.count / 2
    if let problem = await printer(page, printed, folder.path, seconds) {
      throw DiaryError.export(path: target, .failed(reason: problem))
    }
    guard folder.isCompletePDF(Self.name) else {
      throw DiaryError.export(
        path: target, .failed(reason: localized("it didn't produce a complete PDF")))
    }
    let file = try tree.sink.newFile(at: path)
    guard
      try PlainAssetOpener().read(printed, { bytes in try file.write(bytes) })
    else {
      throw SystemError(.reading, folder.path)
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
  private let page: GrowingFile

  init(beside tree: borrowing ExportTree) throws {
    staging = try StagingFolder(in: tree.sink.workFolder, for: "book")
    page = GrowingFile(ExportPath(name: Self.page), try staging.folder.newFile(Self.page))
  }

  var path: String { staging.folder.path }

  /// Appends to the page.
  func write(_ html: HTML) throws { try page.write(html.bytes) }

  /// Creates a file next to the page.
  func newFile(at path: ExportPath) throws -> OpenFile {
    try staging.folder.newFile(at: path)
  }

  /// Adds content that the page only refers to, such as a picture, to the book's hash.
  func record(_ content: String) { page.record(content) }

  /// Ends the page and returns the hash of the book's content.
  func finish() throws -> AssetID { try page.finish() }

  /// Returns whether a file is a complete PDF.
  func isCompletePDF(_ name: String) -> Bool {
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
    html.element("section", .class("cover"), .interfaceLanguage) { html in
      html.element("h1", .dir, text: title)
      html.element("p", text: period(index))
      html.element("p", text: CountText.entries(index.entries.count))
    }
    html.line()
    writeContents(index, to: &html)
    return html
  }

  /// Returns the months from the first to the last entry: `November 2019 – March 2026`.
  private static func period(_ index: SiteIndex) -> String {
    guard let first = index.firstPages.first?.month, let last = index.firstPages.last?.month
    else { return "" }
    let words = DateText.month(first)
    return first == last ? words : "\(words) – \(DateText.month(last))"
  }

  private static func writeContents(_ index: SiteIndex, to html: inout HTML) {
    let months = index.firstPages.map(\.month)
    guard months.count > 1 else { return }
    html.element("section", .class("contents"), .interfaceLanguage) { html in
      html.element("h1", text: localized("Contents"))
      var rest = months[...]
      while let first = rest.first {
        let sameYear = rest.prefix { $0.year == first.year }
        rest = rest.dropFirst(sameYear.count)
        html.element("h2", text: DateText.year(first))
        html.element("ul") { html in
          for month in sameYear {
            html.element("li") { html in
              html.element("a", .href(Link(.month(month))), text: DateText.monthName(month))
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
    links: (Entry) -> EntryHTML.Links
  ) -> HTML {
    var html = HTML()
    html.element(
      "section", .class("month"), .interfaceLanguage, .data("data-month", "\(month.month)")
    ) { html in
      if month.part == 1 {
        html.element("h1", .id(.month(month.month)), text: DateText.month(month.month))
      }
      var day: CalendarDay?
      for (entry, comments) in zip(entries, comments) {
        if entry.date.day != day {
          html.element("h2", text: DateText.long(entry.date.day))
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
  fileprivate static var interfaceLanguage: HTMLAttribute { .lang(Language.current.rawValue) }
}

// MARK: - BookPrinter

/// Prints the HTML page at `page` to the PDF `file` with an installed converter.
///
/// The page loads only files next to it. The converter may write temporary files to `folder`, which
/// the caller removes. It is stopped after `seconds`. Returns the reason for a failure, or `nil`
/// after success.
package typealias BookPrinter =
  @Sendable (_ page: String, _ file: String, _ folder: String, _ seconds: Int) async -> String?
