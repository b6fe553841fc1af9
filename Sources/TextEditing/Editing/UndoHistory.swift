/// Earlier and later states of something that is edited.
///
/// States share what is the same in them, so that a thousand steps of a long text are little more
/// than the text.
package struct UndoHistory<State: Sendable, Kind: Sendable>: Sendable {
  private var earlier = StateStack<State>()
  private var later = StateStack<State>()
  /// The kind of the step that further changes may join.
  private var openKind: Kind?
  private var held = Held.no
  private static var deepest: Int { 1000 }

  private enum Held {
    case no, begun, recorded
  }

  package init() {}

  /// Notes the state before a change. `joins` tells whether a change makes one step with the one
  /// before it; one of no kind is a step of its own.
  package mutating func record(
    _ state: State, kind: Kind?, joins: (_ before: Kind, _ kind: Kind) -> Bool
  ) {
    later = StateStack()
    if held == .recorded { return }
    if held == .begun { held = .recorded }
    defer { openKind = kind }
    if let kind, let openKind, joins(openKind, kind) { return }
    earlier.push(state)
    earlier.trim(to: Self.deepest)
  }

  /// The next change begins a new step.
  package mutating func endStep() { openKind = nil }

  /// All changes make one step from now on, until it is released.
  package mutating func holdStep() {
    openKind = nil
    held = .begun
  }

  package mutating func releaseStep() {
    openKind = nil
    held = .no
  }

  package mutating func stepBack(from state: State) -> State? {
    guard let target = earlier.pop() else { return nil }
    later.push(state)
    releaseStep()
    return target
  }

  package mutating func stepForward(from state: State) -> State? {
    guard let target = later.pop() else { return nil }
    earlier.push(state)
    releaseStep()
    return target
  }
}

/// What a change was, for undo: a word is one step, blanks in a row are, and deletions in a row.
package enum EditKind: Hashable, Sendable {
  case typing, typingBlank
  case deletingBack, deletingForward
  case other

  /// Whether a further change belongs to the same step.
  package func joins(_ next: EditKind) -> Bool {
    switch (self, next) {
    case (.typing, .typing), (.typingBlank, .typingBlank): true
    case (.deletingBack, .deletingBack), (.deletingForward, .deletingForward): true
    default: false
    }
  }
}
