import DiaryApp
import DiaryCore
import Words

/// An entry to be read: title, date, tags, and the text with its photos where they belong.
struct EntryText {
  private let entry: Entry

  init(_ entry: Entry) { self.entry = entry }

  func write(_ pictures: [AssetID: ShownPhoto], to output: inout Output) throws {
    try output.line(entry.displayTitle)
    try output.line("\(DateWords.full(entry.date)) \(entry.date.zone)")
    if !entry.details.words.isEmpty { try output.line(entry.details.line) }
    if !entry.tags.isEmpty {
      try output.line(entry.tags.map { "#\($0)" }.joined(separator: " "))
    }
    if entry.journal != EntryFields.defaultJournal {
      try output.line(localized("in \(entry.journal)"))
    }
    if entry.isTrashed { try output.line(localized("(in the trash)")) }

    var unplaced = entry.photos
    if !entry.content.isEmpty {
      try output.line()
      for line in Self.lines(of: entry.content) {
        guard let reference = PhotoReference.whole(line),
          let photo = entry.photos.first(where: { $0.asset == reference.asset })
        else {
          try output.line(PhotoReference.removed(from: line))
          continue
        }
        unplaced.removeAll { $0.asset == photo.asset }
        try write(photo, reference.caption, pictures[photo.asset], to: &output)
      }
    }
    for photo in unplaced {
      try output.line()
      try write(photo, photo.caption, pictures[photo.asset], to: &output)
    }
  }

  private func write(
    _ photo: Photo, _ caption: String, _ shown: ShownPhoto?, to output: inout Output
  ) throws {
    switch shown {
    case .drawn(let rows): for row in rows { try output.text(row + "\n") }
    case .placeholder(let problem): try output.line("\(photo.placeholder): \(problem.reason)")
    case nil: try output.line(photo.placeholder)
    }
    if !caption.isBlank { try output.line(caption) }
  }

  /// The lines of a text, without the end of the last one.
  static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// What stands for a photo in a text.
enum ShownPhoto: Sendable {
  /// Lines that are ready for the terminal.
  case drawn([String])
  case placeholder(PictureProblem)
}

extension Photo {
  /// `▣ bridge.jpg (4000 × 3000)`
  fileprivate var placeholder: String {
    guard let width, let height else { return "▣ \(name)" }
    return "▣ \(name) (\(width) × \(height))"
  }
}
