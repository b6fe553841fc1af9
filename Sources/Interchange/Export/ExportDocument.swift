import Crypto
import DiaryCore

/// A file of an export that grows as entries come, on its way to the tree.
struct ExportDocument: ~Copyable {
  private static let chunk = 1 << 18

  private let path: ExportPath
  private let file: GrowingFile
  private var pending: [UInt8] = []
  private var hash = SHA256()

  /// Begins the file at a path of the tree.
  init(_ name: String, in tree: inout ExportTree) throws(DiaryError) {
    path = ExportPath(name: name)
    file = try tree.sink.begin(path)
  }

  /// Adds bytes, which are kept until they are many.
  mutating func write(_ bytes: some Sequence<UInt8>) throws(DiaryError) {
    pending += bytes
    if pending.count > Self.chunk { try flush() }
  }

  /// Ends the file and takes it into the tree, unless an earlier export has the same.
  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) {
    try flush()
    let digest = AssetID(digest: hash.finalize())
    if tree.add(ExportedFile(path: path, content: .text(digest))) {
      try tree.sink.keep(file, at: path)
    } else {
      try tree.sink.discard(file, at: path)
    }
  }

  private mutating func flush() throws(DiaryError) {
    hash.update(data: pending)
    try file.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
