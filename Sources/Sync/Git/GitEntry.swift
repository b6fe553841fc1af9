/// A file of a tree.
struct GitEntry {
  let path: String
  let object: String
  let size: Int

  /// As `git update-index --index-info` reads it.
  var indexLine: String { "100644 \(object)\t\(path)\n" }

  static func removal(of path: String) -> String {
    "0 \(String(repeating: "0", count: 40))\t\(path)\n"
  }
}
