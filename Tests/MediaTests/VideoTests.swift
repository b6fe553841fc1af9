import DiaryCore
import Foundation
import System
import TerminalUI
import TestSupport
import Testing

@testable import Media

@Suite(.enabled(if: Installed.media.ffmpeg != nil && Installed.media.ffprobe != nil))
struct VideoTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeVideo(_ name: String, _ arguments: String...) throws -> String {
    let path = folder.path + "/" + name
    let result = try ProgramResult.run(
      Installed.media.ffmpeg ?? "", ["-v", "error", "-y"] + arguments + [path])
    try require(result.status == 0, "\(result.errorText)")
    return path
  }

  private func sample(_ name: String, seconds: Int = 12) throws -> String {
    try makeVideo(
      name, "-f", "lavfi", "-i", "testsrc=s=320x240:r=10:d=\(seconds)", "-pix_fmt", "yuv420p")
  }

  private let frames = VideoFrames(Installed.media, program!, nil)
  private let renderer = PhotoRenderer(program, cache: nil, media: { Installed.media })

  @Test func `reads frames and lengths of videos and recordings`() async throws {
    for name in ["a.mp4", "a.mov", "a.mkv", "a.avi", "a.webm"] {
      let facts = try await frames.facts(of: try sample(name, seconds: 3), asset: nil)
      expectEqual(facts.clock, "0:03", "\(name)")
      expect(facts.frame.isJPEG, "\(name)")
    }
    // The name may have another container's extension, or none of a video.
    let mkv = try folder.read("a.mkv")
    for name in ["b.mp4", "b.x"] {
      let other = try folder.write(mkv, to: name)
      try await expectEqual(frames.facts(of: other, asset: nil).clock, "0:03")
    }
    // A recording only has a length.
    let memo = try makeVideo("memo.wav", "-f", "lavfi", "-i", "sine=d=83")
    await expectEqual(renderer.length(of: memo, asset: nil, isVideo: false), 83_000)
  }

  @Test func `draws the length on the picture`() async throws {
    let path = try sample("a.mp4")
    let order = try require(RenderRequest(.cells(.full, ratio: 0.5), width: 40, height: 12))
    guard case .cells(let picture) = try await renderer.picture(order, of: path, isVideo: true)
    else {
      return fail("not drawn in cells")
    }
    let last = picture.cells.suffix(picture.size.columns).map(\.text).joined()
    expectPrefix(last, " ▶ 0:12 ")
    let pixels = try require(RenderRequest(.pixels(.png, colors: 256), width: 320, height: 240))
    guard case .pixels = try await renderer.picture(pixels, of: path, isVideo: true) else {
      return fail("not drawn in pixels")
    }
  }

  @Test func `skips a black beginning`() async throws {
    let path = try makeVideo(
      "dark.mp4", "-f", "lavfi", "-i", "color=black:s=160x120:r=10:d=3", "-f", "lavfi", "-i",
      "testsrc=s=160x120:r=10:d=3", "-filter_complex", "concat=n=2", "-pix_fmt", "yuv420p")
    try await expectGreater(brightest(frames.facts(of: path, asset: nil).frame), 0x40)
    let black = try makeVideo(
      "black.mp4", "-f", "lavfi", "-i", "color=black:s=160x120:r=10:d=2", "-pix_fmt", "yuv420p")
    // A completely black video has a frame too.
    try await expect(frames.facts(of: black, asset: nil).frame.isJPEG)
  }

  /// Returns the largest component of any color.
  private func brightest(_ jpeg: [UInt8]) async throws -> UInt32 {
    let order = try require(RenderRequest(.cells(.full, ratio: 0.5), width: 20, height: 10))
    let answer = try await program!.run(order.arguments, .bytes(jpeg), limit: order.largestAnswer)
    guard case .cells(let picture)? = order.picture(answer) else { return 0 }
    return picture.cells.reduce(0) { most, cell in
      guard case .rgb(let color) = cell.style.background else { return most }
      return max(most, color & 255, color >> 8 & 255, color >> 16)
    }
  }

  @Test func `stores frames and lengths in the cache`() async throws {
    let asset = try require(AssetID(String(repeating: "1f", count: 32)))
    let cache = RenderCache(folder: folder.path + "/cache")
    let path = try sample("a.mp4", seconds: 3)
    let frames = { VideoFrames(Installed.media, program!, cache) }
    let first = try await frames().facts(of: path, asset: asset)
    try FileManager.default.removeItem(atPath: path)
    try await expectEqual(frames().facts(of: path, asset: asset), first)
    expect(first.frame.isJPEG)
  }

  // MARK: Hostile videos

  @Test func `reads no other file than the video`() async throws {
    let secret = try sample("secret.mp4", seconds: 3)
    let list = """
      #EXTM3U
      #EXT-X-TARGETDURATION:3
      #EXTINF:3,
      file://\(secret)
      #EXT-X-ENDLIST

      """
    for (name, text) in [
      ("list.mp4", list), ("list.m3u8.mov", list),
      ("cat.mp4", "ffconcat version 1.0\nfile '\(secret)'\n"),
      ("sub.mkv", "1\n00:00:00,000 --> 00:00:05,000\n\(secret)\n"),
    ] {
      let path = try folder.write(text, to: name)
      await expectThrows(PictureProblem.damaged) { try await frames.facts(of: path, asset: nil) }
    }
    // A track of QuickTime may be in another file.
    var bytes = try folder.read(sample("secret.mov", seconds: 3))
    let marker = Array("url ".utf8)
    let place = try require(
      bytes.indices.first { bytes[$0...].starts(with: marker) && bytes[$0 + 7] == 1 })
    bytes[place + 7] = 0
    let path = try folder.write(bytes, to: "reference.mov")
    let facts = try? await frames.facts(of: path, asset: nil)
    expectNotEqual(facts?.frame.isJPEG, false)
  }

  @Test func `answers for garbage, impossible sizes and mutated videos`() async throws {
    let head = [0, 0, 0, 24] + Array("ftypisom".utf8)
    for (name, bytes) in [("a.mp4", head), ("b.mkv", [0x1A, 0x45, 0xDF, 0xA3]), ("c.avi", [])] {
      let path = try folder.write(bytes, to: name)
      // A gigabyte of zeros, which takes no space on the disk.
      try require(truncate(path, 1 << 30) == 0)
      await expectThrows(PictureProblem.self) { try await frames.facts(of: path, asset: nil) }
    }
    // A frame of impossible size is rejected.
    var bytes = try folder.read(sample("a.mp4"))
    // The size in the sample description, after its 24 bytes.
    let marker = Array("avc1".utf8)
    let place = try require(bytes.indices.last { bytes[$0...].starts(with: marker) })
    for offset in [28, 29, 30, 31] { bytes[place + offset] = 0xFF }
    _ = try? await frames.facts(of: folder.write(bytes, to: "huge.mp4"), asset: nil)
    let samples = try ["a.mp4", "a.mkv", "a.avi"].map { try folder.read(sample($0, seconds: 1)) }
    var mutator = Mutator("videos", rounds: 5, pieces: ["moov", "stco", "stsz", "ctts", "elst"])
    for round in 0..<mutator.rounds {
      let path = try folder.write(mutator.mutation(of: samples, keeping: 12), to: "\(round).mp4")
      do { _ = try await frames.facts(of: path, asset: nil) } catch {
        expectNotEqual(error as? PictureProblem, .unavailable)
        expectNotEqual(error as? PictureProblem, .noVideoProgram)
      }
    }
  }
}

enum Installed {
  static let media = MediaPrograms(
    ffmpeg: Tool.path("ffmpeg"), ffprobe: Tool.path("ffprobe"), ffmpegthumbnailer: nil)
}

@Suite struct VideoProgramTests {
  let folder: TemporaryFolder
  private let video: String

  init() throws {
    folder = try TemporaryFolder()
    let bytes = [0, 0, 0, 24] + Array("ftypisom".utf8) + Array(repeating: 0, count: 64)
    video = try folder.write(bytes, to: "a.mp4")
  }

  /// Writes a shell script in place of a program, which may only use the shell's built-in commands.
  private func standIn(_ script: String) throws -> String {
    let path = try folder.write("#!/bin/sh\n\(script)\n", to: "stand-in")
    try makeExecutable(path)
    return path
  }

  private func frames(
    ffmpeg: String? = nil, ffprobe: String? = nil, milliseconds: Int = 30_000
  ) -> VideoFrames {
    var changed = MediaPrograms(ffmpeg: ffmpeg, ffprobe: ffprobe, ffmpegthumbnailer: nil)
    changed.milliseconds = milliseconds
    let programs = changed
    return VideoFrames(programs, program!, nil)
  }

  @Test func `stops a program that hangs, and rejects impossible answers`() async throws {
    await expectThrows(PictureProblem.noVideoProgram) {
      try await frames().facts(of: video, asset: nil)
    }
    let order = RenderRequest(.cells(.full, ratio: 0.5), width: 10, height: 5)!
    await expectThrows(PictureProblem.noVideoProgram) {
      try await PhotoRenderer(program, cache: nil).picture(order, of: video, isVideo: true)
    }
    let path = try standIn("while :; do :; done")
    await expectThrows(PictureProblem.tooCostly) {
      try await frames(ffmpeg: path, milliseconds: 500).facts(of: video, asset: nil)
    }
    // Other output isn't a frame.
    let escaping = try standIn("printf '\\033]0;x\\007\\033[2J'")
    await expectThrows(PictureProblem.damaged) {
      try await frames(ffmpeg: escaping, ffprobe: escaping).facts(of: video, asset: nil)
    }
    let endless = try standIn("while :; do printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done")
    await expectThrows(PictureProblem.self) {
      try await frames(ffmpeg: endless, milliseconds: 500).facts(of: video, asset: nil)
    }
    let frame = "\\377\\330\\377\\340\\377\\331"
    for answer in ["nan", "-5", "1e300", "inf", "12 34", "9999999999"] {
      let path = try standIn(
        "case $* in *show_entries*) echo '\(answer)';; *) printf '\(frame)';; esac")
      let facts = try await frames(ffmpeg: path, ffprobe: path).facts(of: video, asset: nil)
      expectNil(facts.milliseconds, "\(answer)")
      expect(facts.frame.isJPEG, "\(answer)")
    }
  }

  @Test(.enabled(if: Facility.seccomp.isAvailable))
  func `prevents a program from starting others and writing files`() async throws {
    let written = folder.path + "/written"
    for script in ["(echo done)", "exec /bin/echo done", "echo done > \(written)", "echo begun"] {
      let end = await program!.runConfined(
        try standIn(script), [], .file(video), limit: 4096, milliseconds: 10_000)
      let answer = script == "echo begun" ? "begun\n" : ""
      expectEqual(String(decoding: end.answer, as: UTF8.self), answer, "\(script)")
    }
    expect(!FileManager.default.fileExists(atPath: written))
  }

  @Test(.enabled(if: Facility.landlock.isAvailable))
  func `prevents a program from reading other files`() async throws {
    let secret = try folder.write("secret\n", to: "secret")
    try folder.write("video\n", to: "a.mp4")
    let path = try standIn(
      """
      read line && echo "$line"
      { read line && echo "$line"; } < /dev/fd/0
      { read line && echo "$line"; } < \(secret)
      { read line && echo "$line"; } < /etc/passwd
      """)
    let end = await program!.runConfined(
      path, [], .file(video), limit: 4096, milliseconds: 10_000)
    expectEqual(String(decoding: end.answer, as: UTF8.self), "video\nvideo\n")
  }
}
