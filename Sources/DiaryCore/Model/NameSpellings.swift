/// How often a name is written in each of its spellings, which differ in case or normal form alone.
struct NameSpellings: Sendable {
  private var counts: [String: Int] = [:]

  mutating func count(_ spelling: String) { counts[spelling, default: 0] += 1 }

  /// As it is written most often.
  var name: String { counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "" }

  var count: Int { counts.values.reduce(0, +) }
}
