import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite(.serialized) struct Locking {
    /// Opens the diary and types its passphrase.
    private func unlocked(_ home: TestHome) throws -> TerminalSession {
      let session = try home.open(showing: "recovery words")
      session.send("four words")
      session.press(.enter)
      return session
    }

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

    @Test func aJournalIsHiddenUntilThePassphraseIsTyped() throws {
      let home = try TestHome()
      let secret = try home.folder.write("four words\n", to: "secret")
      try home.output("add", "Mine", "--journal", "Private")
      try home.output("add", "Ours")
      try home.output("encrypt", "--passphrase-file", secret)
      let session = try unlocked(home)
      try session.waitFor("2 entries")
      session.press(.character("J"))
      try session.waitFor("All entries")
      session.press(.character("G"), .character("l"))
      try session.waitFor("Locked “Private”.")
      session.press(.character("q"))
      try session.waitFor("1 entry")
      try session.waitForNo("Mine")
      // Another program may not tell of it, either.
      try home.output("add", "Mine too", "--journal", "Private", "--passphrase-file", secret)
      try home.output("add", "Ours too", "--passphrase-file", secret)
      try session.waitFor("Ours too")
      try session.waitForNo("Mine")
      session.press(.alt("l"))
      try session.waitFor("Type the diary's passphrase.")
      session.send("four words")
      session.press(.enter)
      try session.waitFor("Mine too")
      try session.waitFor("4 entries")
      session.press(.control("c"))
      try expectEqual(session.waitForEnd(), .status(0))
      // In the next run it is hidden again.
      let next = try unlocked(home)
      try next.waitFor("2 entries")
      try next.waitForNo("Mine")
      next.press(.control("c"))
      try expectEqual(next.waitForEnd(), .status(0))
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
