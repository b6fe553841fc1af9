import DiaryCore

/// A device's file in `journals/`, where version 0.1.0 wrote what was decided there about journals,
/// each with its clock. Now lines of the logs tell that.
struct JournalFile: Hashable, Sendable {
  let lines: [JournalLine]

  /// Journals are few: in bytes, more than any person has.
  private static let largest = 16 << 20

  /// `nil` when the bytes aren't such a file, or one of its records isn't one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.largest, let json = try? JSONParser.parse(bytes),
      let records = json["journals"]?.array
    else { return nil }
    lines = records.compactMap { json in
      guard let clock = json["clock"]?.string.flatMap({ HybridClock($0) }),
        let decision = JournalDecision(json)
      else { return nil }
      return JournalLine(decision: decision, clock: clock)
    }
    guard lines.count == records.count else { return nil }
  }
}
