/// Earlier and later states of something that is edited.
struct UndoHistory<State: Sendable>: Sendable {
  private var earlier: [State] = []
  private var later: [State] = []
  /// The kind of the step that further changes may join.
  private var openKind: String?
  private static var deepest: Int { 1000 }

  /// Notes the state before a change. Changes of the same kind in a row make one step; one of no
  /// kind is a step of its own.
  mutating func record(_ state: State, kind: String?) {
    later = []
    defer { openKind = kind }
    if let kind, kind == openKind { return }
    earlier.append(state)
    if earlier.count > Self.deepest { earlier.removeFirst() }
  }

  /// The next change begins a new step.
  mutating func endStep() { openKind = nil }

  mutating func stepBack(from state: State) -> State? {
    guard let target = earlier.popLast() else { return nil }
    later.append(state)
    openKind = nil
    return target
  }

  mutating func stepForward(from state: State) -> State? {
    guard let target = later.popLast() else { return nil }
    earlier.append(state)
    openKind = nil
    return target
  }
}
