import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// What an editor is told, so that no copy of the text outlives the visit.
@Suite("The privacy of the person's own editor")
struct EditorPrivacyTests {
  private var photodiary: TestHome
  private let id: String
  private static let vim =
    ["-n", "-i", "NONE", "-c", "set nobackup nowritebackup noundofile"]

  init() throws {
    photodiary = try TestHome()
    id = try photodiary.output("add", "title", "--content", "first")
  }

  /// Runs `edit` with an editor that notes its arguments, a line each, but for the file.
  private func arguments(
    of name: String, asked: String = "", called command: (String) -> String = { $0 }
  ) throws -> [String] {
    let editor = try photodiary.folder.write(
      """
      #!/bin/sh
      [ "$1" = --version ] && { \(asked.isEmpty ? "exit 1" : "echo '\(asked)'; exit 0"); }
      printf '%s\\n' "$@" > "$HOME/arguments"

      """, to: name)
    try makeExecutable(editor)
    var photodiary = photodiary
    photodiary.environment = ["VISUAL": nil, "EDITOR": command(editor)]
    let result = try photodiary("edit", id)
    expectEqual(result.status, 0, "\(result.errorText)")
    let lines = try photodiary.folder.text("arguments").split(separator: "\n").map(String.init)
    expectEqual(lines.last?.hasSuffix("/entry.md"), true)
    return lines.dropLast()
  }

  /// Whatever a person has set for other files.
  @Test(.enabled(if: access("/usr/bin/vim", X_OK) == 0, "vim isn't installed"))
  func `vim itself leaves nothing`() throws {
    let folder = photodiary.folder
    for name in ["backup", "undo", "swap"] { mkdir(folder.path(name), 0o700) }
    let home = folder.path
    let settings = try folder.write(
      """
      set nocompatible backup writebackup undofile
      set backupskip= backupdir=\(home)/backup undodir=\(home)/undo directory=\(home)/swap
      set viminfo='100,n\(home)/viminfo
      autocmd VimEnter * call setline(3, "changed") | call system("ls \(home)/swap > \(home)/swaps") | wq

      """, to: "vimrc")
    var photodiary = photodiary
    photodiary.environment = ["VISUAL": "vim -u \(settings) -T dumb", "TERM": "dumb"]
    let result = try photodiary("edit", id)
    expectEqual(result.status, 0, "\(result.errorText)")
    try expectEqual(photodiary.json("show", id, "--format", "json")["content"]?.string, "changed")
    let left = try ProgramResult.run(
      "/bin/sh",
      ["-c", "ls -A backup undo swap; cat swaps; ls -d viminfo photodiary-* 2>/dev/null || true"],
      folder: folder.path)
    expectEqual(left.text, "backup:\n\nswap:\n\nundo:\n")
  }
}
