import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Pasting from the desktop's clipboard, and copying to it or the terminal's.
  @Suite(.enabled(if: Facilities.has("clipboard"), "no clipboard program is asked"))
  struct Clipboard {
    private func home(_ programs: [String: String]) throws -> TestHome {
      let home = try TestHome(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      for (name, script) in programs { try home.makeProgram(name, script) }
      return home
    }

    private func open(_ home: TestHome) throws -> TerminalSession {
      let session = try home.open(environment: ["PATH": home.programPath])
      try session.press(.character("n"), showing: "New entry")
      return session
    }

    private func pastedFiles(_ home: TestHome) throws -> [String] {
      try home.files(in: home.folder.path).filter { $0.contains("pasted") }
    }

    /// A program with the content described in a file.
    private static let script = """
      kind=$(cat "$HOME/kind")
      case "$*" in
        --list-types | *TARGETS*)
          case $kind in
            text) echo 'text/plain;charset=utf-8' ;;
            files) echo text/uri-list ;;
            *) printf 'text/html\\nimage/png\\ntext/plain\\n' ;;
          esac ;;
        *image/png*)
          [ $kind = image ] || { head -c 99 /dev/zero; exit 1; }
          cat '\(Checkout.photo("plum-blossom.jpg"))' ;;
        *text/uri-list*) printf '# copied\\r\\nfile://%s\\r\\n' '\(Checkout.photo("river-fog.jpg"))' ;;
        *text/plain*) printf '첫 줄\\r\\nsecond' ;;
        *) exit 1 ;;
      esac
      """

    @Test(arguments: ["wl-paste", "xclip"])
    func `pastes a photo, text and files`(_ program: String) throws {
      let home = try home([program: Self.script])
      try home.folder.write("image", to: "kind")
      let session = try open(home)
      session.send("Plum")
      try session.press(.control("v"), showing: "Added 1 photo.")
      try session.press(.control("s"), showing: "Added “Plum”.")
      let photos = try home.entries().first?["photos"]?.array
      let name = try require(photos?.first?["name"]?.string)
      expect(name.wholeMatch(of: #/pasted-\d{4}-\d\d-\d\d\.png/#) != nil)
      try expectEqual(pastedFiles(home), [])

      for (kind, shown, count) in [("text", "second", 2), ("files", "Added 1 photo.", 3)] {
        try home.folder.write(kind, to: "kind")
        try session.press(.character("n"), showing: "New entry")
        try session.press(.tab, .control("v"), showing: shown)
        try session.press(.control("s"), showing: "\(count) entries")
      }
      try expectContains(home.entries().map { $0["content"]?.string }, "첫 줄\nsecond")
      let names = try home.entries().compactMap { $0["photos"]?.array?.first?["name"]?.string }
      expectContains(names, "river-fog.jpg")

      // A program that fails midway leaves nothing.
      try home.folder.write("broken", to: "kind")
      try session.press(.character("n"), showing: "New entry")
      try session.press(.control("v"), showing: "The clipboard can't be read here.")
      try expectEqual(pastedFiles(home), [])
    }

    @Test func `a clipboard program that returns nothing or doesn't end`() throws {
      let empty = try open(home(["xclip": "exit 1"]))
      try empty.press(.control("v"), showing: "There is no desktop clipboard here")
      let staying = try open(home(["wl-paste": "echo text/plain; exec sleep 1000 >&-"]))
      staying.send("One")
      try staying.press(.control("v"), .control("s"), showing: "Added “One”.")
    }

    @Test func `quitting ends the clipboard program`() throws {
      let home = try home([
        "wl-paste": """
        case $1 in
          --list-types) echo image/png ;;
          *) head -c 99 /dev/zero; echo $$ >"$HOME/process"; sleep 1000 ;;
        esac
        """
      ])
      let session = try open(home)
      session.press(.control("v"))
      let process = home.folder.path("process")
      expect(comesTrue { access(process, F_OK) == 0 })
      session.press(.control("c"))
      _ = try session.waitForEnd()
      try expectEqual(pastedFiles(home), [])
      let number = try require(Int32(home.folder.text("process").prefix { $0.isNumber }))
      expectNotEqual(kill(number, 0), 0)
      expectEqual(errno, ESRCH)
    }

    private func copy(
      in home: TestHome, _ environment: [String: String?], showing words: String
    ) throws -> TerminalSession {
      try home.output("add", "Walk", "--content", "강가 산책")
      let session = try home.open(environment: environment)
      try session.press(.character("e"), showing: "Edit entry")
      try session.press(.home, .modified(.end, 2), .alt("w"), showing: words)
      return session
    }

    @Test func `copies through the terminal`() throws {
      let session = try copy(in: home([:]), [:], showing: "Copied.")
      expectContains(session.written, "\u{1B}]52;c;6rCV6rCAIOyCsOyxhQ==\u{7}")
      expectLacks(session.written, "Ptmux;")
      // The screen isn't affected.
      try session.waitFor("강가 산책")
    }

    @Test func `copies to the desktop`() throws {
      // Like the real xclip, the program stays with the text and its open files.
      let home = try home([
        "xclip": """
        [ "$*" = '-selection clipboard -in' ] || exit 1
        cat > "$HOME/copied.new"; mv "$HOME/copied.new" "$HOME/copied"
        sleep 3 &
        """
      ])
      let session = try copy(
        in: home, ["DISPLAY": ":9", "TERM": "linux", "PATH": home.programPath], showing: "Copied.")
      try expectEqual(home.folder.text("copied"), "강가 산책")
      // A console would print the sequence.
      expectLacks(session.written, "]52;")
    }

    @Test func `without a clipboard, text is copied only within the diary`() throws {
      let environment = ["TMUX": nil, "TERM": "linux"] as [String: String?]
      let session = try copy(
        in: home([:]), environment, showing: "no desktop, and the terminal didn't accept it.")
      // The text can be pasted in the diary.
      try session.press(.end, .alt("y"), showing: "강가 산책강가 산책")
    }
  }
}
