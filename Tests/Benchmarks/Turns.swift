/// Measures several things by turns, so that all of them meet the same machine.
enum Turns {
  typealias Player = @MainActor () async throws -> Duration

  /// The samples of each, in milliseconds. A first round, which fills the caches, doesn't count;
  /// `isCold` leaves it out.
  @MainActor
  static func take(
    _ rounds: Int, isCold: Bool = false, _ players: [Player]
  ) async throws -> [Samples] {
    var samples = players.map { _ in Samples() }
    for round in (isCold ? 1 : 0)...rounds {
      for (index, player) in players.enumerated() {
        let time = try await player()
        if round > 0 { samples[index].add(time) }
      }
    }
    return samples
  }

  /// The same, of two.
  @MainActor
  static func take(
    _ rounds: Int, isCold: Bool = false, ours: @escaping Player, reference: @escaping Player
  ) async throws -> (ours: Samples, reference: Samples) {
    let samples = try await take(rounds, isCold: isCold, [ours, reference])
    return (samples[0], samples[1])
  }
}
