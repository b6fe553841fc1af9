import AcceptanceSupport
import Foundation
import TestSupport
import Testing

/// What a diary is after a program that encrypts or decrypts it was stopped, or a call failed: the old one or
/// the new one, whole.
@Suite("Crash safety of encryption", .serialized, .traced)
struct EncryptionCrashTests {
  enum Conversion: String, CaseIterable, CustomTestStringConvertible {
    case encrypt, decrypt
    case rotate = "key rotate --all"
    /// Where two folders can't be exchanged in one step.
    case encryptInSteps = "encrypt, in steps"
    case decryptInSteps = "decrypt, in steps"

    var testDescription: String { rawValue }
    var isInSteps: Bool { rawValue.hasSuffix(", in steps") }
    var arguments: [String] {
      rawValue.prefix { $0 != "," }.split(separator: " ").map(String.init)
    }
    var beginsEncrypted: Bool { arguments != ["encrypt"] }
    var endsEncrypted: Bool { arguments != ["decrypt"] }
  }

  private let place: SyncPlace
  private let secret: String

  init() throws {
    place = try SyncPlace()
    secret = try place.folder.write("four words\n", to: "secret")
    let photo = place.folder.path(SamplePhoto.green.name)
    try place.succeed("add", "한글", "--content", "text", "--photo", photo)
    try place.succeed(
      "edit", String(place.succeed("add", "Second").dropLast()), "--content", "edited")
  }

  private var opening: [String] { ["--passphrase-file", secret] }

  /// What the diary says, in whichever form it is, once the program has found it.
  private func entries() throws -> JSON {
    let result = try place.run(["list", "--format", "json"] + opening)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    let entries = try JSON.parse(result.output).array ?? []
    return .array(
      entries.map { entry in
        .array(["id", "title", "content", "modified"].map { entry[$0] ?? .null })
      })
  }

  private func problems(_ expected: JSON, wasDone: Bool, _ conversion: Conversion) -> [String] {
    var problems: [String] = []
    do {
      if wasDone, place.isEncrypted != conversion.endsEncrypted {
        problems.append("success was reported, and the diary isn't in the new form")
      }
      if try entries() != expected { problems.append("entries differ") }
      problems += try place.faults(on: .here, opening)
      // What was left in clear goes with the next look.
      let names = try FileManager.default.contentsOfDirectory(atPath: place.home + "/here")
      if place.isEncrypted, names.contains(where: { $0.contains(".photodiary-") }) {
        problems.append("a copy in clear is left")
      }
    } catch {
      problems.append("\(error)")
    }
    return problems
  }

  /// Those from the one that moves the old diary away to the one with which it goes, by name and number;
  /// none where one call does all of it.
  private func exchangeCalls(of calls: [RecordedCall]) -> Set<String> {
    let moves = calls.indices.filter {
      calls[$0].name == "rename" && calls[$0].path.hasPrefix(place.home)
        && [calls[$0].path, calls[$0].otherPath].contains { $0.hasSuffix(".photodiary-replaced") }
    }
    guard let first = moves.first, let last = moves.last else { return [] }
    return Set(
      (first...last).map { index in
        let name = calls[index].name
        return name + " \(calls[...index].count { $0.name == name })"
      })
  }

  @Test(arguments: Conversion.allCases)
  func `every call may be the last, or fail`(_ conversion: Conversion) throws {
    if conversion.beginsEncrypted { try place.succeed("encrypt", "--passphrase-file", secret) }
    let expected = try entries()
    try place.keep()
    let arguments = conversion.arguments + opening
    let facility = conversion.isInSteps ? "rename-exchange" : nil
    let whole = try place.trace(arguments, without: facility)
    try require(whole.result.status == 0, "\(whole.result.errorText)")
    expectEqual(problems(expected, wasDone: true, conversion), [])
    for name in ["openat", "write", "syncfs", "fsync", "unlink"] {
      expect(whole.calls.contains { $0.name == name }, "\(name)")
    }
    let steps = exchangeCalls(of: whole.calls)
    expectEqual(conversion.isInSteps, (steps.count > 1))
    let points = CrashSafety.sample(
      of: FaultPoint.all(of: whole.calls), step: 307, for: conversion.rawValue
    ) { steps.contains($0.call + " \($0.number)") ? "\($0)" : "" }
    expectGreater(points.count, 2)
    for point in points {
      try place.reset()
      let run = try place.trace(arguments, without: facility, failure: point)
      let found = problems(expected, wasDone: run.result.status == 0, conversion)
      expectEqual(found, [], "\(conversion.rawValue), \(point): \(run.result.errorText)")
    }
    CrashSafety.tell(points.count, "points", conversion)
  }
}
