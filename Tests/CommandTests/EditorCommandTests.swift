import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("The user's editor") struct EditorCommandTests {
  private var home: TestHome
  private let id: String

  init() async throws {
    home = try TestHome()
    id = try await home.output("add", "title", "--content", "first\nsecond", "--tag", "t")
  }

  private func edited(by script: String) async throws -> ProgramResult {
    let editor = try home.program("editor", script)
    let home = home.with(["EDITOR": editor])
    return try await home("edit", id)
  }

  private var entry: JSONValue { get async throws { try await home.entry(id) } }

  private var leftOvers: String {
    get throws {
      try ProgramResult.run(
        "/bin/sh", ["-c", "ls -d photodiary-* 2>/dev/null || true"], folder: home.folder.path
      ).text
    }
  }

  @Test func `title and text are edited, everything else is kept`() async throws {
    let result = try await edited(
      by: "cp \"$1\" \"$HOME/seen\"; sed -i 's/title/제목/; s/second/둘/' \"$1\"")
    expectEqual(result.status, 0, "\(result.errorText)")
    try expectEqual(home.folder.text("seen"), "title\n\nfirst\nsecond\n")
    try await expectEqual(entry["title"]?.string, "제목")
    try await expectEqual(entry["content"]?.string, "first\n둘")
    try await expectEqual(entry["tags"]?.array, [.string("t")])
    try expectEqual(leftOvers, "")
  }

  @Test func `an entry changed elsewhere while it is edited keeps both texts`() async throws {
    let program = BuiltProgram.path("photodiary")
    let result = try await edited(
      by: "sed -i 's/first/하나/' \"$1\"; '\(program)' edit \(id) --title Theirs")
    expectEqual(result.status, 0)
    expectEqual(
      result.errorText,
      """
      “title” was changed by another program in the meantime, so both versions are kept. To see \
      them: photodiary history 1. To merge them, press C in the diary.

      """)
    let listed = try await home.output("list")
    expectSuffix(listed, "  title  2 versions        #t")
    // A version known from the start isn't reported.
    try await expectEqual(edited(by: "sed -i 's/하나/둘/' \"$1\"").errorText, "")
    try await expectContains(home.output("list"), "  2 versions  ")
  }

  @Test func `unchanged text isn't saved`() async throws {
    let before = try await entry
    let saved = try await edited(by: "touch -d 2020-01-01 \"$1\"")
    expectEqual(saved.status, 0)
    expectEqual(saved.errorText, "")
    // An editor that returns immediately is reported.
    let sent = try await edited(by: "exit 0")
    expectEqual(sent.status, 0)
    expectContains(sent.errorText, "saved nothing, so the entry is unchanged. If it opens a window")
    try await expectEqual(entry, before)
  }

  @Test func `line ends and byte order marks of the editor aren't saved`() async throws {
    let before = try await entry
    let result = try await edited(by: "sed -i 's/$/\\r/; 1s/^/\\xef\\xbb\\xbf/' \"$1\"")
    expectEqual(result.status, 0)
    try await expectEqual(entry, before)
  }

  @Test func `only the user can read the file`() async throws {
    _ = try await edited(by: "stat -c %a \"$1\" \"$(dirname \"$1\")\" > \"$HOME/modes\"")
    try expectEqual(home.folder.text("modes"), "600\n700\n")
  }

  @Test func `a failing editor changes nothing, and its text becomes a draft`() async throws {
    let before = try await entry
    let result = try await edited(by: "printf 'new\\n\\ntext' > \"$1\"; exit 3")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "status 3. The entry is unchanged.")
    try await expectEqual(entry, before)
    let folder = home.folder.path("state/photodiary/drafts")
    let found = try ProgramResult.run("/bin/sh", ["-c", "cat \"$0\"/*/*.json", folder])
    let draft = try JSONParser.parse(found.text)
    expectEqual(draft["entry"]?.string, id)
    expectEqual([draft["title"]?.string, draft["content"]?.string], ["new", "text"])
    try expectEqual(leftOvers, "")
  }

  @Test func `text that can't be saved is kept in a named file`() async throws {
    let result = try await edited(by: "printf 'bad \\377' > \"$1\"")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "at byte 4")
    let path = try require(
      result.errorText.split(separator: " ").last { $0.hasSuffix("entry.md.\n") }?.dropLast(2))
    try expectEqual(home.folder.read(String(path)), Array("bad ".utf8) + [0xFF])
    try await expectEqual(entry["title"]?.string, "title")
  }

  @Test func `a diary encrypted or decrypted during an edit gets the text`() async throws {
    let secret = try home.folder.write("four words\n", to: "secret")
    func edited(
      _ title: String, meanwhile command: String, _ options: [String] = []
    ) async throws -> ProgramResult {
      let program = BuiltProgram.path("photodiary")
      let editor = try home.program(
        "editor",
        """
        sed -i '1s/.*/\(title)/' "$1"
        '\(program)' \(command) --passphrase-file '\(secret)' >"$HOME/\(command)" 2>&1
        """)
      return try await home.with(["EDITOR": editor]).run(["edit", id] + options)
    }
    // There is no terminal to ask for the passphrase.
    let refused = try await edited("Draft", meanwhile: "encrypt")
    expectEqual(refused.status, 1)
    expectContains(refused.errorText, "Your text is kept as a draft; open the diary")
    try expectEqual(leftOvers, "")
    let drafts = try home.files(in: home.folder.path("state/photodiary/drafts"))
    expectEqual(drafts.count { $0.hasSuffix(".age") }, 1)
    expectEqual(drafts.count { $0.hasSuffix(".json") }, 0)
    let options = ["--passphrase-file", secret]
    let saved = try await edited("Saved", meanwhile: "decrypt", options)
    expectEqual(saved.status, 0, "\(saved.errorText)")
    try await expectEqual(entry["title"]?.string, "Saved")
    try expectEqual(leftOvers, "")
  }

  @Test func `a missing editor is named`() async throws {
    let home = home.with(["VISUAL": "no-such-editor", "EDITOR": "true"])
    let result = try await home("edit", id)
    expectEqual(result.status, 1)
    expectContains(result.errorText, "Couldn't start the editor no-such-editor")
    try expectEqual(leftOvers, "")
  }

  private static let vim = ["-n", "-i", "NONE", "-c", "set nobackup nowritebackup noundofile"]

  /// Edits with an editor that records its arguments. Returns them without the file.
  private func arguments(
    of name: String, asked: String = "", called command: (String) -> String = { $0 }
  ) async throws -> [String] {
    let editor = try home.program(
      name,
      """
      [ "$1" = --version ] && { \(asked.isEmpty ? "exit 1" : "echo '\(asked)'; exit 0"); }
      printf '%s\\n' "$@" > "$HOME/arguments"
      """)
    let home = home.with(["EDITOR": command(editor)])
    try await home.output("edit", id)
    let lines = try home.folder.text("arguments").split(separator: "\n").map(String.init)
    expectEqual(lines.last?.hasSuffix("/entry.md"), true)
    return lines.dropLast()
  }

  @Test func `vim gets its options after the user's, also through a link`() async throws {
    try await expectEqual(arguments(of: "vim") { $0 + " +1 -Z" }, ["+1", "-Z"] + Self.vim)
    let link = home.folder.path("vi-link")
    expectEqual(symlink(home.folder.path("vim"), link), 0)
    try await expectEqual(arguments(of: "vim") { _ in link }, Self.vim)
  }

  @Test func `vi gets vim's options only if it is vim`() async throws {
    try await expectEqual(arguments(of: "vi", asked: "VIM - Vi IMproved 9.0"), Self.vim)
    try await expectEqual(arguments(of: "vi", asked: "nvi"), [])
  }

  @Test func `emacs makes no backup files`() async throws {
    let given = try await arguments(of: "emacs-nox")
    expectEqual(given.first, "--eval")
    expectEqual(given.last?.contains("make-backup-files nil auto-save-default nil"), true)
  }

  @Test(arguments: [
    ("vim", vim), ("nvim", vim), ("vim.basic", vim), ("vim.tiny", vim), ("gvim", vim), ("view", []),
    ("nano", []), ("emacsclient", []), ("evim2", []), ("hx", []), ("code", []),
  ]) func `vim leaves no copies, and other editors get only the file`(
    name: String, expected: [String]
  ) async throws { try await expectEqual(arguments(of: name), expected) }

  @Test func `backup files of an editor are removed`() async throws {
    let result = try await edited(
      by: #"cp "$1" "$1~"; cd "$(dirname "$1")"; mkdir .undo; cp "$1" .undo/x; exit 1"#)
    expectEqual(result.status, 1)
    try expectEqual(leftOvers, "")
  }
}
