/// A value that effects read for a key, such as the entries of a day. The former value is kept
/// until the latest request is answered, and answers to earlier requests are ignored.
struct Loadable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The latest answer; `nil` before the first.
  private(set) var value: Value?
  /// The key that `value` was read for.
  private var key: Key?
  /// A number that changes with the value.
  private(set) var generation = 0
  private(set) var isReading = false
  /// Indicates that a complete answer has arrived.
  private(set) var isComplete = false
  /// The latest request since the diary changed.
  private var latest: (key: Key, requestID: Int)?

  /// Returns the value for a key; `nil` if it isn't known.
  subscript(key: Key) -> Value? { self.key == key ? value : nil }

  /// Returns the effect that reads the value for a key, unless it is known or being read.
  mutating func need(
    _ key: Key, in app: inout AppState, _ read: (Key, Int) -> Effect
  ) -> [Effect] {
    request(on: key, requestID: app.requestID + 1) ? [read(key, app.nextRequestID())] : []
  }

  /// Records a request. Returns `false` if none is needed.
  mutating func request(on key: Key, requestID: Int) -> Bool {
    guard latest?.key != key else { return false }
    (latest, isReading) = ((key, requestID), true)
    return true
  }

  /// Stores an answer, or a part of the first one. Returns `false` if it isn't to be shown: it is
  /// out of date, or a part of a later answer, which replaces the value only when it is complete.
  mutating func receive(_ value: Value, _ requestID: Int, isEnd: Bool = true) -> Bool {
    guard let latest, latest.requestID == requestID, isEnd || !isComplete else { return false }
    (self.value, key) = (value, latest.key)
    generation += 1
    if isEnd { (isReading, isComplete) = (false, true) }
    return true
  }

  mutating func fail(_ requestID: Int) { if latest?.requestID == requestID { isReading = false } }

  /// Lets the next request read the value again, after a change of the diary.
  mutating func reload() { latest = nil }
}
