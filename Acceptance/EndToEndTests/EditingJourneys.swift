import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct Editing {
    @Test func theDateStaysAsItWas() throws {
      let home = try TestHome()
      try home.output(
        "add", "강가 산책", "--content", "Fog.", "--date", "2026-11-20T07:30:12+09:00")
      let session = try home.open()
      session.press(.character("e"))
      try session.waitFor("Edit entry")
      session.send(" Then sun.")
      session.press(.control("s"))
      try session.waitFor("Saved “강가 산책”")

      let entry = try require(try home.entries().first)
      expectEqual(entry["content"]?.string, "Fog. Then sun.")
      expectEqual(entry["date"]?.string, "2026-11-20T07:30:12+09:00")
      session.press(.character("u"))
      try session.waitUntil("the text as it was") { !$0.text.contains("Then sun.") }
      try expectEqual(home.entries().first?["content"]?.string, "Fog.")
    }

    @Test func theirOwnEditor() throws {
      let home = try TestHome()
      try home.add("Soup")
      // Like vi: draws on the terminal, and waits for a key in the terminal's own modes.
      let editor = try home.script(
        "#!/bin/sh\necho editing; stty -a | grep -o ' icanon'; read line\necho \"$line\" >> \"$1\"")
      let session = try home.open(environment: ["EDITOR": editor])
      session.press(.character("E"))
      try session.waitFor("editing")
      try session.waitFor("icanon")
      session.send("국수와 두 장\r")
      try session.waitFor("Saved “Soup”")
      try session.waitForSelection("Soup")
      expectLacks(session.text, "icanon")
      try expectEqual(home.entries().first?["content"]?.string, "Soup: text.\n국수와 두 장")
      // Keys are the diary's again.
      session.press(.character("n"))
      try session.waitFor("New entry")
      try expect(home.files(in: home.folder.path).allSatisfy { !$0.hasSuffix("entry.md") })
    }

    @Test func theirOwnEditorFailsAfterItSaved() throws {
      let home = try TestHome()
      try home.add("Soup")
      let editor = try home.script("#!/bin/sh\necho kept >> \"$1\"\nkill -9 $$")
      let session = try home.open(environment: ["EDITOR": editor])
      session.press(.character("E"))
      try session.waitFor("Saved “Soup”")
      try expectEqual(home.entries().first?["content"]?.string, "Soup: text.\nkept")
    }
  }
}

extension TestHome {
  /// A script that can be run. Returns its path.
  func script(_ text: String) throws -> String {
    let path = try folder.write(text + "\n", to: "script")
    try makeExecutable(path)
    return path
  }
}
