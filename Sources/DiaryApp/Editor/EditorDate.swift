import DiaryCore

/// The date as a field of the editor holds it: `2026-11-20 07:30 +09:00`.
enum EditorDate {
  static func text(_ date: EntryDate) -> String { "\(date.day) \(date.clock) \(date.zone)" }

  /// Reads the field; a part that is left out is taken from another date.
  static func date(_ text: String, near other: EntryDate) -> EntryDate? {
    var parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !parts.isEmpty else { return nil }
    if parts.count == 1, !parts[0].contains("T") { parts.append(other.clock) }
    let time = parts.dropFirst().joined()
    let whole = time.isEmpty ? parts[0] : "\(parts[0])T\(time)"
    return EntryDate(whole, localOffset: { _ in other.offset })
  }
}
