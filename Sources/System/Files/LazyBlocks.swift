import CSystem
import Synchronization

/// Bytes that are made block by block, and which blocks of them have been.
@usableFromInline final class LazyBlocks: Sendable {
  /// In bytes.
  static let size = 64 << 10

  private let address: UInt
  let count: Int
  /// See `MappedFile`.
  let fill: @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Bool
  private let isLoaded = Atomic(false)
  private let state: Mutex<State>

  private struct State {
    /// Of each block, whether it was made.
    var made: [Bool]
    /// The blocks that couldn't be made, with those that were asked for at once.
    var lacking: Set<Int> = []
  }

  init(
    _ bytes: UnsafeMutableRawBufferPointer,
    filling fill: @escaping @Sendable (Range<Int>, UnsafeMutableRawBufferPointer) -> Bool
  ) {
    address = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.fill = fill
    state = Mutex(State(made: [Bool](repeating: false, count: Self.blocks(of: 0..<count).count)))
  }

  /// The blocks that some bytes lie in.
  static func blocks(of bytes: Range<Int>) -> Range<Int> {
    let first = bytes.lowerBound / size
    return first..<max(first, (bytes.upperBound + size - 1) / size)
  }

  /// The bytes of some blocks.
  func bytes(of blocks: Range<Int>) -> Range<Int> {
    blocks.lowerBound * Self.size..<min(blocks.upperBound * Self.size, count)
  }

  /// Makes the blocks of a range that aren't there, those that follow one another at once.
  @usableFromInline func load(_ range: Range<Int>) {
    guard !range.isEmpty, !isLoaded.load(ordering: .acquiring) else { return }
    state.withLock { load(Self.blocks(of: range), &$0) }
  }

  /// Whether all bytes of a range could be made, which this does unless they are there.
  func isWhole(_ range: Range<Int>) -> Bool {
    let blocks = Self.blocks(of: range)
    return state.withLock { state in
      load(blocks, &state)
      return state.lacking.isEmpty || !blocks.contains(where: state.lacking.contains)
    }
  }

  private func load(_ blocks: Range<Int>, _ state: inout State) {
    var next = blocks.lowerBound
    while next < blocks.upperBound {
      guard !state.made[next] else {
        next += 1
        continue
      }
      let first = next
      while next < blocks.upperBound, !state.made[next] {
        state.made[next] = true
        next += 1
      }
      let bytes = bytes(of: first..<next)
      let room = UnsafeMutableRawBufferPointer(rebasing: all[bytes])
      // All pages at once: otherwise the kernel is entered for each of them. An old one can't.
      pd_populate(room.baseAddress, room.count)
      if !fill(bytes, room) {
        state.lacking.formUnion(first..<next)
      }
    }
    if blocks.count == state.made.count { isLoaded.store(true, ordering: .releasing) }
  }

  /// Makes zeros of some blocks, which are made again when they are asked for.
  func release(_ blocks: Range<Int>) {
    state.withLock { state in
      isLoaded.store(false, ordering: .releasing)
      for number in blocks where state.made[number] {
        UnsafeMutableRawBufferPointer(rebasing: all[bytes(of: number..<number + 1)]).wipe()
        state.made[number] = false
      }
    }
  }

  /// Makes all that was made zeros.
  func wipe() {
    state.withLock { state in
      for (number, isMade) in state.made.enumerated() where isMade {
        UnsafeMutableRawBufferPointer(rebasing: all[bytes(of: number..<number + 1)]).wipe()
      }
    }
  }

  private var all: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(bitPattern: address), count: count)
  }
}
