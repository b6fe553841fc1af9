import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Photos on terminals with and without pixels.
  @Suite struct PictureProtocols {
    private func open(
      _ home: TestHome, _ part: TerminalActor.Part, _ arguments: [String] = [],
      environment: [String: String?] = [:]
    ) throws -> TerminalSession {
      try home.open(
        arguments, columns: 100, rows: 30, environment: environment, playedBy: TerminalActor(part))
    }

    private func written(_ session: TerminalSession, from start: Int) -> String {
      String(decoding: session.terminal.bytes[start...], as: UTF8.self)
    }

    /// Waits until a text has been written. Returns the length of the output.
    @discardableResult private func wait(
      _ session: TerminalSession, for text: String, from start: Int = 0
    ) throws -> Int {
      try session.waitUntil("“\(text.debugDescription)” written") { _ in
        written(session, from: start).contains(text)
      }
      return session.terminal.bytes.count
    }

    @Test func `kitty's protocol shows and removes photos`() throws {
      let home = try TestHome.withPhoto()
      let session = try open(home, .kitty)
      var mark = try wait(session, for: "_Ga=p")
      expectContains(written(session, from: 0), "_Ga=t,f=100")
      try session.press(.character("d"), showing: "Delete this entry?")
      try session.press(.escape, hiding: "Delete this entry?")
      mark = session.terminal.bytes.count
      try session.press(.enter, showing: "q back")
      mark = try wait(session, for: "_Ga=p", from: mark)
      try session.quit()
      expectContains(written(session, from: mark), "_Ga=d,d=I,i=")
    }

    /// Such terminals get characters, and no sequences that they would print.
    @Test func `other terminals get characters`() throws {
      let home = try TestHome.withPhoto()
      for (part, arguments) in [(TerminalActor.Part.tmux, []), (.kitty, ["--photos", "cells"])] {
        let session = try open(home, part, arguments)
        try session.waitUntil("the photo") { screen in
          (45..<95).contains { screen.cell(column: $0, row: 8).background != nil }
        }
        let all = written(session, from: 0)
        expectLacks(all, "\u{1B}_G")
        expectLacks(all, "]1337;")
        expectLacks(all, "\u{1B}P")
      }
    }

    /// The frame is extracted by installed programs.
    @Test(
      .enabled(if: access("/usr/bin/ffmpeg", X_OK) == 0 && access("/usr/bin/ffprobe", X_OK) == 0))
    func `a frame of a video is shown`() throws {
      let home = try TestHome()
      let video = home.folder.path("harbour.mp4")
      let made = try ProgramResult.run(
        "/usr/bin/ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc=s=320x240:r=10:d=3", "-pix_fmt", "yuv420p",
          video,
        ])
      try require(made.status == 0, "\(made.errorText)")
      try home.output("add", "Harbour", "--attach", video)
      let session = try open(home, .xterm)
      try wait(session, for: "\u{1B}P")
      // The reader shows the video's length below.
      let mark = session.terminal.bytes.count
      try session.press(.enter, showing: "▶ harbour.mp4 0:03 · video")
      try wait(session, for: "\u{1B}P", from: mark)
    }
  }
}
