import Localization
import System

/// What is imported: a file, or something that is open already.
package enum ImportSource: Hashable, Sendable {
  case file(String)
  /// An open file, which stays the caller's. `folder` is where relative paths in it begin.
  case descriptor(Descriptor, name: String, folder: String)

  package static var standardInput: Self {
    .descriptor(.standardInput, name: localized("standard input"), folder: ".")
  }

  /// What errors call it.
  var name: String {
    switch self {
    case .file(let path): path
    case .descriptor(_, let name, _): name
    }
  }

  /// A path in it, as it is to be opened.
  func resolved(_ path: String) -> String {
    guard path.utf8.first != UInt8(ascii: "/") else { return path }
    switch self {
    case .file(let file):
      guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
      return file[...slash] + path
    case .descriptor(_, _, let folder): return folder == "." ? path : "\(folder)/\(path)"
    }
  }
}
