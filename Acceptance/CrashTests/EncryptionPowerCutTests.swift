import AcceptanceSupport
import TestSupport
import Testing

/// What an encrypted diary is after the machine lost its power: what it was before an operation, or what
/// came of that.
@Suite("Power cuts of an encrypted diary", .serialized, .traced)
struct EncryptionPowerCutTests {
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case encrypt, decrypt
    case rotate = "key rotate --all"
    case save
    /// A save after which the pieces of the log are put together.
    case pack
    /// Where two folders can't be exchanged in one step.
    case encryptInSteps = "encrypt, in steps"

    var testDescription: String { rawValue }
    var beginsEncrypted: Bool { self != .encrypt && self != .encryptInSteps }
    var endsEncrypted: Bool { self != .decrypt }
    var saves: Bool { self == .save || self == .pack }
  }

  private let place: SyncPlace
  private let secret: String

  init() throws {
    place = try SyncPlace()
    secret = try place.folder.write("four words\n", to: "secret")
  }

  private var opening: [String] { ["--passphrase-file", secret] }

  private func arguments(_ change: Change) -> [String] {
    let photo = place.folder.path(SamplePhoto.red.name)
    return
      (change.saves
      ? ["add", "New", "--photo", photo]
      : change.rawValue.prefix { $0 != "," }.split(separator: " ").map(String.init))
      + opening
  }

  private func prepare(_ change: Change) throws {
    let photo = place.folder.path(SamplePhoto.green.name)
    try place.succeed("add", "한글", "--content", "text", "--photo", photo)
    if change.beginsEncrypted { try place.succeed("encrypt", "--passphrase-file", secret) }
    for number in 1..<(change == .pack ? 7 : 2) {
      try place.succeed("add", "\(number)", "--date", "2026-01-01", "--passphrase-file", secret)
    }
    try place.keep()
  }

  private func titles() throws -> [String] {
    let result = try place.run(["list", "--format", "json"] + (place.isEncrypted ? opening : []))
    guard result.status == 0 else { throw Operation.Failed(words: result.errorText) }
    return try JSON.parse(result.output).array?.compactMap { $0["title"]?.string } ?? []
  }

  /// What is wrong with the diary as it is now. `before` is what it said at first.
  private func problems(
    _ change: Change, before: [String], isReported: Bool
  ) -> [String] {
    do {
      var problems: [String] = []
      if isReported, place.isEncrypted != change.endsEncrypted {
        problems.append("not the new form")
      }
      let after = change.saves ? ["New"] + before : before
      let found = try titles()
      if found != after, isReported || found != before { problems.append("entries: \(found)") }
      return try problems + place.faults(on: .here, place.isEncrypted ? opening : [])
    } catch {
      return ["\(error)"]
    }
  }

  @Test(arguments: Change.allCases)
  func `the power may go at any time`(_ change: Change) throws {
    try prepare(change)
    let before = try titles()
    let run = try place.trace(
      arguments(change), without: change == .encryptInSteps ? "rename-exchange" : nil)
    try require(run.result.status == 0, "\(run.result.errorText)")
    if change == .pack {
      expect(run.calls.contains { $0.name == "unlink" && $0.path.contains("/log/") })
    }
    var model = try place.model()
    var states: Set<CutState> = []
    for call in run.calls where try model.apply(call) { states.formUnion(model.cutStates) }
    // The recorder has seen everything.
    let real = try FileModel(of: place.home, named: place.home)
    expectEqual(Set(model.shown.files.keys), Set(real.shown.files.keys))
    let afterwards = model.cutStates
    states.subtract(afterwards)
    expectGreater(states.count, 2)
    var tried = 0
    for (states, step, isReported) in [(states, 20_011, false), (afterwards, 307, true)] {
      let sample = CrashSafety.sample(
        of: states.ordered, step: step, for: change.rawValue
      ) { _ in "" }
      for state in sample {
        try place.write(state, of: model)
        let found = problems(change, before: before, isReported: isReported)
        expectEqual(found, [], "\(change.rawValue), reported: \(isReported), \(state.key)")
      }
      tried += sample.count
    }
    CrashSafety.tell(tried, "power cuts", change)
  }
}
