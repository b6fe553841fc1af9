import Crypto
import DiaryCore
import System

/// The private folder in which a book is put together before it is printed. It goes with all that
/// is in it.
final class BookFolder {
  static let page = "book.html"
  static let style = "book.css"
  static let pictures = "pictures"

  private let staging: StagingFolder
  private let file: OpenFile
  private var pending: [UInt8] = []
  private var hash = SHA256()

  init(beside tree: borrowing ExportTree) throws(DiaryError) {
    staging = try StagingFolder(in: tree.sink.workFolder, for: "book")
    file = try staging.folder.newFile(Self.page)
  }

  var path: String { staging.folder.path }

  /// Adds to the page.
  func write(_ html: HTML) throws(DiaryError) {
    pending += html.bytes
    if pending.count > 1 << 18 { try flush() }
  }

  /// A new file beside the page.
  func newFile(at path: ExportPath) throws(DiaryError) -> OpenFile {
    try staging.folder.newFile(at: path)
  }

  /// Notes something that the page shows, so that a book with another one is another book.
  func record(_ words: String) { hash.update(data: Array(words.utf8)) }

  /// Ends the page. Returns what tells it from every other one.
  func finish() throws(DiaryError) -> AssetID {
    try flush()
    return AssetID(digest: hash.finalize())
  }

  private func flush() throws(DiaryError) {
    hash.update(data: pending)
    try file.write(pending)
    pending = []
  }

  /// Whether a file is a PDF that is whole.
  func holdsPDF(_ name: String) -> Bool {
    guard let file = try? staging.folder.file(name), let status = try? file.status(),
      status.isRegularFile, let head = try? file.bytes(5, at: 0),
      let end = try? file.bytes(1024, at: max(0, status.size - 1024))
    else { return false }
    return head == Array("%PDF-".utf8) && end.firstRange(of: "%%EOF".utf8) != nil
  }
}
