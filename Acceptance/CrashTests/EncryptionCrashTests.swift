import AcceptanceSupport
import Foundation
import TestSupport
import Testing

/// Expects the old or the new diary after a stop during encryption or a save.
@Suite("Crash safety of encryption", .serialized, .traced) struct EncryptionCrashTests {
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case encrypt, decrypt
    case rotate = "key rotate --all"
    /// Exchanges the folders in several steps, as without a facility for one.
    case encryptInSteps = "encrypt, in steps"
    case decryptInSteps = "decrypt, in steps"
    case save
    /// A save that also merges the segments of the log.
    case pack

    var testDescription: String { rawValue }
    var isInSteps: Bool { rawValue.hasSuffix(", in steps") }
    var saves: Bool { self == .save || self == .pack }
    var beginsEncrypted: Bool { self != .encrypt && self != .encryptInSteps }
    var endsEncrypted: Bool { self != .decrypt && self != .decryptInSteps }
    var missingFacility: String? { isInSteps ? "rename-exchange" : nil }
  }

  private let place: SyncPlace
  private let secret: String

  init() throws {
    place = try SyncPlace()
    secret = try place.folder.write("four words\n", to: "secret")
    let photo = place.folder.path(SamplePhoto.green.name)
    try place.succeed("add", "한글", "--content", "text", "--photo", photo)
  }

  private var opening: [String] { ["--passphrase-file", secret] }

  /// Encrypts the diary. From then on the recovery words open it, which takes a fifth of the time
  /// that a passphrase takes, unless the change replaces them.
  private func encrypt(before change: Change) throws {
    let output = try place.succeed("encrypt", "--passphrase-file", secret)
    guard change != .rotate else { return }
    let words = output.split(separator: "\n").first { $0.count { $0 == " " } == 5 }
    try place.folder.write(require(words) + "\n", to: "secret")
  }

  private func arguments(_ change: Change) -> [String] {
    let words =
      change.saves
      ? ["add", "New", "--photo", place.folder.path(SamplePhoto.red.name)]
      : change.rawValue.prefix { $0 != "," }.split(separator: " ").map(String.init)
    return words + opening
  }

  private func entries(_ members: String...) throws -> [[JSON]] {
    let result = try place.run(["list", "--format", "json"] + opening)
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return try (JSON.parse(result.output).array ?? []).map { entry in
      members.map { entry[$0] ?? .null }
    }
  }

  // MARK: Stopped and failing calls

  private func allEntries() throws -> [[JSON]] {
    try entries("id", "title", "content", "modified")
  }

  private func problems(_ expected: [[JSON]], wasDone: Bool, _ conversion: Change) -> [String] {
    var problems: [String] = []
    do {
      if wasDone, place.isEncrypted != conversion.endsEncrypted {
        problems.append("success was reported, and the diary isn't in the new form")
      }
      if try allEntries() != expected { problems.append("entries differ") }
      problems += try place.faults(on: .here, opening)
      // The check removes unencrypted leftovers.
      let names = try FileManager.default.contentsOfDirectory(atPath: place.home + "/here")
      if place.isEncrypted, names.contains(where: { $0.contains(".photodiary-") }) {
        problems.append("a copy in clear is left")
      }
    } catch { problems.append("\(error)") }
    return problems
  }

  /// The calls that exchange the folders, by name and number; none if a single call does it.
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

  @Test(arguments: Change.allCases.filter { !$0.saves })
  func `each call may be the last, or fail`(_ conversion: Change) throws {
    let second = try String(place.succeed("add", "Second").dropLast())
    try place.succeed("edit", second, "--content", "edited")
    if conversion.beginsEncrypted { try encrypt(before: conversion) }
    let expected = try allEntries()
    try place.keep()
    let (arguments, facility) = (arguments(conversion), conversion.missingFacility)
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
      // Without the new words, only the passphrase would open the diary.
      if !conversion.beginsEncrypted, place.isEncrypted, run.result.output.isEmpty {
        try expectContains(place.run(["status"]).errorText, "photodiary key words", "\(point)")
      }
      let found = problems(expected, wasDone: run.result.status == 0, conversion)
      expectEqual(found, [], "\(conversion.rawValue), \(point): \(run.result.errorText)")
    }
    CrashSafety.tell(points.count, "points", conversion)
  }

  @Test func `a save isn't reported if the folder of its log can't be read`() throws {
    try encrypt(before: .save)
    try place.keep()
    let before = try entries("title")
    let opened = try place.trace(arguments(.save)).calls.filter { $0.name == "openat" }
    let folders = opened.indices.filter {
      opened[$0].path.split(separator: "/").dropLast().last == "log"
    }
    expectGreater(folders.count, 2)
    for index in folders {
      try place.reset()
      let point = FaultPoint(call: "openat", number: index + 1, failure: .ioError)
      let run = try place.trace(arguments(.save), failure: point)
      let found = powerCutProblems(.save, before: before, isReported: run.result.status == 0)
      expectEqual(found, [], "\(point): \(run.result.errorText)")
    }
  }

  // MARK: Power cuts

  /// - Parameter before: The titles before the change.
  private func powerCutProblems(
    _ change: Change, before: [[JSON]], isReported: Bool
  ) -> [String] {
    do {
      var problems: [String] = []
      if isReported, place.isEncrypted != change.endsEncrypted {
        problems.append("not the new form")
      }
      let after: [[JSON]] = change.saves ? [[.string("New")]] + before : before
      let found = try entries("title")
      if found != after, isReported || found != before { problems.append("entries: \(found)") }
      return try problems + place.faults(on: .here, opening)
    } catch { return ["\(error)"] }
  }

  @Test(arguments: Change.allCases.filter { $0 != .decryptInSteps })
  func `a power cut may happen at any time`(_ change: Change) throws {
    if change.beginsEncrypted { try encrypt(before: change) }
    for number in 1..<(change == .pack ? 7 : 2) {
      try place.succeed("add", "\(number)", "--date", "2026-01-01", "--passphrase-file", secret)
    }
    try place.keep()
    let before = try entries("title")
    let run = try place.trace(arguments(change), without: change.missingFacility)
    try require(run.result.status == 0, "\(run.result.errorText)")
    if change == .pack {
      expect(run.calls.contains { $0.name == "unlink" && $0.path.contains("/log/") })
    }
    var model = try place.model()
    let (states, afterwards) = try model.states(during: run.calls)
    // Compares the model with the real files.
    let real = try FileModel(of: place.home, named: place.home)
    expectEqual(Set(model.shown.files.keys), Set(real.shown.files.keys))
    expectGreater(states.count, 2)
    var tried = 0
    for (states, step, isReported) in [(states, 20_011, false), (afterwards, 307, true)] {
      let sample = CrashSafety.sample(of: states, step: step, for: change.rawValue)
      for state in sample {
        try place.write(state, of: model)
        let found = powerCutProblems(change, before: before, isReported: isReported)
        expectEqual(found, [], "\(change.rawValue), reported: \(isReported), \(state.key)")
      }
      tried += sample.count
    }
    CrashSafety.tell(tried, "power cuts", change)
  }
}
