import DiaryStore
import System

/// The name that the author of a new diary gets. Asked once, when the diary is made.
struct AuthorName: Sendable {
  let folders: Folders

  /// A program that hangs mustn't keep the first entry from being saved.
  private static let milliseconds = 10_000

  /// In a diary beside one's own the name that was chosen there, then what the settings say, else what one's
  /// own diary says, else what git signs commits with, else what the system knows.
  func find() -> String {
    let own = folders.diary == nil ? nil : AuthorNote(of: StoreLayout(root: Folders.ownStore))
    if let own, own.isChosen { return own.name }
    return folders.settings.known().author ?? own?.name ?? Self.gitsName()
      ?? Self.systemsFullName() ?? CurrentUser.account ?? ""
  }

  private static func gitsName() -> String? {
    HelperProgram.find("git")?.run(["config", "--get", "user.name"], within: milliseconds)
      .flatMap { tidied(String(decoding: $0, as: UTF8.self)) }
  }

  private static func systemsFullName() -> String? {
    // The first of the comma-separated fields.
    CurrentUser.notes.flatMap { tidied(String($0.prefix { $0 != "," })) }
  }

  private static func tidied(_ name: String) -> String? {
    name.isBlank ? nil : String(name.trimmed).printable
  }
}
