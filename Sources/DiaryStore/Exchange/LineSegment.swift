import DiaryCore
import System

/// Lines of one device that follow one another, on their way from another machine.
package struct LineSegment: Sendable {
  package let device: ID<Device>
  /// The numbers of its lines, from 1.
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
  /// The first digits of the last line's sum: a machine that has another line of that number sees by
  /// them that two machines have written as one device.
  package private(set) var tag = ""
  /// In bytes.
  package private(set) var size = 0
  /// Whether a line has lost its body.
  package private(set) var isCut = false
  private var pieces: [Piece] = []

  package var lineCount: Int { numbers.count }

  /// A part of a log that stays as it is: what is added to the log comes after it, and a log that is
  /// written again is another file.
  private struct Piece {
    let log: MappedFile
    var range: Range<Int>
    /// Sent in its place: a line whose body is damaged goes without it.
    var cut: [UInt8]?
  }

  init(device: ID<Device>, _ line: OutgoingLine) {
    self.device = device
    numbers = line.number...line.number
    add(line)
  }

  /// Adds the line that follows the last one.
  mutating func add(_ line: OutgoingLine) {
    numbers = numbers.lowerBound...line.number
    tag = line.tag
    size += line.range.count
    let text = UnsafeRawBufferPointer(rebasing: line.log.bytes[line.range])
    let bare = text.last == 0x0A ? UnsafeRawBufferPointer(rebasing: text.dropLast()) : text
    let state = RevisionLine.bodyState(of: bare)
    isCut = isCut || state == .cut
    let cut = state == .damaged ? RevisionLine.cut(bare).map { $0 + [0x0A] } : nil
    if cut == nil, let last = pieces.last, last.cut == nil, last.log === line.log,
      last.range.upperBound == line.range.lowerBound
    {
      pieces[pieces.count - 1].range = last.range.lowerBound..<line.range.upperBound
    } else {
      pieces.append(Piece(log: line.log, range: line.range, cut: cut))
    }
  }

  /// Returns the lines as they are in a log.
  ///
  /// - Throws: `DiaryError.store` if they can't be read any more.
  package func bytes() throws(DiaryError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for piece in pieces {
      bytes += piece.cut ?? Array(piece.log.bytes[piece.range])
      try piece.log.requireBytes()
    }
    return bytes
  }
}

/// A sound line of a log here.
struct OutgoingLine {
  let log: MappedFile
  /// With its line end.
  let range: Range<Int>
  let sum: ID<Revision>
  let previous: ID<Revision>?
  let number: Int
  /// See `OutgoingSegment.tag`.
  var tag: String { String(sum.description.prefix(4)) }
}
