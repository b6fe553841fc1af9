import DiaryCore
import Glibc

/// One journal's file, open while its entries are read.
final class DayOneJournal {
  let file: String
  /// The file's name without its ending.
  let name: String
  /// Of the entry that was read last, from 1.
  private(set) var number = 0
  private let descriptor: Int32
  private var rows: JSONRows

  init(_ file: String, in tree: ImportTree) throws(DiaryError) {
    self.file = file
    name = String(file.dropLast(".json".count)).printable
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
