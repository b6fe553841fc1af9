import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// Searches for an encrypted diary's words after each of many operations.
@Suite("Plain text of an encrypted diary") struct PlainTextTests {
  private let home: TestHome
  /// Files that aren't encrypted: the passphrase, imports and exports.
  private let outside: TemporaryFolder
  private let secret: String
  private let texts = (0..<20).map { _ in randomText() }

  init() throws {
    home = try TestHome()
    outside = try TemporaryFolder()
    secret = try outside.write("four words\nfour words\n", to: "secret")
    try outside.write(texts.joined(separator: "\n") + "\n", to: "texts")
  }

  private func run(_ arguments: [String]) throws {
    try home.output(arguments + ["--passphrase-file", secret])
  }

  /// Searches the contents and names of all files of the user's programs, and the keyring's list.
  private func expectNothing(after operation: String) throws {
    let folders = [home.folder.path, "/dev/shm", "/var/tmp"]
    let excluded = String(outside.path.split(separator: "/").last!)
    let found = try ProgramResult.run(
      "/bin/grep",
      ["-rlaFs", "--exclude-dir", excluded, "-f", outside.path("texts")] + folders
        + ["/proc/keys"])
    let names = try ProgramResult.run(
      "/usr/bin/find", folders + ["-name", excluded, "-prune", "-o", "-print"]
    ).text
    let named = texts.filter(names.contains)
    expectEqual(found.text, "", "\(operation): \(found.text)")
    expectEqual(named, [], "\(operation): \(found.text)")
  }

  @Test func `no operation leaves a word of the diary`() throws {
    try home.output("add", texts[13], "--content", texts[14])
    let session = try home.open()
    try session.press(.character("n"), showing: "New entry")
    try session.send(texts[17], showing: texts[17])
    try session.press(.control("c"), showing: "Press Ctrl-C again to leave.")
    try session.quit()
    try home.output("encrypt", "--passphrase-file", secret)
    try expectNothing(after: "encrypt")
    let id = try home.addEntry(of: texts, files: outside, "--passphrase-file", secret)
    try expectNothing(after: "add and edit")
    let line = #"{"title":"\#(texts[15])","content":"\#(texts[16])","date":"2026-03-01T08:00:00Z"}"#
    let markdown = outside.path("markdown")
    let remote = outside.path("remote")
    let backups = outside.path("backups")
    let operations: [[String]] = [
      ["list"], ["list", "--format", "json"], ["list", "--sort", "title"], ["show", id],
      ["show", id, "--format", "markdown"], ["search", texts[11]], ["stats"], ["tags"],
      ["tags", "rename", "t" + texts[6], "u" + texts[17]], ["journals"],
      ["journals", "add", texts[18]], ["journals", "rename", texts[18], texts[19]],
      ["journals", "color", texts[19], "red"], ["journals", "lock", texts[7]],
      ["list", "--all-journals"], ["journals", "unlock", texts[7]],
      ["journals", "merge", texts[7], texts[19]], ["history", id], ["onthisday"], ["trash"],
      ["delete", id], ["trash"], ["restore", id], ["export", markdown, "--format", "markdown"],
      ["export", outside.path("site"), "--format", "html"],
      ["export", outside.path("sealed"), "--format", "json", "--encrypt"],
      ["import", markdown, "--format", "markdown"], ["verify"], ["verify", "--repair"], ["status"],
      ["backup", backups], ["backup", "--check", backups], ["remote", "add", "folder", remote],
      ["sync"], ["sync"], ["photos"], ["photos", "--fetch"], ["device", "list"], ["author"],
      ["key"], ["key", "passphrase"], ["key", "rotate"], ["key", "rotate", "--all"], ["list"],
    ]
    for operation in operations {
      try run(operation)
      try expectNothing(after: operation.joined(separator: " "))
    }
    _ = try home.run(
      [
        "import", "-", "--format", "jsonl", "--passphrase-file",
        outside.write("four words", to: "p"),
      ], input: Array(line.utf8))
    try expectNothing(after: "import")
    try home.output(
      "add", texts[15], "--content", texts[16], "--photo", outside.path(texts[1] + ".jpg"))
    try expectNothing(after: "add while locked")
    try run(["trash", "--empty"])
    try expectNothing(after: "trash --empty")
    // Decrypting leaves plain text, and encrypting again removes it.
    try run(["decrypt"])
    let plain = try ProgramResult.run(
      "/bin/grep", ["-rlaFs", "-f", outside.path("texts"), home.folder.path])
    expectNotEqual(plain.text, "")
    try home.output("encrypt", "--passphrase-file", secret)
    try expectNothing(after: "decrypt and encrypt")
  }

  @Test func `the manual's script opens a diary without the program`() throws {
    let photo = Checkout.photo("river-fog.jpg")
    for title in ["One", "둘", "Three"] { try home.output("add", title, "--photo", photo) }
    let lines = try home.files(in: home.store + "/log").flatMap {
      try home.folder.text("data/photodiary/log/" + $0).split(separator: "\n")
    }
    try home.output("encrypt", "--passphrase-file", secret)
    try home.output("add", "Four", "--passphrase-file", secret)
    let manual = try Checkout.text("Assets/manual/encryption.md")
    let script = try require(
      manual.split(separator: "```").first { $0.contains("# open.sh DIARY FOLDER") })
    let body = script.drop { $0 != "#" }
    expectAtMost(body.split(separator: "\n").count, 20)
    try home.folder.write(String(body), to: "open.sh")
    let session = try home.shell(
      "sh \(home.folder.path("open.sh")) \(home.store) \(home.folder.path("out")) && echo done $((1 + 1))"
    )
    try session.waitFor("assphrase")
    session.send("four words")
    try session.press(.enter, showing: "done 2")
    let files = try home.files(in: home.folder.path("out"))
    let log = try require(files.first { $0.hasSuffix(".jsonl") })
    let opened = try home.folder.text("out/" + log).split(separator: "\n")
    expect(opened.starts(with: lines))
    expectGreater(opened.count, lines.count)
    let picture = try require(files.first { $0.hasPrefix("photos/") })
    try expectEqual(home.folder.read("out/" + picture), TemporaryFolder.bytes(of: photo))
    expectEqual(files.count, 2)
  }
}

extension Journeys {
  @Suite(.serialized) struct Memory {
    /// Returns the texts found in a program's memory; `nil` if it can't be read.
    private static func found(_ texts: [String], inMemoryOf pid: pid_t) throws -> [String]? {
      let memory = open("/proc/\(pid)/mem", O_RDONLY)
      guard memory >= 0 else { return nil }
      defer { close(memory) }
      let folder = try TemporaryFolder()
      let dump = open(folder.path("dump"), O_WRONLY | O_CREAT, 0o600)
      defer { close(dump) }
      let maps = String(decoding: try TemporaryFolder.bytes(of: "/proc/\(pid)/maps"), as: UTF8.self)
      var piece = [UInt8](repeating: 0, count: 1 << 20)
      for line in maps.split(separator: "\n") where line.contains(" rw") {
        let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
        var place = ends[0]
        while place < ends[1] {
          let count = pread(memory, &piece, min(piece.count, ends[1] - place), place)
          guard count > 0 else { break }
          write(dump, piece, count)
          place += count
        }
      }
      try folder.write(texts.joined(separator: "\n") + "\n", to: "texts")
      let search = try ProgramResult.run(
        "/bin/grep", ["-aoF", "-f", folder.path("texts"), folder.path("dump")])
      return Set(search.text.split(separator: "\n").map(String.init)).sorted()
    }

    @Test func `nothing read or typed is in memory after the lock`() throws {
      let home = try TestHome()
      let outside = try TemporaryFolder()
      let passphrase = randomText()
      let secret = try outside.write(passphrase + "\n", to: "secret")
      let (title, text, draft) = (randomText(), randomText(), randomText())
      try home.output("add", title, "--content", text)
      try home.output("encrypt", "--passphrase-file", secret)
      let session = try home.open(showing: "recovery words")
      session.send(passphrase)
      try session.press(.enter, showing: title)
      try session.press(.enter, showing: text)
      try session.press(.character("q"), .character("n"), showing: "New entry")
      try session.send(draft, showing: draft)
      let pid = session.terminal.pid
      // The search finds the texts of the open diary.
      guard let open = try Self.found([title, text, draft], inMemoryOf: pid) else {
        print("  the memory of another program can't be read here")
        session.press(.control("c"))
        try session.waitForEnd(afterPressing: .control("c"))
        return
      }
      expectEqual(open.count, 3)
      // A core file isn't written either.
      let limits = String(
        decoding: try TemporaryFolder.bytes(of: "/proc/\(pid)/limits"), as: UTF8.self)
      let core = try require(limits.split(separator: "\n").first { $0.contains("core file") })
      expectContains(core.split(separator: " "), "0", "\(core)")
      try home.output("lock")
      try session.waitFor("recovery words")
      try expectEqual(Self.found([title, text, draft, passphrase], inMemoryOf: pid), [])
      try session.waitForEnd(afterPressing: .control("c"))
    }
  }
}
