import DiaryCore
import System
import Text

/// The file of place names. `Assets/make-places.py` creates it and documents its format.
final class PlaceFile: Sendable {
  /// The sections in the order of the file.
  enum Section: Int, CaseIterable {
    case strings, countries, provinces, cells, towns, koreanNames, districts, counties
    case rings, chunks, points

    /// The size of a record in bytes.
    var stride: Int {
      switch self {
      case .strings, .points: 1
      case .cells: 4
      case .koreanNames: 8
      case .countries, .provinces, .towns: 12
      case .counties: 16
      case .districts, .chunks: 20
      case .rings: 28
      }
    }
  }

  private let file: SectionedFile

  /// The number of cells, each one degree by one degree. Their section has one more record, the end
  /// of the last cell.
  static let cellCount = 360 * 180

  init(path: String) throws {
    file = try SectionedFile(
      path: path, .placeNames, version: 1, strides: Section.allCases.map(\.stride))
    guard file.count(Section.cells.rawValue) == Self.cellCount + 1 else { throw damagedError }
  }

  var damagedError: MessageError { file.damagedError }

  /// Returns the number of records in a section.
  func count(_ section: Section) -> Int { file.count(section.rawValue) }

  // MARK: Reading

  /// Returns a number at a byte offset of a record.
  @inline(__always)
  private func load<Value: FixedWidthInteger>(
    _ section: Section, _ record: Int, _ offset: Int, as: Value.Type
  ) throws -> Value {
    try file.load(section.rawValue, record, offset, as: Value.self)
  }

  func uint32(
    _ section: Section, _ record: Int, _ offset: Int = 0
  ) throws -> Int {
    Int(try load(section, record, offset, as: UInt32.self))
  }

  func int32(_ section: Section, _ record: Int, _ offset: Int = 0) throws -> Int {
    Int(try load(section, record, offset, as: Int32.self))
  }

  func uint16(
    _ section: Section, _ record: Int, _ offset: Int = 0
  ) throws -> Int {
    Int(try load(section, record, offset, as: UInt16.self))
  }

  /// Returns the size in bytes of the text at an offset of the strings section.
  func length(ofTextAt offset: Int) throws -> Int {
    Int(try load(.strings, offset, 0, as: UInt8.self))
  }

  /// Returns the text at an offset of the strings section; "" at 0.
  func text(at offset: Int) throws -> String {
    let length = try length(ofTextAt: offset)
    return String(
      decoding: try file.bytes(Section.strings.rawValue, from: offset + 1, count: length),
      as: UTF8.self)
  }

  /// Returns the text whose offset is in a record.
  func text(_ section: Section, _ record: Int, _ offset: Int) throws -> String {
    try text(at: uint32(section, record, offset))
  }

  /// Returns a coordinate difference between two points, and advances `offset` past it.
  func difference(_ offset: inout Int) throws -> Int {
    try file.difference(Section.points.rawValue, &offset)
  }
}

// MARK: - SectionedFile

/// A mapped file of records in sections. Every offset in it is checked against its size, so that a
/// damaged file causes an error.
struct SectionedFile: Sendable {
  /// The contents of a file, with the eight bytes at its start.
  enum Contents: String {
    case placeNames = "PDPLACES"
    case map = "PDMAPLIN"
  }

  private let path: String
  private let contents: Contents
  private let file: MappedFile
  private let sections: [Range<Int>]
  /// The size in bytes of a record, for each section.
  private let strides: [Int]

  private static let tableStart = 24

  /// Maps a file and checks its header.
  ///
  /// - Parameter strides: the size in bytes of a record, for each section that the file must have.
  init(path: String, _ contents: Contents, version: Int, strides: [Int]) throws {
    do {
      file = try MappedFile(OpenFile.reading(path))
    } catch {
      let reason = error.message
      throw MessageError(
        contents == .map
          ? localized("Couldn't read the map in \(path): \(reason)")
          : localized("Couldn't read the place names in \(path): \(reason)"))
    }
    (self.path, self.contents, self.strides) = (path, contents, strides)
    let bytes = file.memory
    func number(_ offset: Int) -> Int {
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    let start = Self.tableStart + 8 * strides.count
    guard bytes.count >= start, bytes.starts(with: contents.rawValue.utf8), number(8) == version,
      number(12) == strides.count, number(16) == bytes.count, number(20) == 0
    else { throw Self.damagedError(path, contents) }
    var sections: [Range<Int>] = []
    for (section, stride) in strides.enumerated() {
      let place = number(Self.tableStart + 8 * section)
      let length = number(Self.tableStart + 8 * section + 4)
      guard place >= start, place + length <= bytes.count, length % stride == 0 else {
        throw Self.damagedError(path, contents)
      }
      sections.append(place..<place + length)
    }
    self.sections = sections
  }

  var damagedError: MessageError { Self.damagedError(path, contents) }

  private static func damagedError(_ path: String, _ contents: Contents) -> MessageError {
    MessageError(
      contents == .map
        ? localized("The map in \(path) is damaged. Reinstall PhotoDiary.")
        : localized("The place names in \(path) are damaged. Reinstall PhotoDiary."))
  }

  /// Checks that all bytes accessed so far could be read.
  ///
  /// - Throws: `damagedError` if reading failed.
  func checkReadable() throws { if file.hasLostBytes { throw damagedError } }

  /// Returns the number of records in a section.
  func count(_ section: Int) -> Int { sections[section].count / strides[section] }

  /// Returns a number at a byte offset of a record.
  @inline(__always)
  func load<Value: FixedWidthInteger>(
    _ section: Int, _ record: Int, _ offset: Int, as: Value.Type
  ) throws -> Value {
    let range = sections[section]
    let place = record * strides[section] + offset
    guard record >= 0, place <= range.count - MemoryLayout<Value>.size else { throw damagedError }
    return Value(
      littleEndian: file.memory.loadUnaligned(
        fromByteOffset: range.lowerBound + place, as: Value.self))
  }

  /// Returns bytes of a section, starting at an offset.
  func bytes(_ section: Int, from offset: Int, count: Int) throws -> UnsafeRawBufferPointer {
    let range = sections[section]
    guard offset >= 0, offset + count <= range.count else { throw damagedError }
    let bytes = range.lowerBound + offset..<range.lowerBound + offset + count
    guard file.canRead(bytes) else { throw damagedError }
    return UnsafeRawBufferPointer(rebasing: file.memory[bytes])
  }

  /// Returns a coordinate difference between two points in zigzag LEB128 encoding, and advances
  /// `offset` past it.
  @inline(__always)
  func difference(_ section: Int, _ offset: inout Int) throws -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 28, by: 7) {
      let byte = UInt64(try load(section, offset, 0, as: UInt8.self))
      offset += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return Int(value >> 1) ^ -Int(value & 1) }
    }
    throw damagedError
  }
}
