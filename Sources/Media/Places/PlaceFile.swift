import DiaryCore
import System

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

  let path: String
  private let file: SectionedFile

  /// The number of cells, each one degree by one degree. Their section has one more record, the end
  /// of the last cell.
  static let cellCount = 360 * 180

  init(path: String) throws(PlaceNamesError) {
    self.path = path
    do {
      file = try SectionedFile(
        path: path, magic: "PDPLACES", version: 1, strides: Section.allCases.map(\.stride))
    } catch {
      throw Self.error(error, path)
    }
    guard file.count(Section.cells.rawValue) == Self.cellCount + 1 else {
      throw .damaged(path: path)
    }
  }

  private static func error(_ fault: SectionedFile.Fault, _ path: String) -> PlaceNamesError {
    switch fault {
    case .unreadable(let reason): .unreadable(path: path, reason: reason)
    case .damaged: .damaged(path: path)
    }
  }

  var damagedError: PlaceNamesError { .damaged(path: path) }

  /// Returns the number of records in a section.
  func count(_ section: Section) -> Int { file.count(section.rawValue) }

  // MARK: Reading

  /// Returns a number at a byte offset of a record.
  @inline(__always)
  private func load<Value: FixedWidthInteger>(
    _ section: Section, _ record: Int, _ offset: Int, as: Value.Type
  ) throws(PlaceNamesError) -> Value {
    do {
      return try file.load(section.rawValue, record, offset, as: Value.self)
    } catch {
      throw damagedError
    }
  }

  func uint32(
    _ section: Section, _ record: Int, _ offset: Int = 0
  ) throws(PlaceNamesError) -> Int {
    Int(try load(section, record, offset, as: UInt32.self))
  }

  func int32(_ section: Section, _ record: Int, _ offset: Int = 0) throws(PlaceNamesError) -> Int {
    Int(try load(section, record, offset, as: Int32.self))
  }

  func uint16(
    _ section: Section, _ record: Int, _ offset: Int = 0
  ) throws(PlaceNamesError) -> Int {
    Int(try load(section, record, offset, as: UInt16.self))
  }

  /// Returns the size in bytes of the text at an offset of the strings section.
  func length(ofTextAt offset: Int) throws(PlaceNamesError) -> Int {
    Int(try load(.strings, offset, 0, as: UInt8.self))
  }

  /// Returns the text at an offset of the strings section; "" at 0.
  func text(at offset: Int) throws(PlaceNamesError) -> String {
    let length = try length(ofTextAt: offset)
    do {
      return String(
        decoding: try file.bytes(Section.strings.rawValue, from: offset + 1, count: length),
        as: UTF8.self)
    } catch {
      throw damagedError
    }
  }

  /// Returns the text whose offset is in a record.
  func text(_ section: Section, _ record: Int, _ offset: Int) throws(PlaceNamesError) -> String {
    try text(at: uint32(section, record, offset))
  }

  /// Returns a coordinate difference between two points, and advances `offset` past it.
  func difference(_ offset: inout Int) throws(PlaceNamesError) -> Int {
    do {
      return try file.difference(Section.points.rawValue, &offset)
    } catch {
      throw damagedError
    }
  }
}

// MARK: - SectionedFile

/// A mapped file of records in sections. Every offset in it is checked against its size, so that a
/// damaged file causes an error.
struct SectionedFile: Sendable {
  enum Fault: Error {
    /// The file can't be opened; with the system's message.
    case unreadable(String)
    case damaged
  }

  private let file: MappedFile
  private let sections: [Range<Int>]
  /// The size in bytes of a record, for each section.
  private let strides: [Int]

  private static let tableStart = 24

  /// Maps a file and checks its header.
  ///
  /// - Parameters:
  ///   - magic: the eight bytes at the start of the file.
  ///   - strides: the size in bytes of a record, for each section that the file must have.
  init(path: String, magic: String, version: Int, strides: [Int]) throws(Fault) {
    do {
      file = try MappedFile(OpenFile.reading(path))
    } catch {
      throw .unreadable(error.message)
    }
    self.strides = strides
    let bytes = file.memory
    func number(_ offset: Int) -> Int {
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    let start = Self.tableStart + 8 * strides.count
    guard bytes.count >= start, bytes.starts(with: magic.utf8), number(8) == version,
      number(12) == strides.count, number(16) == bytes.count, number(20) == 0
    else { throw .damaged }
    var sections: [Range<Int>] = []
    for (section, stride) in strides.enumerated() {
      let place = number(Self.tableStart + 8 * section)
      let length = number(Self.tableStart + 8 * section + 4)
      guard place >= start, place + length <= bytes.count, length % stride == 0 else {
        throw .damaged
      }
      sections.append(place..<place + length)
    }
    self.sections = sections
  }

  /// Checks that all bytes accessed so far could be read.
  ///
  /// - Throws: `Fault.damaged` if reading failed.
  func checkReadable() throws(Fault) { if file.hasLostBytes { throw .damaged } }

  /// Returns the number of records in a section.
  func count(_ section: Int) -> Int { sections[section].count / strides[section] }

  /// Returns a number at a byte offset of a record.
  @inline(__always)
  func load<Value: FixedWidthInteger>(
    _ section: Int, _ record: Int, _ offset: Int, as: Value.Type
  ) throws(Fault) -> Value {
    let range = sections[section]
    let place = record * strides[section] + offset
    guard record >= 0, place <= range.count - MemoryLayout<Value>.size else { throw .damaged }
    return Value(
      littleEndian: file.memory.loadUnaligned(
        fromByteOffset: range.lowerBound + place, as: Value.self))
  }

  /// Returns bytes of a section, starting at an offset.
  func bytes(_ section: Int, from offset: Int, count: Int) throws(Fault) -> UnsafeRawBufferPointer {
    let range = sections[section]
    guard offset >= 0, offset + count <= range.count else { throw .damaged }
    let bytes = range.lowerBound + offset..<range.lowerBound + offset + count
    guard file.canRead(bytes) else { throw .damaged }
    return UnsafeRawBufferPointer(rebasing: file.memory[bytes])
  }

  /// Returns a coordinate difference between two points in zigzag LEB128 encoding, and advances
  /// `offset` past it.
  @inline(__always)
  func difference(_ section: Int, _ offset: inout Int) throws(Fault) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 28, by: 7) {
      let byte = UInt64(try load(section, offset, 0, as: UInt8.self))
      offset += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return Int(value >> 1) ^ -Int(value & 1) }
    }
    throw .damaged
  }
}
