import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite(.serialized) struct Locking {
    @Test func capsLockIsToldOfWhereTheTerminalCan() throws {
      let home = try TestHome()
      let secret = try home.folder.write("four words\n", to: "secret")
      try home.output("add", "Mine")
      try home.output("encrypt", "--passphrase-file", secret)
      let session = try home.open(playedBy: TerminalActor(.kitty))
      try session.waitFor("recovery words")
      func written() -> String { String(decoding: session.terminal.bytes, as: UTF8.self) }
      try session.waitUntil("keys are reported") { _ in written().contains("\u{1B}[>25u") }
      session.send("\u{1B}[57358;65u")
      try session.waitFor("Caps Lock is on.")
      session.send("\u{1B}[57358u")
      try session.waitForNo("Caps Lock is on.")
      for letter in "four words".unicodeScalars {
        session.send("\u{1B}[\(letter.value);;\(letter.value)u")
      }
      session.send("\u{1B}[13u")
      try session.waitFor("1 entry")
      try session.waitFor("Mine")
      expectContains(written(), "\u{1B}[<u")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
    }

    @Test func aTextIsThereAgainAfterTheLock() throws {
      let home = try TestHome()
      let secret = try home.folder.write("four words\n", to: "secret")
      try home.output("add", "First snow")
      try home.output("encrypt", "--passphrase-file", secret)
      let session = try home.open(showing: "recovery words")
      session.send("wrong")
      session.press(.enter)
      try session.waitFor("doesn't open")
      session.send("four words")
      session.press(.enter)
      try session.waitFor("First snow")
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("Half a thought")
      try session.waitFor("Half a thought")
      try home.output("lock")
      try session.waitForNo("Half a thought")
      try session.waitFor("recovery words")
      session.send("four words")
      session.press(.enter)
      try session.waitFor("Half a thought")
      session.press(.control("s"))
      try session.waitFor("Added “Half a thought”.")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
      let list = try home.output("list", "--passphrase-file", secret)
      expectContains(list, "Half a thought")
      expectContains(list, "First snow")
    }
  }
}
