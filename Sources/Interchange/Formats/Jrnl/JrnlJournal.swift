import DiaryCore
import System

/// One file of text, open while its entries are read.
final class JrnlJournal {
  /// An entry as it stands there.
  struct Row {
    let time: JrnlTime
    /// What follows the date: the rest of that line and the lines below.
    var text: [UInt8]
    var isTooLong = false
  }

  let file: String
  /// The journal's name, by that of its file or its folder of days; blank for the only one that most
  /// people have.
  let name: String
  /// Of the entry that was read last, from 1.
  private(set) var number = 0
  /// Whether the file begins with text that belongs to no entry.
  private(set) var hasPreface = false

  private let input: SourceFile
  private let formats: JrnlTimeFormats
  private let plain: JrnlTimeFormat?
  private let day: CalendarDay?
  private var lines: TextLines
  private var pending: Row?

  /// What is looked at to know how dates are written.
  private static let headSize = 1 << 16

  /// `day` is that of all its entries where the file's place tells it, whatever their heads say.
  init(
    _ file: String, in tree: ImportTree, set: JrnlTimeFormat?, day: CalendarDay? = nil
  ) throws(DiaryError) {
    self.file = file
    self.day = day
    name = day == nil ? Self.name(of: file) : Self.name(called: tree.name)
    input = try tree.require(file)
    let head = tree.head(of: file, Self.headSize).split { $0 == 0x0A || $0 == 0x0D }
    let heads = head.compactMap { JrnlHead.bracketed(Array($0))?.date }
    formats = JrnlTimeFormats(set: set, heads: heads)
    let first = head.first.flatMap { JrnlHead.bracketed(Array($0))?.date }
    let isBracketed = first.flatMap { [formats] in formats.time($0, on: day) } != nil
    plain =
      isBracketed ? nil : head.first.flatMap { Self.plainFormat(of: Array($0), set: set, on: day) }
    lines = TextLines(input.descriptor)
  }

  static func name(of file: String) -> String {
    name(called: file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file)
  }

  private static func name(called name: String) -> String {
    unnamed.contains(name.lowercased()) ? "" : name.printable
  }

  /// What the files of a journal without a name are called, and those of what jrnl prints.
  private static let unnamed: Set = [
    "journal", "default", "diary", "jrnl", "out", "output", "export",
  ]

  /// The form of the date that a line of the first versions begins with: with a time, or any text
  /// that begins with a day would be a journal.
  static func plainFormat(
    of line: [UInt8], set: JrnlTimeFormat?, on day: CalendarDay? = nil
  ) -> JrnlTimeFormat? {
    let formats = set.map { [$0] } ?? JrnlTimeFormats.known.filter(\.hasTime)
    return formats.first { JrnlHead.plain(line, $0, on: day) != nil }
  }

  func next() throws(DiaryError) -> Row? {
    do throws(ErrorNumber) {
      while let line = try lines.next(longest: JSONRows.longest) {
        if let row = head(line) {
          let ended = pending
          pending = row
          if let ended { return told(ended) }
        } else if pending == nil {
          hasPreface = hasPreface || line.contains { $0 != 0x20 }
        } else {
          pending?.add(line, longest: JSONRows.longest)
        }
      }
    } catch {
      throw .input(name: file, .unreadable(reason: error.words))
    }
    defer { pending = nil }
    return pending.map { told($0, isLast: true) }
  }

  private func told(_ row: Row, isLast: Bool = false) -> Row {
    number += 1
    var row = row
    // Between two entries is an end of line: with it, the first line is the whole title.
    if !isLast || lines.endsWithNewline { row.text.append(0x0A) }
    return row
  }

  private func head(_ line: [UInt8]) -> Row? {
    if let plain {
      guard let (time, rest) = JrnlHead.plain(line, plain, on: day) else { return nil }
      return Row(time: time, text: Array(rest))
    }
    guard let (date, rest) = JrnlHead.bracketed(line), let time = formats.time(date, on: day) else {
      return nil
    }
    return Row(time: time, text: Array(rest))
  }
}

extension JrnlJournal.Row {
  fileprivate mutating func add(_ line: [UInt8], longest: Int) {
    guard text.count + line.count < longest else {
      isTooLong = true
      return
    }
    text.append(0x0A)
    text += line
  }
}
