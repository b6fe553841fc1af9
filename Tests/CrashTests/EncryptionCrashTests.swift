import DiaryCore
import Foundation
import System
import TestSupport
import Testing

/// What a diary is after a program that encrypts or decrypts it was stopped, or a call failed: the old one or
/// the new one, whole.
@Suite(
  "Crash safety of encryption", .serialized,
  .enabled(if: TracedRun.isPossible, "programs can't be traced here: \(TracedRun.obstacle ?? "")"),
  .enabled(if: Facility.exchanging.isAvailable, "no folders are exchanged")
)
struct EncryptionCrashTests {
  enum Conversion: String, CaseIterable, CustomTestStringConvertible {
    case encrypt, decrypt
    case rotate = "key rotate --all"

    var testDescription: String { rawValue }
    var arguments: [String] { rawValue.split(separator: " ").map(String.init) }
  }

  private let place: SyncPlace
  private let secret: String

  init() throws {
    place = try SyncPlace()
    secret = try place.folder.write("four words\n", to: "secret")
    let photo = place.folder.path(SamplePhoto.green.name)
    try place.succeed("add", "한글", "--content", "text", "--photo", photo)
    try place.succeed("edit", String(place.succeed("add", "Second").trimmed), "--content", "edited")
  }

  private var opening: [String] { ["--passphrase-file", secret] }
  private var isEncrypted: Bool {
    let format = try? String(
      contentsOfFile: place.store(of: .here) + "/FORMAT.txt", encoding: .utf8)
    return format?.hasPrefix("PhotoDiary store, format 3") == true
  }

  /// What the diary says, in whichever form it is.
  private func entries() throws -> JSONValue {
    let result = try place.run(
      ["list", "--format", "json"] + (isEncrypted ? opening : []))
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    let entries = try JSONParser.parse(result.output).array ?? []
    return .array(
      entries.map { entry in
        .array(["id", "title", "content", "modified"].map { entry[$0] ?? .null })
      })
  }

  private func problems(_ expected: JSONValue, wasDone: Bool, _ conversion: Conversion) -> [String]
  {
    var problems: [String] = []
    do {
      if wasDone, isEncrypted != (conversion != .decrypt) {
        problems.append("success was reported, and the diary isn't in the new form")
      }
      if try entries() != expected { problems.append("entries differ") }
      let check = try place.run(["verify"] + (isEncrypted ? opening : []))
      problems += check.text.split(separator: "\n").filter { $0.hasPrefix("fault") }.map(
        String.init)
      // What was left in clear goes with the next look.
      let names = try FileManager.default.contentsOfDirectory(atPath: place.home + "/here")
      if isEncrypted, names.contains(where: { $0.hasSuffix("-conversion") }) {
        problems.append("a copy in clear is left")
      }
    } catch {
      problems.append("\(error)")
    }
    return problems
  }

  @Test(arguments: Conversion.allCases)
  func `every call may be the last, or fail`(_ conversion: Conversion) throws {
    if conversion != .encrypt { try place.succeed("encrypt", "--passphrase-file", secret) }
    let expected = try entries()
    try place.keep()
    let arguments = conversion.arguments + opening
    let whole = try place.trace(arguments)
    try #require(whole.result.status == 0, "\(whole.result.errorText)")
    #expect(problems(expected, wasDone: true, conversion) == [])
    for name in ["openat", "write", "syncfs", "fsync", "unlink"] {
      #expect(whole.calls.contains { $0.name == name }, "\(name)")
    }
    let points = CrashSafety.sample(
      of: FaultPoint.all(of: whole.calls), step: 307, for: conversion.rawValue
    ) { _ in "" }
    #expect(points.count > 2)
    for point in points {
      try place.reset()
      let run = try place.trace(arguments, failure: point)
      let found = problems(expected, wasDone: run.result.status == 0, conversion)
      #expect(found == [], "\(conversion.rawValue), \(point): \(run.result.errorText)")
    }
    CrashSafety.tell(points.count, "points", conversion)
  }
}
