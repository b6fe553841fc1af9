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

  mutating func enter(_ folder: String) {
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    filter = TextField()
    choice = ChoiceList()
    items = nil
    fault = nil
  }

  /// A typed path ends a folder's name with a slash: the folder to go to then.
  func typedFolder(home: String) -> String? {
    let text = filter.text
    guard text.hasSuffix("/") else { return nil }
    if text == "~/" { return home }
    let path = text.count > 1 ? String(text.dropLast()) : text
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/") { return home + path.dropFirst() }
    if path == ".." {
      return self.path(of: FileItem(name: Self.parentName, isFolder: true, size: 0))
    }
    // A name may be left unfinished when only one folder goes on from it.
    let folders = (items ?? []).filter {
      $0.isFolder && $0.name.lowercased().hasPrefix(path.lowercased())
    }
    guard let match = folders.first(where: { $0.name == path }) ?? folders.first else { return nil }
    return self.path(of: match)
  }
}
