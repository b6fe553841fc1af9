import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite(.serialized) struct Locking {
    @Test func `Caps Lock is reported if the terminal can`() throws {
      let home = try TestHome()
      let secret = try home.folder.write("four words\n", to: "secret")
      try home.output("add", "Mine")
      try home.output("encrypt", "--passphrase-file", secret)
      let session = try home.open(playedBy: TerminalActor(.kitty))
      try session.waitFor("recovery words")
      func written() -> String { String(decoding: session.terminal.bytes, as: UTF8.self) }
      try session.waitUntil("keys are reported") { _ in written().contains("\u{1B}[>25u") }
      try session.send("\u{1B}[57358;65u", showing: "Caps Lock is on.")
      try session.send("\u{1B}[57358u", hiding: "Caps Lock is on.")
      for letter in "four words".unicodeScalars {
        session.send("\u{1B}[\(letter.value);;\(letter.value)u")
      }
      try session.send("\u{1B}[13u", showing: "1 entry", "Mine")
      expectContains(written(), "\u{1B}[<u")
      try session.quit()
    }

    @Test func `a text is restored after the lock`() throws {
      let home = try TestHome()
      let secret = try home.folder.write("four words\n", to: "secret")
      try home.output("add", "First snow")
      try home.output("encrypt", "--passphrase-file", secret)
      let session = try home.open(showing: "recovery words")
      session.send("wrong")
      try session.press(.enter, showing: "Wrong passphrase or recovery words")
      session.send("four words")
      try session.press(.enter, showing: "First snow")
      try session.press(.character("n"), showing: "New entry")
      try session.send("Half a thought", showing: "Half a thought")
      try home.output("lock")
      try session.waitForNo("Half a thought")
      try session.waitFor("recovery words")
      session.send("four words")
      try session.press(.enter, showing: "Half a thought")
      try session.press(.control("s"), showing: "Added “Half a thought”.")
      try session.quit()
      let list = try home.output("list", "--passphrase-file", secret)
      expectContains(list, "Half a thought")
      expectContains(list, "First snow")
    }
  }
}
