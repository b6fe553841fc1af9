import DiaryCore
import System

/// The file of names of places. `Assets/make-places.py` makes it and tells its format.
final class PlaceFile: Sendable {
  /// In their order in the file.
  enum Section: Int, CaseIterable {
    case strings, countries, provinces, cells, towns, koreanNames, districts, counties
    case rings, chunks, points

    /// The bytes of one of its records.
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

  /// Cells of one degree, and one more that ends the last.
  static let cellCount = 360 * 180

  init(path: String) throws(PlaceNamesError) {
    self.path = path
    do throws(SectionedFile.Fault) {
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

  var damage: PlaceNamesError { .damaged(path: path) }

  /// How many records a section has.
  func count(_ section: Section) -> Int { file.count(section.rawValue) }

  // MARK: Reading

  /// A number at a byte of a section's record.
  @inline(__always)
  private func load<Value: FixedWidthInteger>(
    _ section: Section, _ record: Int, _ offset: Int, as: Value.Type
  ) throws(PlaceNamesError) -> Value {
    do throws(SectionedFile.Fault) {
      return try file.load(section.rawValue, record, offset, as: Value.self)
    } catch {
      throw damage
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

  /// The bytes of the text that begins at a byte of the strings.
  func length(ofTextAt offset: Int) throws(PlaceNamesError) -> Int {
    Int(try load(.strings, offset, 0, as: UInt8.self))
  }

  /// The text that begins at a byte of the strings; "" at 0.
  func text(at offset: Int) throws(PlaceNamesError) -> String {
    let length = try length(ofTextAt: offset)
    do throws(SectionedFile.Fault) {
      return String(
        decoding: try file.bytes(Section.strings.rawValue, from: offset + 1, count: length),
        as: UTF8.self)
    } catch {
      throw damage
    }
  }

  /// The text that a record names.
  func text(_ section: Section, _ record: Int, _ offset: Int) throws(PlaceNamesError) -> String {
    try text(at: uint32(section, record, offset))
  }

  /// A difference between two points, after which `offset` is the next one's.
  func difference(_ offset: inout Int) throws(PlaceNamesError) -> Int {
    do throws(SectionedFile.Fault) {
      return try file.difference(Section.points.rawValue, &offset)
    } catch {
      throw damage
    }
  }
}

// MARK: - SectionedFile

/// A file of records in sections, mapped into memory: pages of it are read when they are looked at. All that
/// it says of where something stands is compared with its size, so that a damaged one is an error.
struct SectionedFile: Sendable {
  enum Fault: Error {
    /// With the system's words.
    case unreadable(String)
    case damaged
  }

  private let file: MappedFile
  private let sections: [Range<Int>]
  /// The bytes of a record, for each section.
  private let strides: [Int]

  private static let tableStart = 24

  /// - Parameters:
  ///   - magic: the eight bytes that it begins with.
  ///   - strides: the bytes of a record, for each section that it must have.
  init(path: String, magic: String, version: Int, strides: [Int]) throws(Fault) {
    do throws(SystemError) {
      file = try MappedFile(OpenFile<SystemError>.reading(path))
    } catch {
      throw .unreadable(error.words)
    }
    self.strides = strides
    let bytes = file.room
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

  /// - Throws: `Fault.damaged` if something that was looked at couldn't be read.
  func requireBytes() throws(Fault) { if file.hasLostBytes { throw .damaged } }

  /// How many records a section has.
  func count(_ section: Int) -> Int { sections[section].count / strides[section] }

  /// A number at a byte of a section's record.
  @inline(__always)
  func load<Value: FixedWidthInteger>(
    _ section: Int, _ record: Int, _ offset: Int, as: Value.Type
  ) throws(Fault) -> Value {
    let range = sections[section]
    let place = record * strides[section] + offset
    guard record >= 0, place <= range.count - MemoryLayout<Value>.size else { throw .damaged }
    return Value(
      littleEndian: file.room.loadUnaligned(
        fromByteOffset: range.lowerBound + place, as: Value.self))
  }

  /// The bytes of a section, from one on.
  func bytes(_ section: Int, from offset: Int, count: Int) throws(Fault) -> UnsafeRawBufferPointer {
    let range = sections[section]
    guard offset >= 0, offset + count <= range.count else { throw .damaged }
    let bytes = range.lowerBound + offset..<range.lowerBound + offset + count
    guard file.canRead(bytes) else { throw .damaged }
    return UnsafeRawBufferPointer(rebasing: file.room[bytes])
  }

  /// A difference between two points, as zigzag LEB128, after which `offset` is the next one's.
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
