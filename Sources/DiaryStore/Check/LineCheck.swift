import DiaryCore

/// What is wrong with a line of a log that is no revision.
enum LineCheck {
  private static let opening = Array("{\"entry\":\"".utf8)

  /// The entry that a damaged line says it is of, which may be damaged as well.
  static func entry(of line: UnsafeRawBufferPointer) -> ID<Entry>? {
    guard line.starts(with: opening) else { return nil }
    return ID(String(decoding: line.dropFirst(opening.count).prefix(32), as: UTF8.self))
  }

  /// Whether the line is the beginning of one that was never written whole, rather than one that
  /// was damaged later: JSON that ends too early, with the zeros that a file system may leave
  /// where nothing was written.
  static func isTorn(_ line: UnsafeRawBufferPointer) -> Bool {
    var written = line[...]
    while written.last == 0 { written = written.dropLast() }
    if written.isEmpty { return true }
    guard !RevisionLine.endsWithSum(line) else { return false }
    do throws(JSONParser.Failure) {
      _ = try JSONParser.parse(UnsafeRawBufferPointer(rebasing: written))
      return false
    } catch {
      return error.offset == written.count
    }
  }
}
