import DiaryCore
import TerminalUI

/// The photo picker: a file browser that shows folders and photos.
package struct PickerState: Sendable {
  /// An absolute path without a slash at its end, or `/`.
  var folder: String
  var filter = TextField()
  var choice = ChoiceList()
  /// What the folder holds; `nil` until it has been read.
  var items: [FileItem]?
  var fault: FolderFault?
  /// Paths of photos, in the order in which they were marked.
  var marked: [String] = []

  static let parentName = ".."

  init(folder: String) { self.folder = folder }

  /// The items that the filter leaves, the way up first.
  var shown: [FileItem] {
    let wanted = filter.text.lowercased()
    let up =
      folder == "/" || !wanted.isEmpty
      ? [] : [FileItem(name: Self.parentName, isFolder: true, size: 0)]
    return up
      + (items ?? []).filter { item in
        wanted.isEmpty || Array(item.name.lowercased()).contains(Array(wanted))
      }
  }

  var selectedItem: FileItem? {
    let shown = shown
    return shown.indices.contains(choice.selected) ? shown[choice.selected] : nil
  }

  func path(of item: FileItem) -> String {
    if item.name == Self.parentName {
      let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
      return "/" + parent
    }
    return folder == "/" ? "/" + item.name : folder + "/" + item.name
  }

  /// Shows another folder, and there what is left of a typed path.
  mutating func enter(_ folder: String, filter rest: String = "") {
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    filter = TextField(rest)
    choice = ChoiceList()
    items = nil
    fault = nil
  }

  /// The folder that a typed path leads to, as far as that is known, and the rest of the path. A
  /// folder's name ends with a slash; of a path in this folder one name is taken at a time.
  func typedFolder(home: String) -> (folder: String, rest: String)? {
    let text = filter.text
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let name = text[..<slash]
    if name.isEmpty || name == "~", let last = text.lastIndex(of: "/") {
      let base = name.isEmpty ? "" : home
      let path = base + text[slash..<last]
      return (path.isEmpty ? "/" : path, String(text[text.index(after: last)...]))
    }
    guard let folder = self.folder(named: name) else { return nil }
    return (folder, String(text[text.index(after: slash)...]))
  }

  /// A name may be left unfinished when a folder goes on from it.
  private func folder(named name: Substring) -> String? {
    if name == ".." { return path(of: FileItem(name: Self.parentName, isFolder: true, size: 0)) }
    let wanted = name.lowercased()
    let folders = (items ?? []).filter { $0.isFolder && $0.name.lowercased().hasPrefix(wanted) }
    return (folders.first { $0.name == name } ?? folders.first).map { path(of: $0) }
  }
}
