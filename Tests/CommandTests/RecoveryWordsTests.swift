import DiaryCore
import Glibc
import TestSupport
import Testing

/// The six words that open a diary where its machines are lost.
@Suite("Recovery words, on the command line")
struct RecoveryWordsTests {
  private let machines: TwoMachines
  private let words: String

  init() async throws {
    machines = try TwoMachines()
    try await machines.laptop.output("add", "첫눈")
    words = try await machines.addRemote()
  }

  /// The one line that is said to words that are none.
  private func refusal(of words: String) async throws -> String {
    let result = try await machines.clone(to: machines.desktop, with: words)
    expectEqual(result.status, 1)
    expectEqual(result.text, "")
    expectEqual(result.errorText.split(separator: "\n").count, 1, "\(result.errorText)")
    expectNotEqual(access(machines.desktop.store, F_OK), 0)
    return result.errorText
  }

  @Test func `in capitals, with commas and numbers they are the same`() async throws {
    let upper = words.uppercased().replacing(" ", with: ", ")
    try await expectEqual(machines.clone(to: machines.desktop, with: upper).status, 0)
    let numbered = words.split(separator: " ").enumerated()
      .map { "\($0 + 1). \($1)\n" }.joined()
    let other = try TestHome()
    try await expectEqual(machines.clone(to: other, with: numbered).status, 0)
    try await expectEqual(other.titles(), ["첫눈"])
  }

  @Test func `a wrong one is named, with what it may be`() async throws {
    var typed = words.split(separator: " ").map(String.init)
    typed[2] = "abdomenn"
    try await expectContains(
      refusal(of: typed.joined(separator: " ")),
      "Word 3, “abdomenn”, isn't a recovery word. Is it abdomen?")
    typed[2] = "qqqqqqqqqq"
    try await expectContains(refusal(of: typed.joined(separator: " ")), "Word 3, “qqqqqqqqqq”")
    typed.remove(at: 2)
    try await expectContains(
      refusal(of: typed.joined(separator: " ")), "all 6 recovery words: there are 5")
    try await expectContains(
      refusal(of: "abacus abdomen abdominal abide abiding ability"),
      "These recovery words don't open")
    // After that, the right ones still do.
    try await expectEqual(machines.clone(to: machines.desktop, with: words).status, 0)
  }

  @Test func `without words and without a terminal it says where they may stand`() async throws {
    let result = try await machines.desktop.run(["clone", machines.shared])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "--recovery-file FILE")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
    let none = machines.desktop.folder.path("none")
    let missing = try await machines.desktop.run([
      "clone", machines.shared, "--recovery-file", none,
    ])
    expectEqual(missing.status, 1)
    expectContains(missing.errorText, "Couldn't read the recovery words from \(none)")
    expectNotEqual(access(machines.desktop.store, F_OK), 0)
  }

  @Test func `a diary that is there isn't cloned over`() async throws {
    try await machines.desktop.output("add", "Mine")
    try await expectEqual(machines.clone(to: machines.desktop, with: words).status, 1)
    try await expectEqual(machines.desktop.titles(), ["Mine"])
  }

  @Test func `a second remote of the same diary has the same words`() async throws {
    let other = machines.laptop.folder.path("other")
    let result = try await machines.laptop.run(["remote", "add", "other", other])
    expectEqual(result.status, 0, "\(result.errorText)")
    expectEqual(result.text, "", "\(result.errorText)")
    let desktop = try await machines.desktop(
      "clone", other, "--recovery-file", "-", input: words)
    expectEqual(desktop.status, 0, "\(desktop.errorText)")
    try await expectEqual(machines.desktop.titles(), ["첫눈"])
  }
}
