/// Files that desktops, network drives and photo programs leave in folders.
package enum DesktopFile {
  private static let names: Set = [
    "thumbs.db", "ehthumbs.db", "desktop.ini", "picasa.ini", "@eadir", "icon\r",
  ]

  /// Returns `true` if a file or folder has one of their names. Hidden files aren't included.
  package static func isName(_ name: String) -> Bool { names.contains(name.lowercased()) }
}
