import DiaryCore
import Glibc
import TestSupport
import Testing

/// `add --record`, with a recorder that writes a file of zeros.
@Suite("Recording a voice note at the shell")
struct RecordingCommandTests {
  private var photodiary: TestHome

  init() async throws {
    photodiary = try TestHome()
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
  }

  private func make(_ name: String, _ script: String) async throws {
    let path = try photodiary.folder.write("#!/bin/sh\n\(script)\n", to: "bin/" + name)
    try makeExecutable(path)
  }

  private static let recording =
    "for word; do file=$word; done; /usr/bin/head -c 5000 /dev/zero > \"$file\"\n"

  @Test func `a recorder that ends by itself is enough, if it has recorded something`() async throws
  {
    try await make("arecord", Self.recording + "/usr/bin/sleep 1")
    try await photodiary.output("add", "--record")
    try await expectContains(photodiary.output("list"), "1")
  }

  @Test func `what can't be recorded is told, and no entry added`() async throws {
    try await expectContains(photodiary.failure("add", "Train", "--record"), "install arecord")
    try await make("arecord", "printf 'no \\033[2Jdevice\\n' >&2; exit 1")
    let words = try await photodiary.failure("add", "Train", "--record")
    expectContains(words, "Couldn't record: no ␛[2Jdevice")
    try await expectEqual(photodiary.output("list"), "")
  }
}
