import ArgumentParser
import CursesTerminal
import DiaryApp
import DiaryCore
import System
import TerminalUI
import Text

/// An entry as text for a terminal: title, date, tags, and the text with photos in place.
struct EntryText {
  private static let columns = 80

  let entry: Entry
  /// The entry's name on a command line.
  let shortName: String
  /// `true` to write links with their addresses, as OSC 8 sequences.
  let withLinks: Bool
  /// Durations of its videos and recordings, in milliseconds.
  let lengths: [AssetID: Int]

  func write(_ pictures: [AssetID: RenderedPhoto], to output: inout Output) throws {
    // Elsewhere the first line of the text replaces a missing title; here it follows anyway.
    if entry.hasTitle || entry.content.isBlank { try output.line(entry.displayTitle) }
    try output.line(DateText.zoned(entry.date, LocalTime.date(of:)))
    if !entry.details.labels.isEmpty { try output.line(entry.details.line) }
    if !entry.tags.isEmpty {
      try output.line(entry.tags.map { "#\($0)" }.joined(separator: " "))
    }
    if entry.journal != EntryFields.defaultJournal {
      try output.line(localized("in \(entry.journal)"))
    }
    if entry.isTrashed { try output.line(localized("(in the trash)")) }
    if entry.isUnshared { try output.line(localized("Not shared: it's only on this machine.")) }
    if entry.heads.count > 1 {
      let versions = CountText.versions(entry.heads.count)
      try output.line(localized("(\(versions); to see them: photodiary history \(shortName))"))
    }

    // Videos without a frame are listed below.
    let shown = entry.pictures.filter { !$0.type.isVideo || pictures[$0.asset] != nil }
    var unplaced = shown
    if !entry.content.isEmpty {
      try output.line()
      let text = MarkdownText(entry.content)
      for part in text.parts.indices {
        var layout = MarkdownLayout(
          columns: Self.columns, photo: { asset in shown.firstIndex { $0.asset == asset } },
          space: { _, _ in Size(columns: 0, rows: 0) })
        let blocks = text.blocks(ofPart: part, prepared: PhotoReference.withPlainCaptions)
        layout.append(blocks, isContinued: part > 0)
        let links = layout.links
        for item in layout.items {
          switch item {
          case .row(let row): try write(row, links, to: &output)
          case .photo(let index, _, let caption):
            let photo = shown[index]
            unplaced.removeAll { $0.asset == photo.asset }
            try write(photo, caption, pictures[photo.asset], to: &output)
          }
        }
      }
    }
    for photo in unplaced {
      try output.line()
      try write(photo, photo.caption, pictures[photo.asset], to: &output)
    }
    let named = entry.attachments.filter { file in !shown.contains { $0.asset == file.asset } }
    if !named.isEmpty { try output.line() }
    for file in named { try output.line(line(file)) }
  }

  private func line(_ file: Attachment) -> String {
    AttachmentText.line(file, milliseconds: lengths[file.asset])
  }

  private func write(
    _ row: RenderedRow, _ links: [LinkAddress?], to output: inout Output
  ) throws {
    guard withLinks else { return try output.line(row.text) }
    for run in row.runs {
      let opening = run.target.flatMap { target in
        links[target].flatMap { LinkSequence.opening($0, id: target + 1) }
      }
      try output.bytes(opening ?? [])
      try output.text(run.text.printable)
      if opening != nil { try output.bytes(LinkSequence.closing) }
    }
    try output.line()
  }

  private func write(
    _ photo: Photo, _ caption: String, _ shown: RenderedPhoto?, to output: inout Output
  ) throws {
    let video = photo.type.isVideo ? entry.video(shownBy: photo) : nil
    switch shown {
    case .drawn(let rows, let isComplete):
      for row in rows { try output.text(row + "\n") }
      if !isComplete {
        try output.line("\(photo.placeholder): \(PictureProblem.incomplete.reason)")
      }
      if let video { try output.line(line(video)) }
    case .placeholder(let problem) where video != nil:
      try output.line("\(video.map(line) ?? ""): \(problem.reason)")
    case .placeholder(let problem): try output.line("\(photo.placeholder): \(problem.reason)")
    case nil: try output.line(photo.placeholder)
    }
    if !caption.isBlank { try output.line(caption) }
  }
}

/// A photo as shown in text.
enum RenderedPhoto: Sendable {
  /// Lines for the terminal, with escape sequences.
  case drawn([String], isComplete: Bool)
  case placeholder(PictureProblem)
}

extension Photo {
  /// The line for a photo that isn't drawn: `▣ bridge.jpg (4000 × 3000)`.
  fileprivate var placeholder: String {
    guard let width, let height else { return "▣ \(name)" }
    return "▣ \(name) (\(width) × \(height))"
  }
}

extension PictureProblem {
  /// The reason why a photo can't be shown, as the end of a sentence.
  var reason: String {
    switch self {
    case .undecodableType: localized("this kind of photo can't be decoded here")
    case .damaged: localized("the file is damaged")
    case .incomplete: localized("the file is damaged; only part of it is shown")
    case .tooLarge: localized("it's too large to decode")
    case .missing: localized("its file is missing; run `photodiary verify`")
    case .tooCostly: localized("it takes too much time or memory to decode")
    case .unavailable: localized("the program photodiary-picture is missing or failed")
    case .noVideoProgram: localized("install ffmpeg to see a frame")
    }
  }
}

// MARK: - EntryMarkdown

/// An entry as Markdown: a heading, the text, photos that the text doesn't contain, and names of
/// attachments.
struct EntryMarkdown {
  let entry: Entry

  func write(to output: inout Output) throws {
    if !entry.title.isBlank {
      try output.line("# \(entry.title)")
      if !entry.content.isEmpty { try output.line() }
    }
    if !entry.content.isEmpty {
      for line in Self.lines(of: entry.content) { try output.line(line) }
    }
    for photo in entry.photos where !entry.content.contains("(photo:\(photo.asset))") {
      try output.line()
      try output.line(PhotoReference.markdown(photo))
    }
    for attachment in entry.attachments {
      try output.line()
      try output.line(AttachmentText.line(attachment))
    }
  }

  /// Returns the lines of a text, without an empty last one.
  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

// MARK: - CommentText

/// The comments on an entry as text, each with its author, time and id.
struct CommentText {
  private let comments: [EntryComment]
  private let names: [AuthorID: String]

  init(_ comments: [EntryComment], by authors: [Author]) {
    self.comments = comments
    names = Dictionary(authors.map { ($0.id, $0.name) }) { first, _ in first }
  }

  func write(to output: inout Output) throws {
    for comment in comments {
      let id = comment.id.description.prefix(8)
      let name = names[comment.author] ?? String(comment.author.description.prefix(8))
      try output.line()
      try output.line("\(name) · \(LocalTime.minute(of: comment.created)) · \(id)")
      for line in comment.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      {
        try output.line("  \(line)")
      }
    }
  }
}

// MARK: - ShowingOptions

/// Options for the output of an entry.
struct ShowingOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
  }

  @Option(localized("Output format: text, json or markdown."))
  var format = Format.text

  @Option(localized("When to use color: auto (only on a terminal), always or never."))
  var color = ColorChoice.auto

  /// Writes an entry with its comments to standard output.
  ///
  /// - Throws: an error if the diary can't be read, or the errors of `Output.write`.
  func show(_ entry: Entry, in dependencies: Dependencies) async throws {
    let comments = try await dependencies.diary.comments(on: entry.id)
    switch format {
    case .json:
      var object = entry.json(file: dependencies.diary.path(of:))
      if !comments.isEmpty { object["comments"] = .array(comments.map(\.json)) }
      try Output.write { output in try JSONFormat.object(object, to: &output) }
    case .markdown:
      try Output.write { output in try EntryMarkdown(entry: entry).write(to: &output) }
    case .text:
      let supportsLinks = color.colors != nil && LinkSequence.areSupported(in: Environment.all)
      let drawing = PhotoDrawing(dependencies, colors: color.colors)
      let pictures = await drawing.photos(of: entry, in: dependencies.diary)
      let text = EntryText(
        entry: entry, shortName: await dependencies.diary.shortNames(of: [entry])[0],
        withLinks: supportsLinks,
        lengths: await drawing.lengths(of: entry, in: dependencies.diary))
      let said = CommentText(comments, by: try await dependencies.diary.authors())
      try Output.write { output in
        try text.write(pictures, to: &output)
        try said.write(to: &output)
      }
    }
  }
}

// MARK: - ColorChoice

/// The value of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// The colors to draw in; `nil` for none.
  var colors: ColorDepth? {
    switch self {
    case .never: nil
    case .always: Self.colorsOfTerminal
    case .auto:
      Output.isTerminal && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb"
        ? Self.colorsOfTerminal : nil
    }
  }

  private static var colorsOfTerminal: ColorDepth {
    let depth = Environment["COLORTERM"]
    return depth == "truecolor" || depth == "24bit" ? .full : .palette256
  }
}
