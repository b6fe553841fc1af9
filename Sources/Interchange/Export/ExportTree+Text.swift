import Crypto
import DiaryCore

extension ExportTree {
  /// Puts a text into the export, unless an earlier one holds the same. Returns how many bytes were
  /// written.
  mutating func put(_ text: [UInt8], at path: ExportPath) throws(DiaryError) -> Int64 {
    let digest = AssetID(digest: SHA256.hash(data: text))
    guard add(ExportedFile(path: path, content: .text(digest))) else { return 0 }
    try staging.folder.newFile(at: path).write(text)
    return Int64(text.count)
  }
}
