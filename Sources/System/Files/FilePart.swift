import Dispatch
import Glibc
import Synchronization

/// Some of the bytes of a file that are made when they are asked for. These were made apart from the
/// others, and become zeros when this object goes: what is looked at once needn't stay.
package final class FilePart: Sendable {
  /// Of memory of its own, as a number: see `MappedFile`.
  private let address: UInt
  /// Where these bytes stand among those of the file.
  package let range: Range<Int>

  /// Makes the blocks that a range lies in, on all processors at once; `nil` where one can't be made.
  init?(_ wanted: Range<Int>, of blocks: LazyBlocks) {
    let numbers = LazyBlocks.blocks(of: wanted)
    let range = blocks.bytes(of: numbers)
    let start = malloc(max(range.count, 1))
    address = UInt(bitPattern: start)
    self.range = range
    guard start != nil else { return nil }
    let isWhole = Atomic(true)
    DispatchQueue.concurrentPerform(iterations: numbers.count) { [address] number in
      let bytes = blocks.bytes(of: numbers.lowerBound + number..<numbers.lowerBound + number + 1)
      let place = UnsafeMutableRawPointer(
        bitPattern: address + UInt(bytes.lowerBound - range.lowerBound))
      let room = UnsafeMutableRawBufferPointer(start: place, count: bytes.count)
      if !blocks.fill(bytes, room) { isWhole.store(false, ordering: .relaxed) }
    }
    guard isWhole.load(ordering: .relaxed) else { return nil }
  }

  deinit {
    let start = UnsafeMutableRawPointer(bitPattern: address)
    UnsafeMutableRawBufferPointer(start: start, count: range.count).wipe()
    free(start)
  }

  /// The bytes of a range, which are there for as long as this object is; `nil` unless it has them all.
  package func bytes(_ wanted: Range<Int>) -> UnsafeRawBufferPointer? {
    guard range.lowerBound <= wanted.lowerBound, wanted.upperBound <= range.upperBound else {
      return nil
    }
    return UnsafeRawBufferPointer(
      start: UnsafeRawPointer(
        bitPattern: address + UInt(wanted.lowerBound - range.lowerBound)),
      count: wanted.count)
  }
}
