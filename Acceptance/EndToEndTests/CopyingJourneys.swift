import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// What is copied goes to the terminal's clipboard and the desktop's.
  @Suite struct Copying {
    /// Opens an entry in the editor and copies its word at the caret.
    private func copy(
      in home: TestHome, environment: [String: String?]
    ) throws -> TerminalSession {
      try home.output("add", "Walk", "--content", "강가 산책")
      let session = try home.open(environment: environment)
      session.press(.character("e"))
      try session.waitFor("Edit entry")
      session.press(.home, .modified(.end, 2), .alt("w"))
      return session
    }

    /// The sequence that holds it.
    private static let sequence = "\u{1B}]52;c;6rCV6rCAIOyCsOyxhQ==\u{7}"

    @Test func atTheTerminal() throws {
      let home = try TestHome()
      let session = try copy(in: home, environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      try session.waitFor("Copied.")
      expectContains(session.written, Self.sequence)
      expectLacks(session.written, "Ptmux;")
      // The screen is as it was.
      try session.waitFor("강가 산책")
    }

    @Test(.enabled(if: Facilities.has("clipboard"), "no clipboard program is asked"))
    func intoTheDesktop() throws {
      let home = try TestHome()
      // As the real one, it stays behind with the text, holding whatever it was given.
      let xclip = try home.folder.write(
        "#!/bin/sh\n[ \"$*\" = '-selection clipboard -in' ] || exit 1\n"
          + "cat > \"$HOME/copied.new\"; mv \"$HOME/copied.new\" \"$HOME/copied\"\nsleep 3 &\n",
        to: "bin/xclip")
      try makeExecutable(xclip)
      let session = try copy(
        in: home,
        environment: [
          "DISPLAY": ":9", "WAYLAND_DISPLAY": nil, "TERM": "linux",
          "PATH": home.folder.path("bin") + ":/usr/bin:/bin",
        ])
      try session.waitFor("Copied.")
      try expectEqual(home.folder.text("copied"), "강가 산책")
      // A console would print it.
      expectLacks(session.written, "]52;")
    }

    @Test func nowhere() throws {
      let home = try TestHome()
      let session = try copy(
        in: home,
        environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "TMUX": nil, "TERM": "linux"])
      try session.waitFor("there's no desktop")
      // It is in the diary all the same.
      session.press(.end, .alt("y"))
      try session.waitFor("강가 산책강가 산책")
    }
  }
}
