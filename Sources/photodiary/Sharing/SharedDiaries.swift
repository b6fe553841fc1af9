import DiaryCore
import Localization
import System

/// The diaries beside one's own, a folder each in `$XDG_DATA_HOME/photodiary-diaries`: those that several
/// people share.
enum SharedDiaries {
  static var folder: String { Folders.usualStore + "-diaries" }

  /// Where the diary of a name is.
  static func store(_ name: String) -> String { Path.join(folder, name) }

  /// Their names, in order.
  static func names() -> [String] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.filter { isName($0) && FileSystem.isFolder(store($0)) }.sorted()
  }

  /// In bytes: a file system allows 255, and some encode other letters at length.
  private static let longest = 120

  /// Whether a diary may be called that, which becomes the name of a folder.
  static func isName(_ name: String) -> Bool {
    !name.isBlank && name == name.printable && name.trimmed == name && !name.hasPrefix(".")
      && !name.hasPrefix("-") && !name.utf8.contains(UInt8(ascii: "/"))
      && name.utf8.count <= longest
  }

  /// Throws unless a diary may be called that.
  static func requireName(_ name: String) throws(CommandError) {
    guard isName(name) else {
      throw CommandError(
        localized(
          "“\(name.shortened)” can't be a diary's name. Use a short one of letters and digits."))
    }
  }

  /// Throws unless a further diary may be called that.
  static func requireNew(_ name: String) throws(CommandError) {
    try requireName(name)
    if let other = names().first(where: { $0.isSameName(as: name) }) {
      throw CommandError(
        localized("You have a diary named \(other) already. Give another name with --name."))
    }
  }

  /// The name of a diary as its folder has it. Throws when there is none.
  static func found(_ name: String) throws(CommandError) -> String {
    let names = names()
    if names.contains(name) { return name }
    if let other = names.first(where: { $0.isSameName(as: name) }) { return other }
    guard !names.isEmpty else {
      throw CommandError(
        localized(
          """
          No shared diary yet. Make one with `photodiary share NAME ADDRESS`, or use an invitation \
          with `photodiary join`.
          """))
    }
    throw CommandError(
      localized(
        "There's no shared diary “\(name.shortened)”. There are: \(names.joined(separator: ", "))."
      ))
  }

  /// The one that is meant where none is named, which only a person with a single one can leave out.
  static func only() throws(CommandError) -> String {
    let names = names()
    guard names.count > 1 else { return try found(names.first ?? "") }
    throw CommandError(
      localized("Which diary? Name it with --diary: \(names.joined(separator: ", ")).")
    )
  }
}
