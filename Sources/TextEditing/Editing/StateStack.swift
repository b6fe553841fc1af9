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
