import DiaryCore
import System

/// The pictures that a day's text of RedNotebook names.
final class RedNotebookPictures {
  /// Those of the day.
  private(set) var placing: PhotoPlacing
  private let tree: ImportTree
  /// Where the months are in the tree, empty for its top: addresses in texts begin there.
  private let folder: String
  private var lookup: PhotoLookup

  init(_ tree: ImportTree, folder: String) {
    self.tree = tree
    self.folder = folder
    lookup = PhotoLookup(tree, files: tree.allFiles())
    placing = PhotoPlacing(tree)
  }

  /// The files that texts have named so far, by their paths in the tree.
  var used: Set<String> { lookup.used }

  /// To be called before a day's text is read.
  func begin() { placing = PhotoPlacing(tree) }

  /// The Markdown for a picture; `nil`, and a note, when it isn't one that can come.
  func markdown(at address: String, words: String) -> String? {
    placing.markdown(photo(at: address), called: address, caption: words)
  }

  /// A picture by its path or `file:` address. One that begins at the root is taken only where it
  /// leads into the folder that is imported, as it lies there now or by its name as it lay in a
  /// folder that has moved since.
  private func photo(at address: String) -> PhotoLookup.Result {
    let scheme = "file://"
    let isFile = address.lowercased().hasPrefix(scheme)
    let path = isFile ? String(Substring(address.utf8.dropFirst(scheme.utf8.count))) : address
    guard path.utf8.first == UInt8(ascii: "/") else {
      return lookup.photo(at: path, from: folder)
    }
    let root = Path.resolved(tree.root)
    for path in [path, path.percentDecoded].compactMap(\.self)
    where Path.holds(root, path) {
      let inside = String(Substring(path.utf8.dropFirst(root.utf8.count + 1)))
      if case .found(let file) = lookup.photo(at: inside, from: "") { return .found(file) }
    }
    let name = Path.split(path.percentDecoded ?? path).name
    if case .found(let file) = lookup.photo(called: name, near: folder) { return .found(file) }
    return .absolute
  }
}
