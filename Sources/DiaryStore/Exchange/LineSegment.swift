import DiaryCore
import System

/// Lines of one device that follow one another, on their way from another machine.
package struct LineSegment: Sendable {
  package let device: ID<Device>
  /// The numbers that the segment answers for, from 1. Lines that are gone for good lack in it.
  package let numbers: ClosedRange<Int>
  private let read: @Sendable () throws(DiaryError) -> [UInt8]

  package init(device: ID<Device>, numbers: ClosedRange<Int>, bytes: [UInt8]) {
    self.init(device: device, numbers: numbers) { bytes }
  }

  /// - Parameter read: gives the lines as they stand in a log, each time the same, for a segment that
  ///   is too large to be kept in memory until they count.
  package init(
    device: ID<Device>, numbers: ClosedRange<Int>,
    read: @escaping @Sendable () throws(DiaryError) -> [UInt8]
  ) {
    (self.device, self.numbers, self.read) = (device, numbers, read)
  }

  /// The lines as they stand in a log.
  func bytes() throws(DiaryError) -> [UInt8] { try read() }
}

/// Lines of one device that follow one another, on their way to other machines. They are read once
/// they go.
package struct OutgoingSegment: Sendable {
  package let device: ID<Device>
  package private(set) var numbers: ClosedRange<Int>
  /// The first digits of the last line's sum: a machine that has another line of that number sees
  /// by them that two have written as one device. Zeros where all lines are gone for good.
  package private(set) var tag = "0000"
  /// In bytes.
  package private(set) var size = 0
  package private(set) var lineCount = 0
  private var pieces: [Piece] = []

  /// A part of a log that stays as it is: what is added to the log comes after it, and a log that is
  /// written anew is another file.
  private struct Piece {
    let log: MappedFile
    var range: Range<Int>
  }

  /// - Parameter first: the number that it answers for from.
  init(device: ID<Device>, from first: Int) {
    self.device = device
    numbers = first...first
  }

  /// Answers for the numbers up to one.
  mutating func extend(to last: Int) {
    numbers = numbers.lowerBound...max(numbers.upperBound, last)
  }

  mutating func add(
    _ line: UnsafeRawBufferPointer, _ number: Int, at range: Range<Int>, of log: MappedFile
  ) {
    extend(to: number)
    tag = RevisionLine.tag(of: line)
    size += range.count
    lineCount += 1
    if let last = pieces.last, last.log === log, last.range.upperBound == range.lowerBound {
      pieces[pieces.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      pieces.append(Piece(log: log, range: range))
    }
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for piece in pieces {
      bytes += piece.log.bytes[piece.range]
      withExtendedLifetime(piece.log) {}
    }
    return bytes
  }
}
