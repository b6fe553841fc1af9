import DiaryCore
import Foundation
import System
import TerminalUI
import TestSupport
import Testing

@testable import Photos

/// Whatever a program that reads films does, it can do little.
@Suite struct FilmProgramTests {
  let folder: PhotoFolder
  private let film: String

  init() throws {
    folder = try PhotoFolder()
    film = folder.path + "/a.mp4"
    let bytes = [0, 0, 0, 24] + Array("ftypisom".utf8) + Array(repeating: 0, count: 64)
    try Data(bytes).write(to: URL(fileURLWithPath: film))
  }

  /// A stand-in that does what a shell does by itself, for it can start nothing.
  private func standIn(_ script: String) throws -> String {
    let path = folder.path + "/stand-in"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: false, encoding: .utf8)
    try makeExecutable(path)
    return path
  }

  private func frames(
    ffmpeg: String? = nil, ffprobe: String? = nil, milliseconds: Int = 30_000
  ) -> FilmFrames {
    var changed = MediaPrograms(ffmpeg: ffmpeg, ffprobe: ffprobe, ffmpegthumbnailer: nil)
    changed.milliseconds = milliseconds
    let programs = changed
    return FilmFrames(programs, program!, nil)
  }

  @Test func withoutAProgramThatIsSaid() async {
    await expectThrows(PictureProblem.noFilmProgram) {
      try await frames().facts(of: film, asset: nil)
    }
    let order = RenderRequest(.cells(.full, ratio: 0.5), width: 10, height: 5)!
    await expectThrows(PictureProblem.noFilmProgram) {
      try await PictureMaker(program, cache: nil).picture(order, of: film, isFilm: true)
    }
  }

  @Test func oneThatHangsIsEnded() async throws {
    let path = try standIn("while :; do :; done")
    await expectThrows(PictureProblem.tooCostly) {
      try await frames(ffmpeg: path, milliseconds: 500).facts(of: film, asset: nil)
    }
  }

  @Test func whatIsNoFrameIsTakenForNone() async throws {
    let path = try standIn("printf '\\033]0;x\\007\\033[2J'")
    await expectThrows(PictureProblem.damaged) {
      try await frames(ffmpeg: path, ffprobe: path).facts(of: film, asset: nil)
    }
    let endless = try standIn("while :; do printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done")
    await expectThrows(PictureProblem.self) {
      try await frames(ffmpeg: endless, milliseconds: 3000).facts(of: film, asset: nil)
    }
  }

  @Test func anImpossibleLengthIsNone() async throws {
    let frame = "\\377\\330\\377\\340\\377\\331"
    for answer in ["nan", "-5", "1e300", "inf", "12 34", "9999999999"] {
      let path = try standIn(
        "case $* in *show_entries*) echo '\(answer)';; *) printf '\(frame)';; esac")
      let facts = try await frames(ffmpeg: path, ffprobe: path).facts(of: film, asset: nil)
      expectNil(facts.milliseconds, "\(answer)")
      expect(facts.frame.isJPEG, "\(answer)")
    }
  }

  @Test(.enabled(if: Facility.seccomp.isAvailable))
  func itStartsAndWritesNothing() async throws {
    let written = folder.path + "/written"
    for script in ["(echo done)", "exec /bin/echo done", "echo done > \(written)", "echo begun"] {
      let end = await program!.become(
        try standIn(script), [], file: film, limit: 4096, milliseconds: 10_000,
        isAhead: { false })
      let answer = script == "echo begun" ? "begun\n" : ""
      expectEqual(String(decoding: end.answer, as: UTF8.self), answer, "\(script)")
    }
    expect(!FileManager.default.fileExists(atPath: written))
  }

  @Test(.enabled(if: Facility.landlock.isAvailable))
  func itReadsTheFilmAlone() async throws {
    let secret = folder.path + "/secret"
    try "secret\n".write(toFile: secret, atomically: false, encoding: .utf8)
    try "film\n".write(toFile: film, atomically: false, encoding: .utf8)
    let path = try standIn(
      """
      read line && echo "$line"
      { read line && echo "$line"; } < /dev/fd/0
      { read line && echo "$line"; } < \(secret)
      { read line && echo "$line"; } < /etc/passwd
      """)
    let end = await program!.become(
      path, [], file: film, limit: 4096, milliseconds: 10_000, isAhead: { false })
    expectEqual(String(decoding: end.answer, as: UTF8.self), "film\nfilm\n")
  }
}
