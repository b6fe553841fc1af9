import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Films and voice notes, with players and recorders that only note what they were told.
  @Suite struct Media {
    private let home: TestHome

    init() throws { home = try TestHome(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]) }

    /// A program whose words in capitals are files of the test.
    private func make(_ name: String, _ script: String) throws {
      try home.makeProgram(name, script.replacing("TOLD", with: home.folder.path("TOLD")))
    }

    private func told() -> [String] {
      ((try? home.folder.text("TOLD")) ?? "").split(separator: "\n").map(String.init)
    }

    /// Nothing else is installed.
    private func open(
      _ environment: [String: String?] = [:], showing first: String = "keys"
    ) throws -> TerminalSession {
      let path: [String: String?] = ["PATH": home.folder.path("bin") + ":/bin-of-nobody"]
      return try home.open(environment: path.merging(environment) { $1 }, showing: first)
    }

    /// Opens the film that is selected.
    private func play(_ session: TerminalSession) throws {
      try session.press(.enter, showing: "▶ harbour.mp4")
      session.press(.tab, .enter)
    }

    /// Goes on until it is ended, which it notes.
    private static let recorder = """
      for word; do file=$word; done
      /usr/bin/head -c 5000 /dev/zero > "$file"
      /usr/bin/touch -d '1 hour ago' "$file"
      trap 'echo ended >> TOLD; exit' TERM
      while :; do /usr/bin/sleep 0.1; done
      """

    /// Begins a recording in a new entry.
    private func record(title: String) throws -> TerminalSession {
      try make("arecord", Self.recorder)
      let session = try open()
      try session.press(.character("n"), showing: "New entry")
      session.send(title)
      try session.press(.alt("r"), showing: "● Recording 0:0")
      return session
    }

    private func addFilm() throws {
      let bytes: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8) + Array(repeating: 0, count: 99)
      let film = try home.folder.write(bytes, to: "harbour.mp4")
      try home.output("add", "Harbour", "--content", "Text.", "--attach", film)
    }

    @Test func aFilmPlaysOnTheTerminalWhereThereIsNoDesktop() throws {
      try make(
        "mpv",
        "for word; do echo \"$word\" >> TOLD; done; /usr/bin/wc -c < /dev/fd/3 >> TOLD; echo on it")
      try addFilm()
      let session = try open()
      try session.waitFor("▶ 1 film")
      try play(session)
      try session.waitUntil("the film given to the player") { _ in told().last == "111" }
      try session.waitFor("▶ harbour.mp4 · film, 111 bytes")
      let words = told()
      expectContains(words, "--vo=tct")
      expectContains(words, "/dev/fd/3")
      expectContains(words, "--force-media-title=harbour.mp4")
    }

    @Test func aFilmPlaysInAWindowWhereThereIsADesktop() throws {
      try make("mpv", "for word; do echo \"$word\" >> TOLD; done; echo end >> TOLD")
      try addFilm()
      let session = try open(["DISPLAY": ":7"])
      try play(session)
      try session.waitFor("Playing harbour.mp4.")
      try session.waitUntil("the player's end") { _ in told().last == "end" }
      expectContains(told(), "--no-terminal")
    }

    @Test func whereTheDesktopKnowsNoPlayerItSaysWhatToInstall() throws {
      try make("xdg-open", "exit 3")
      try addFilm()
      let session = try open(["DISPLAY": ":7"])
      try play(session)
      try session.waitFor("install mpv")
    }

    @Test func aVoiceNoteIsRecordedInTheEditor() throws {
      let session = try record(title: "Train")
      try session.press(.enter, showing: "Added 1 recording.")
      try session.press(.control("s"), showing: "Added “Train”.")
      expectEqual(told(), ["ended"])
      let attachments = try home.entries().first?["attachments"]?.array
      let name = attachments?.first?["name"]?.string ?? ""
      expectPrefix(name, "voice ")
      expectSuffix(name, ".wav")
    }

    @Test(arguments: ["arecord", "pw-record"])
    func ctrlCAtTheShellKeepsWhatWasRecorded(_ name: String) throws {
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

    @Test func whatWasRecordedWhenTheProgramWasKilledIsADraft() throws {
      let session = try record(title: "")
      session.terminal.signal(SIGKILL)
      _ = try session.waitForEnd()
      expect(comesTrue { told() == ["ended"] })
      let again = try open(showing: "unsaved draft")
      try again.waitFor("♪ voice ")
    }
  }
}
