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

/// States, the last one on top. A copy that is changed copies a block of them rather than all: it is
/// changed at each step, while the screen still holds the one before.
struct StateStack<State: Sendable>: Sendable {
  /// None of them is empty.
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

  /// Lets the oldest go, a block at a time, as long as so many are left.
  mutating func trim(to most: Int) {
    while let first = blocks.first, count - first.count >= most {
      blocks.removeFirst()
      count -= first.count
    }
  }
}

/// What was killed, to be put in again: the latest first, and round again. All fields share one.
package struct KillRing: Hashable, Sendable {
  /// The latest is the last.
  private var texts: [String] = []
  /// Whether a further kill joins the latest one.
  private var isOpen = false
  /// Whether what was given last was put in by the last command, and may be exchanged.
  private(set) var isYanking = false
  /// How often the ring was turned since the last yank began.
  private var semaphore = 0

  private static let most = 60
  /// In bytes; the latest text is kept whatever its length.
  private static let mostBytes = 16 << 20

  package init() {}

  package var latest: String? { texts.last }

  /// Takes a text in; kills in a row make one text.
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
      return bytes <= Self.mostBytes
    }
    texts = texts.suffix(max(1, min(kept.count, Self.most)))
  }

  /// What comes next is no further kill, and exchanges nothing.
  package mutating func close() {
    isOpen = false
    isYanking = false
  }

  /// The latest text, or the one before the one that was given last.
  mutating func text(isAgain: Bool) -> String? {
    guard !texts.isEmpty else { return nil }
    isYanking = true
    semaphore = isAgain ? (semaphore + 1) % texts.count : 0
    return texts[texts.count - 1 - semaphore]
  }
}
