import DiaryCore
import Glibc

/// A journal as jrnl exports it to JSON, open while its entries are read.
final class JrnlDocument {
  /// An entry of it.
  struct Entry {
    let time: JrnlTime
    let text: JrnlText
    /// With their symbols, in small letters.
    let tags: [String]

    init(_ json: JSONValue) throws(EntryFault) {
      guard json.members != nil else { throw .notAnObject }
      let reader = MemberReader(json)
      guard let date = try reader.text("date") else { throw .noDate }
      let written = try reader.text("time").map { "\(date) \($0)" } ?? date
      let bytes = Array(written.utf8)[...]
      guard let time = JrnlTimeFormats(set: nil, heads: []).time(bytes) else {
        throw .invalidDate(written)
      }
      self.time = time
      tags = try reader.texts("tags")
      text = JrnlText(
        title: try reader.text("title") ?? "", body: try reader.text("body") ?? "",
        isStarred: json["starred"]?.bool ?? false)
    }
  }

  let file: String
  let name: String
  /// Of the entry that was read last, from 1.
  private(set) var number = 0
  private let descriptor: Int32
  private var rows: JSONRows

  init(_ file: String, in tree: ImportTree) throws(DiaryError) {
    self.file = file
    name = JrnlJournal.name(of: file)
    descriptor = tree.open(file)
    guard descriptor >= 0 else {
      throw .input(name: file, .unreadable(reason: String(cString: strerror(errno))))
    }
    rows = JSONRows(descriptor: descriptor, member: "entries")
  }

  deinit { close(descriptor) }

  func next() throws(DiaryError) -> JSONRows.Row? {
    do throws(JSONRows.ReadFailure) {
      let row = try rows.next()
      number += 1
      return row
    } catch {
      throw .input(name: file, .unreadable(reason: String(cString: strerror(error.code))))
    }
  }
}
