/// Earlier and later states of an edited value.
///
/// States share their common parts, so a thousand steps of a long text take little more memory than
/// the text.
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

  /// Indicates that there is a step to undo.
  var canStepBack: Bool { earlier.count > 0 }

  /// Records the state before a change. `joins` returns whether a change belongs to the same step
  /// as the one before it; a change with `kind` `nil` is always a separate step.
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

  /// Makes the next change begin a new step.
  package mutating func endStep() { openKind = nil }

  /// Combines all further changes into one step until `releaseStep()`.
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

/// The kind of a change. For undo, a word, a run of white space and a run of deletions are one step
/// each.
package enum EditKind: Hashable, Sendable {
  case typing, typingBlank
  case deletingBack, deletingForward
  case other

  /// Returns whether the next change belongs to the same step.
  package func joins(_ next: EditKind) -> Bool {
    switch (self, next) {
    case (.typing, .typing), (.typingBlank, .typingBlank): true
    case (.deletingBack, .deletingBack), (.deletingForward, .deletingForward): true
    default: false
    }
  }
}

/// A stack of states. A copy shares its blocks, so pushing to it copies one block at most, although
/// the screen keeps the copy of the step before.
struct StateStack<State: Sendable>: Sendable {
  /// The blocks in order; none is empty.
  private var blocks: [[State]] = []
  private(set) var count = 0
  private static var blockLength: Int { 32 }

  mutating func push(_ state: State) {
    count += 1
    if let last = blocks.indices.last, blocks[last].count < Self.blockLength {
      blocks[last].append(state)
    } else {
      blocks.append([state])
    }
  }

  mutating func pop() -> State? {
    guard let last = blocks.indices.last, let state = blocks[last].popLast() else { return nil }
    if blocks[last].isEmpty { blocks.removeLast() }
    count -= 1
    return state
  }

  /// Removes the oldest blocks while at least `most` states remain.
  mutating func trim(to most: Int) {
    while let first = blocks.first, count - first.count >= most {
      blocks.removeFirst()
      count -= first.count
    }
  }
}

// MARK: - Kill ring

/// Killed texts, from the latest to the oldest and around again. All fields share one ring.
package struct KillRing: Hashable, Sendable {
  /// The texts, the latest last.
  private var texts: [String] = []
  /// Indicates that another kill joins the latest text.
  private var isOpen = false
  /// Indicates that the last command was a yank, so that another yank replaces its text.
  private(set) var isYanking = false
  /// The number of repeated yanks since the first one.
  private var turns = 0

  private static let maxCount = 60
  /// The limit in bytes. The latest text is kept at any length.
  private static let maxBytes = 16 << 20

  package init() {}

  package var latest: String? { texts.last }

  /// Adds a text. Consecutive kills are combined.
  package mutating func push(_ text: String, isBefore: Bool = false, joins: Bool = true) {
    guard !text.isEmpty else { return }
    if isOpen, joins, let last = texts.popLast() {
      texts.append(isBefore ? text + last : last + text)
    } else {
      texts.append(text)
    }
    isOpen = joins
    isYanking = false
    var bytes = 0
    let kept = texts.reversed().prefix { text in
      bytes += text.utf8.count
      return bytes <= Self.maxBytes
    }
    texts = texts.suffix(max(1, min(kept.count, Self.maxCount)))
  }

  /// Makes the next kill a separate text and the next yank start from the latest one.
  package mutating func close() {
    isOpen = false
    isYanking = false
  }

  /// Returns the latest text, or with `isAgain` the one before the text returned last.
  mutating func text(isAgain: Bool) -> String? {
    guard !texts.isEmpty else { return nil }
    isYanking = true
    turns = isAgain ? (turns + 1) % texts.count : 0
    return texts[texts.count - 1 - turns]
  }
}
