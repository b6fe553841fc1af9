import DiaryCore
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

  init() async throws {
    photodiary = try TestHome()
    id = try await photodiary.output("add", "title", "--content", "first")
  }

  /// Runs `edit` with an editor that notes its arguments, a line each, but for the file.
  private func arguments(
    of name: String, asked: String = "", called command: (String) -> String = { $0 }
  ) async throws -> [String] {
    let editor = try photodiary.folder.write(
      """
      #!/bin/sh
      [ "$1" = --version ] && { \(asked.isEmpty ? "exit 1" : "echo '\(asked)'; exit 0"); }
      printf '%s\\n' "$@" > "$HOME/arguments"

      """, to: name)
    try makeExecutable(editor)
    var photodiary = photodiary
    photodiary.environment["EDITOR"] = command(editor)
    let result = try await photodiary("edit", id)
    expectEqual(result.status, 0, "\(result.errorText)")
    let lines = try photodiary.folder.text("arguments").split(separator: "\n").map(String.init)
    expectEqual(lines.last?.hasSuffix("/entry.md"), true)
    return lines.dropLast()
  }

  @Test(arguments: ["vim", "nvim", "vim.basic", "gvim"])
  func `vim leaves no copies`(name: String) async throws {
    try await expectEqual(arguments(of: name), Self.vim)
  }

  @Test func `the person's own arguments come first`() async throws {
    try await expectEqual(arguments(of: "vim") { $0 + " +1 -Z" }, ["+1", "-Z"] + Self.vim)
  }

  @Test func `vi is asked who it is`() async throws {
    try await expectEqual(arguments(of: "vi", asked: "VIM - Vi IMproved 9.0"), Self.vim)
    try await expectEqual(arguments(of: "vi", asked: "nvi"), [])
    try await expectEqual(arguments(of: "view"), [])
  }

  @Test func `a link is followed`() async throws {
    _ = try await arguments(of: "vim.tiny")
    let link = photodiary.folder.path("vi-link")
    expectEqual(symlink(photodiary.folder.path("vim.tiny"), link), 0)
    try await expectEqual(arguments(of: "vim.tiny") { _ in link }, Self.vim)
  }

  @Test func `emacs makes no copies`() async throws {
    let given = try await arguments(of: "emacs-nox")
    expectEqual(given.first, "--eval")
    expectEqual(given.last?.contains("make-backup-files nil auto-save-default nil"), true)
  }

  @Test(arguments: ["nano", "emacsclient", "evim2", "hx", "code"])
  func `others are given the file alone`(name: String) async throws {
    try await expectEqual(arguments(of: name), [])
  }

  @Test func `what an editor puts beside the file goes with it`() async throws {
    let editor = try photodiary.folder.write(
      """
      #!/bin/sh
      cp "$1" "$1~"; mkdir "$(dirname "$1")/.undo"; cp "$1" "$(dirname "$1")/.undo/x"; exit 1

      """, to: "editor")
    try makeExecutable(editor)
    var photodiary = photodiary
    photodiary.environment["EDITOR"] = editor
    try await expectEqual(photodiary("edit", id).status, 1)
    let left = try ProgramResult.run(
      "/bin/sh", ["-c", "ls -d photodiary-* 2>/dev/null || true"], folder: photodiary.folder.path)
    expectEqual(left.text, "")
  }
}
