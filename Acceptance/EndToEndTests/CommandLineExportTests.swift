import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Exports on the command line")
struct CommandLineExportTests {
  private let photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    try photodiary.output(
      "add", "Fog on the river", "--content", "A walk\\. 안개\n\n- one", "--date",
      "2026-11-19T07:30:00+09:00", "--photo", Checkout.photo("river-fog.jpg"), "--tag", "산책",
      "--journal",
      "Travel")
    try photodiary.output("add", "Second", "--date", "2026-11-18T22:00:00Z")
  }

  /// The entries of a diary without what an import notes, their author, and the machine's paths.
  private func entries(of diary: TestHome) throws -> [JSON] {
    try diary.entries().map { entry in
      var members = entry.members ?? [:]
      members["imported"] = nil
      members["author"] = nil
      members["photos"] = .array(
        (members["photos"]?.array ?? []).map { photo in
          .object((photo.members ?? [:]).filter { $0.key != "file" })
        })
      return .object(members)
    }
  }

  @Test func `a zip for Day One comes back whole`() throws {
    let place = photodiary.folder.path("out")
    let said = try photodiary.output("export", place, "--format", "dayone", "--keep-location")
    expectEqual(said, "2 entries and 1 photo in \(place)")
    let other = try TestHome()
    try other.output("import", place + "/dayone.zip")
    try expectEqual(entries(of: other), entries(of: photodiary))
  }

  @Test func `the passphrase is asked for twice, and shown at no time`() throws {
    func export(_ answers: String...) throws -> (status: String, text: String) {
      let terminal = try PseudoTerminal(
        program: BuiltProgram.path("photodiary"),
        arguments: ["export", photodiary.folder.path("asked"), "--format", "jrnl", "--encrypt"],
        environment: TestEnvironment.with([
          "HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store,
        ]), folder: photodiary.folder.path)
      let deadline = Patience.deadline
      func text() -> String { String(decoding: terminal.bytes, as: UTF8.self) }
      for (answer, question) in zip(answers, ["Passphrase: ", "Repeat passphrase: "]) {
        while !text().contains(question), terminal.read(until: deadline) {}
        terminal.write(Array(answer.utf8))
      }
      let end = try require(terminal.waitForEnd(until: deadline))
      return ("\(end)", text())
    }
    let file = photodiary.folder.path("asked.tar.age")
    let different = try export("one\r", "two\r")
    expectContains(different.text, "The two passphrases differ.")
    let stopped = try export("one\u{3}")
    expectContains(stopped.text, "Stopped. Nothing was changed.")
    expectNotEqual(access(file, F_OK), 0)
    let done = try export("wrong\u{15}말!\u{7F}\r", "말\r")
    expectContains(done.text, "2 entries and 1 photo in ")
    expectEqual(access(file, F_OK), 0)
    for shown in [different, stopped, done] {
      expectLacks(shown.text, "one", "\(shown.text)")
      expectLacks(shown.text, "말", "\(shown.text)")
    }
  }

  // MARK: Encryption

}
