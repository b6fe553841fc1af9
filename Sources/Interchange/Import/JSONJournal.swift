import DiaryCore
import Glibc

/// A journal that is an array of entries in a JSON file, open while they are read.
final class JSONJournal {
  let file: String
  let name: String
  /// Of the entry that was read last, from 1.
  private(set) var number = 0
  private let descriptor: Int32
  private var rows: JSONRows

  /// The array is the member `entries` of the file's object.
  init(_ file: String, called name: String, in tree: ImportTree) throws(DiaryError) {
    self.file = file
    self.name = name
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
