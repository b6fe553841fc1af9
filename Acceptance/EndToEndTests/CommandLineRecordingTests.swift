import AcceptanceSupport
import Glibc
import TestSupport
import Testing

/// `add --record`, with a recorder that writes a file of zeros.
@Suite("Recording a voice note at the shell")
struct CommandLineRecordingTests {
  private var photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
  }

  private func make(_ name: String, _ script: String) throws {
    let path = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "bin/" + name)
    try makeExecutable(path)
  }

  private static let recording =
    "for word; do file=$word; done; /usr/bin/head -c 5000 /dev/zero > \"$file\"\n"

  @Test(arguments: ["arecord", "pw-record"])
  func `Ctrl-C keeps what was recorded`(_ name: String) throws {
    try make(
      name, Self.recording + "trap exit TERM; while :; do /usr/bin/sleep 0.1; done")
    let program = try photodiary.start(["add", "Train", "--record"])
    let folder = photodiary.folder.path("state/photodiary/recordings")
    try expect(
      comesTrue {
        try ProgramResult.run("/usr/bin/find", [folder, "-size", "+4k"]).text.contains(".wav")
      })
    program.send(SIGINT)
    try expectEqual(program.waitForEnd(), .status(0))
    let entry = try photodiary.json("list", "--format", "json").array?.first
    expectEqual(entry?["title"]?.string, "Train")
    let attachment = entry?["attachments"]?.array?.first
    expectEqual(attachment?["size"]?.integer, 5000)
    try expectEqual(ProgramResult.run("/usr/bin/find", [folder, "-type", "f"]).text, "")
  }
}
