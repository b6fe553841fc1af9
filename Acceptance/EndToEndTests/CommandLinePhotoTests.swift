import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Photos on the command line")
struct CommandLinePhotoTests {
  private let photodiary: TestHome
  private let photo: String

  init() throws {
    photodiary = try TestHome()
    photo = try require(realpath(Checkout.photo("river-fog.jpg"), nil).map { String(cString: $0) })
  }

  @Test(
    .enabled(if: access("/usr/bin/ffmpeg", X_OK) == 0 && access("/usr/bin/ffprobe", X_OK) == 0))
  func `a film is drawn as photos are, and tells its length as recordings do`() throws {
    let (film, sound) = (photodiary.folder.path("a.mp4"), photodiary.folder.path("b.wav"))
    for (path, source) in [(film, "testsrc=s=320x240:r=10:d=3"), (sound, "sine=d=83")] {
      let made = try ProgramResult.run(
        "/usr/bin/ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", path])
      try require(made.status == 0, "\(made.errorText)")
    }
    var photodiary = photodiary
    photodiary.environment["PATH"] = "/usr/bin:/bin"
    let id = try photodiary.output("add", "harbour", "--attach", film, "--attach", sound)
    let plain = try photodiary.output("show", id).split(separator: "\n")
    expectEqual(plain.suffix(2).first?.hasPrefix("▶ a.mp4 0:03 · film, "), true)
    expectEqual(plain.last?.hasPrefix("♪ b.wav 1:23 · recording, "), true)
    let drawn = try photodiary.output("show", id, "--color", "always").split(separator: "\n")
    let row = try require(drawn.last { $0.contains("\u{1B}[") })
    expectPrefix(row.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""), " ▶ 0:03 ")
    expectEqual(drawn.suffix(2).first?.hasPrefix("▶ a.mp4 0:03 · film, "), true)
    expectEqual(drawn.last?.hasPrefix("♪ b.wav 1:23 · recording, "), true)
    let markdown = try photodiary.output("show", id, "--format", "markdown")
    expectContains(markdown, "▶ a.mp4 · film")
  }

  /// Each photo is opened when it is drawn, not when it is asked for.
  @Test func `an entry may have more photos than a program may have files`() throws {
    let home = try TestHome()
    let bytes = try home.folder.read(photo)
    let names = try (0..<70).map { number in
      "\"" + (try home.folder.write(bytes + [UInt8(number)], to: "\(number).jpg")) + "\""
    }
    let list = names.joined(separator: ",")
    let entry = "{\"title\":\"many\",\"date\":\"2026-11-19T08:00:00Z\",\"photos\":[\(list)]}"
    try home.output("import", "-", "--format", "jsonl", input: entry)
    let id = try require(try home.entries().first?["id"]?.string)
    let shown = try home.runScript(
      "ulimit -n 170; exec \"$0\" show \"$1\" --color always", BuiltProgram.path("photodiary"),
      id)
    expectEqual(shown.status, 0)
    expectLacks(shown.text, "missing")
    expectGreater(shown.text.split(separator: "\n").count, 70 * 10)
  }
}
