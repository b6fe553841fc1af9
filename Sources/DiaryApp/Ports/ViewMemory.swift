/// Remembers until the next run how the diary was left.
package protocol ViewMemory: Sendable {
  /// Only a convenience: what can't be kept is forgotten.
  func remember(_ view: RememberedView) async
}
