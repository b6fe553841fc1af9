import DiaryCore

/// Another diary may have something else for the same day, or under the same name. Where an entry is
/// known by its place there alone, one whose text shares nothing with what is here is that other
/// diary's: it comes as an entry of its own, and is known at its own place the next time.
extension DiaryImporter {
  /// Diaries that have something at one place. What more of them have there is compared with the
  /// last one.
  private static let mostDiaries = 50

  /// The entry here that one is a state of, `nil` when there is none; `read` gets its id, or that of
  /// a new one. `current` is what stands here at the place that it has there.
  func counterpart(
    of read: inout ReadEntry, _ mark: ImportMark, _ current: Entry?
  ) async throws(DiaryError) -> Entry? {
    guard mark.format.knowsByPlace else { return current }
    let first = read.entry.id
    var current = current
    for number in 1...Self.mostDiaries {
      guard let other = current, !isState(read, mark, of: other) else { return current }
      read.entry.id = Self.id(number, at: first)
      current = try await service.entries(ids: [read.entry.id]).first
    }
    return current
  }

  private func isState(_ read: ReadEntry, _ mark: ImportMark, of other: Entry) -> Bool {
    ImportMark(of: other)?.digest == mark.digest || SharedText.isShared(read, other)
  }

  private static func id(_ number: Int, at first: ID<Entry>) -> ID<Entry> {
    ID(naming: [.string("another"), .string(first.description), .integer(number)])
  }
}
