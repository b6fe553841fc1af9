import DiaryCore
import Interchange
import Localization
import System

/// The file of what an import could not bring. It is opened before anything comes, so that one which
/// can't be written is told of in time. What stood there is kept beside it, under its name and "~".
/// It tells of a diary: nobody else may read it.
final class ImportReport {
  let path: String
  private var descriptor: Descriptor
  /// Whether the file was made for this and has nothing in it yet.
  private var isUnused: Bool

  /// For the import of a file or a folder, of which it can't be a part.
  init(_ path: String, of imported: String) throws(CommandError) {
    self.path = path
    guard !Path.holds(Path.resolved(imported), Path.resolved(path)) else {
      throw Self.failure(path, localized("It's part of the import"))
    }
    isUnused = !FileSystem.exists(path)
    do throws(ErrorNumber) {
      descriptor = try Descriptor.open(path, [.writeOnly, .create])
    } catch {
      throw Self.failure(path, error.words)
    }
  }

  deinit {
    descriptor.close()
    if isUnused { FileSystem.unlink(path) }
  }

  func write(_ lines: [String]) throws(CommandError) {
    isUnused = false
    do throws(ErrorNumber) {
      try keepEarlier()
      try descriptor.write(Array(lines.map { $0.printable + "\n" }.joined().utf8))
    } catch {
      throw Self.failure(path, error.words)
    }
  }

  private func keepEarlier() throws(ErrorNumber) {
    guard let status = try? descriptor.status(), status.isRegularFile, status.size > 0 else {
      return
    }
    try FileSystem.replace(path + "~", by: path)
    let new = try Descriptor.open(path, .new)
    descriptor.close()
    descriptor = new
  }

  private static func failure(_ path: String, _ reason: String) -> CommandError {
    CommandError(localized("Couldn't write the report \(path): \(reason). Name another file."))
  }
}

/// What an import could not bring, on standard error.
enum NoteLines {
  /// Of many notes alike, as many as are told one by one.
  private static let mostAlike = 5

  static func write(_ notes: [ImportNote], hasReport: Bool = true) {
    var counts: [ImportIssue: Int] = [:]
    for note in notes { counts[note.kind, default: 0] += 1 }
    var told: [ImportIssue: Int] = [:]
    for note in notes {
      let number = told[note.kind, default: 0] + 1
      guard number <= mostAlike else { continue }
      told[note.kind] = number
      ErrorLine.write(note.line)
      let others = counts[note.kind, default: 0] - mostAlike
      guard number == mostAlike, others > 0 else { continue }
      ErrorLine.write(
        hasReport
          ? localized("\(others) more like this. Use --report FILE to list them all.")
          : localized("\(others) more like this."))
    }
  }
}
