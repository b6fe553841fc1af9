import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// What Ctrl-V brings from the desktop's clipboard.
  @Suite(.enabled(if: Facilities.has("clipboard"), "no clipboard program is asked"))
  struct Clipboard {
    /// A home whose clipboard programs are these scripts, by their names.
    private func home(_ programs: [String: String]) throws -> TestHome {
      let home = try TestHome(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      for (name, script) in programs {
        let path = try home.folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
        try makeExecutable(path)
      }
      return home
    }

    private func open(_ home: TestHome) throws -> TerminalSession {
      let path = home.folder.path("bin") + ":/usr/bin:/bin"
      let session = try home.open(environment: ["PATH": path])
      session.press(.character("n"))
      try session.waitFor("New entry")
      return session
    }

    @Test(arguments: ["wl-paste", "xclip"])
    func fromTheClipboard(_ program: String) throws {
      let home = try home([
        program: """
        case "$*" in
          --list-types | *TARGETS*) printf 'text/html\\nimage/png\\ntext/plain\\n' ;;
          *image/png*) cat '\(Checkout.photo("plum-blossom.jpg"))' ;;
          *) exit 1 ;;
        esac
        """
      ])
      let session = try open(home)
      session.send("Plum")
      session.press(.control("v"))
      try session.waitFor("Added 1 photo.")
      session.press(.control("s"))
      try session.waitFor("Added “Plum”.")
      let name = try require(try home.newestPhotos().first)
      expect(name.wholeMatch(of: #/pasted-\d{4}-\d\d-\d\d\.png/#) != nil)
      // Nothing of it is left outside of the diary.
      try expectEqual(home.files(in: home.folder.path).filter { $0.contains("pasted") }, [])
    }

    @Test func textFromTheClipboard() throws {
      let home = try home([
        "wl-paste": """
        case "$*" in
          --list-types) echo 'text/plain;charset=utf-8' ;;
          *text/plain*) printf '첫 줄\\r\\nsecond' ;;
        esac
        """
      ])
      let session = try open(home)
      session.press(.tab, .control("v"))
      try session.waitFor("second")
      session.press(.control("s"))
      try session.waitFor("Added")
      try expectEqual(home.entries().first?["content"]?.string, "첫 줄\nsecond")
    }

    @Test func filesFromTheClipboard() throws {
      let home = try home([
        "wl-paste": """
        case "$*" in
          --list-types) echo text/uri-list ;;
          *text/uri-list*)
            printf '# copied\\r\\nfile://%s\\r\\n' '\(Checkout.photo("plum-blossom.jpg"))' ;;
        esac
        """
      ])
      let session = try open(home)
      session.press(.tab, .control("v"))
      try session.waitFor("Added 1 photo.")
      session.press(.control("s"))
      try session.waitFor("Added “")
      try expectEqual(home.newestPhotos(), ["plum-blossom.jpg"])
    }

    @Test func noClipboard() throws {
      let empty = try home(["xclip": "exit 1"])
      let session = try open(empty)
      session.press(.control("v"))
      try session.waitFor("There is no desktop clipboard here")
      // A program that fails on its way leaves nothing.
      let failing = try home([
        "wl-paste":
          "case $1 in --list-types) echo image/png;; *) head -c 99 /dev/zero; exit 1;; esac"
      ])
      let second = try open(failing)
      second.press(.control("v"))
      try second.waitFor("The clipboard can't be read here.")
      try expectEqual(failing.files(in: failing.folder.path).filter { $0.contains("pasted") }, [])
    }

    @Test func aClipboardProgramThatStays() throws {
      // It closes its output and goes on.
      let home = try home(["wl-paste": "echo text/plain; exec sleep 1000 >&-"])
      let session = try open(home)
      session.send("One")
      session.press(.control("v"), .control("s"))
      try session.waitFor("Added “One”.")
    }

    @Test func leavingBeforeTheClipboardAnswers() throws {
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
      try expectEqual(home.files(in: home.folder.path).filter { $0.contains("pasted") }, [])
      let words = String(decoding: try home.folder.read(process), as: UTF8.self)
      let number = try require(Int32(words.prefix { $0.isNumber }))
      expectNotEqual(kill(number, 0), 0)
      expectEqual(errno, ESRCH)
    }
  }
}
