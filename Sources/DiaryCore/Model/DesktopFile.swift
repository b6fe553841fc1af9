/// Files that desktops, network drives and photo programs leave in folders.
package enum DesktopFile {
  private static let names: Set = [
    "thumbs.db", "ehthumbs.db", "desktop.ini", "picasa.ini", "@eadir", "icon\r",
  ]

  /// Whether a file's or folder's name is one of theirs. Hidden files aren't counted here.
  package static func isName(_ name: String) -> Bool { names.contains(name.lowercased()) }
}
