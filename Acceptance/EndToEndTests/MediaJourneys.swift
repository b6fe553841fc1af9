import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Videos and voice notes, with players and recorders that record their arguments.
  @Suite struct Media {
    private let home: TestHome

    init() throws { home = try TestHome(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]) }

    /// Writes a program in which CALLS is a file of the test.
    private func make(_ name: String, _ script: String) throws {
      try home.makeProgram(name, script.replacing("CALLS", with: home.folder.path("CALLS")))
    }

    private func notes() -> [String] {
      ((try? home.folder.text("CALLS")) ?? "").split(separator: "\n").map(String.init)
    }

    /// Opens the diary with only these programs installed.
    private func open(
      _ environment: [String: String?] = [:], showing first: String = "keys"
    ) throws -> TerminalSession {
      let path: [String: String?] = ["PATH": home.folder.path("bin") + ":/bin-of-nobody"]
      return try home.open(environment: path.merging(environment) { $1 }, showing: first)
    }

    /// Plays the video of the selected entry.
    private func play(_ session: TerminalSession) throws {
      try session.press(.enter, showing: "▶ harbour.mp4")
      session.press(.tab, .enter)
    }

    /// A recorder that runs until it is ended, and notes its end.
    private static let recorder = """
      for word; do file=$word; done
      /usr/bin/head -c 5000 /dev/zero > "$file"
      /usr/bin/touch -d '1 hour ago' "$file"
      trap 'echo ended >> CALLS; exit' TERM
      while :; do /usr/bin/sleep 0.1; done
      """

    private func record(title: String) throws -> TerminalSession {
      try make("arecord", Self.recorder)
      let session = try open()
      try session.press(.character("n"), showing: "New entry")
      session.send(title)
      try session.press(.alt("r"), showing: "● Recording 0:0")
      return session
    }

    private func addVideo() throws {
      let bytes: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8) + Array(repeating: 0, count: 99)
      let video = try home.folder.write(bytes, to: "harbour.mp4")
      try home.output("add", "Harbour", "--content", "Text.", "--attach", video)
    }

    @Test func `a video plays on the terminal without a desktop`() throws {
      try make(
        "mpv",
        "for word; do echo \"$word\" >> CALLS; done; /usr/bin/wc -c < /dev/fd/3 >> CALLS; echo on it"
      )
      try addVideo()
      let session = try open()
      try session.waitFor("▶ 1 video")
      try play(session)
      try session.waitUntil("the film given to the player") { _ in notes().last == "111" }
      try session.waitFor("▶ harbour.mp4 · video, 111 bytes")
      let words = notes()
      expectContains(words, "--vo=tct")
      expectContains(words, "/dev/fd/3")
      expectContains(words, "--force-media-title=harbour.mp4")
    }

    @Test func `a video plays in a window on a desktop`() throws {
      try make("mpv", "for word; do echo \"$word\" >> CALLS; done; echo end >> CALLS")
      try addVideo()
      let session = try open(["DISPLAY": ":7"])
      try play(session)
      try session.waitFor("Playing harbour.mp4.")
      try session.waitUntil("the player's end") { _ in notes().last == "end" }
      expectContains(notes(), "--no-terminal")
    }

    @Test func `a missing player is reported with its package`() throws {
      try make("xdg-open", "exit 3")
      try addVideo()
      let session = try open(["DISPLAY": ":7"])
      try play(session)
      try session.waitFor("install mpv")
    }

    @Test func `a voice note is recorded in the editor`() throws {
      let session = try record(title: "Train")
      try session.press(.enter, showing: "Added 1 recording.")
      try session.press(.control("s"), showing: "Added “Train”.")
      expectEqual(notes(), ["ended"])
      let attachments = try home.entries().first?["attachments"]?.array
      let name = attachments?.first?["name"]?.string ?? ""
      expectPrefix(name, "voice ")
      expectSuffix(name, ".wav")
    }

    @Test(arguments: ["arecord", "pw-record"])
    func `Ctrl-C in the shell keeps the recording`(_ name: String) throws {
      try make(name, Self.recorder)
      var home = home
      home.environment["PATH"] = home.folder.path("bin")
      let program = try home.start(["add", "Train", "--record"])
      let folder = home.folder.path("state/photodiary/recordings")
      try expect(
        comesTrue {
          try ProgramResult.run("/usr/bin/find", [folder, "-size", "+4k"]).text.contains(".wav")
        })
      program.send(SIGINT)
      try expectEqual(program.waitForEnd(), .status(0))
      let entry = try home.entries().first
      expectEqual(entry?["title"]?.string, "Train")
      expectEqual(entry?["attachments"]?.array?.first?["size"]?.integer, 5000)
      try expectEqual(home.files(in: folder), [])
    }

    @Test func `a recording of a killed program becomes a draft`() throws {
      let session = try record(title: "")
      session.terminal.signal(SIGKILL)
      _ = try session.waitForEnd()
      expect(comesTrue { notes() == ["ended"] })
      let again = try open(showing: "unsaved draft")
      try again.waitFor("♪ voice ")
    }
  }
}
