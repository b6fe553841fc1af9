import DiaryCore
import Localization
import System

/// A book of the diary that is being put together: one page in HTML, month after month, which is
/// printed last, as one PDF.
struct Book: DiaryWriter {
  /// The book holds its own.
  static var copiesFiles: Bool { false }

  static let name = "diary.pdf"
  /// Of the longest side of a picture, in pixels: 260 for an inch of the page.
  private static let longest = 1200

  private let context: ExportContext
  private let index: SiteIndex
  private let folder: BookFolder
  private static let page = ExportPath(name: BookFolder.page)

  private var open: [Int: [Entry]] = [:]
  /// Months that are whole, as long as those before them aren't.
  private var ready: [Int: HTML] = [:]
  private var pictures: [AssetID: ExportPath?] = [:]
  private(set) var drawnPhotos = 0
  /// The number of the next entry, and of the next page in the order of reading.
  private var next = 0
  private var nextPage = 0
  private let target: String

  /// Throws where no program can print it.
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
            // Of a film without a frame its name stands among the files.
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

  /// Drawn together.
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

  // MARK: The end

  /// Prints the book, unless an earlier one says the same.
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
