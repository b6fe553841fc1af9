import DiaryApp
import DiaryCore
import DiaryStore

/// Five diaries as one beside one of them.
enum Together {
  static let benchmark = Benchmark(name: "together", run: run)

  private static let diaries = 5
  private static let limit = 1.5

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let alone = try OpenDiary(diary)
    var parts = [CombinedRepository.Part(.own, alone.repository)]
    for number in 1..<diaries {
      // The same entries, at the same times: nothing is harder to tell apart.
      parts.append(
        CombinedRepository.Part(
          DiaryName("\(number)"), try OpenDiary(bench.copy(of: diary)).repository))
    }
    let together = OpenDiary(CombinedRepository(parts[0], Array(parts[1...])))
    let size = Decimals.grouped(diary.entries)
    let rounds = 10 * bench.options.runs
    var findings: [Finding] = []
    func measure(
      _ name: String, ours: @escaping Turns.Player, reference: @escaping Turns.Player
    ) async throws {
      let (ours, reference) = try await Turns.take(rounds, ours: ours, reference: reference)
      findings.append(
        Finding(
          name: "\(name), \(diaries) diaries of \(size) beside one", unit: "ms", ours: ours.median,
          reference: reference.median, limit: .atMost(limit), noise: InProcess.noise))
    }
    let screen = try await ListScreen(together.service)
    let one = try await ListScreen(alone.service)
    try await measure(
      "a key that moves the selection", ours: { try await screen.pressMovingKey() },
      reference: { try await one.pressMovingKey() })
    try await measure(
      "to the other end, with its rows", ours: { try await screen.pressJumpingKey() },
      reference: { try await one.pressJumpingKey() })
    return findings
  }
}
