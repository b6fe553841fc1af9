import DiaryCore
import System

/// The file of names of places, mapped into memory: pages of it are read when they are looked at.
/// `Assets/make-places.py` makes it and tells its format. All that it says of where something stands is
/// compared with its size, so that a damaged one is an error.
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
  private let file: MappedFile
  private let sections: [Range<Int>]

  private static let magic = Array("PDPLACES".utf8)
  private static let version = 1
  private static let tableStart = 24
  /// Cells of one degree, and one more that ends the last.
  static let cellCount = 360 * 180

  init(path: String) throws(PlaceNamesError) {
    self.path = path
    do throws(SystemError) {
      file = try MappedFile(OpenFile<SystemError>.reading(path))
    } catch {
      throw .unreadable(path: path, reason: error.words)
    }
    let bytes = file.room
    func number(_ offset: Int) -> Int {
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
    let count = Section.allCases.count
    let start = Self.tableStart + 8 * count
    guard bytes.count >= start, bytes.starts(with: Self.magic), number(8) == Self.version,
      number(12) == count, number(16) == bytes.count, number(20) == 0
    else { throw .damaged(path: path) }
    var sections: [Range<Int>] = []
    for section in Section.allCases {
      let place = number(Self.tableStart + 8 * section.rawValue)
      let length = number(Self.tableStart + 8 * section.rawValue + 4)
      guard place >= start, place + length <= bytes.count, length % section.stride == 0 else {
        throw .damaged(path: path)
      }
      sections.append(place..<place + length)
    }
    guard sections[Section.cells.rawValue].count == 4 * (Self.cellCount + 1) else {
      throw .damaged(path: path)
    }
    self.sections = sections
  }

  var damage: PlaceNamesError { .damaged(path: path) }

  /// How many records a section has.
  func count(_ section: Section) -> Int { sections[section.rawValue].count / section.stride }

  // MARK: Reading

  /// A number at a byte of a section's record.
  @inline(__always)
  private func load<Value: FixedWidthInteger>(
    _ section: Section, _ record: Int, _ offset: Int, as: Value.Type
  ) throws(PlaceNamesError) -> Value {
    let range = sections[section.rawValue]
    let place = record * section.stride + offset
    guard record >= 0, place <= range.count - MemoryLayout<Value>.size else { throw damage }
    return Value(
      littleEndian: file.room.loadUnaligned(
        fromByteOffset: range.lowerBound + place, as: Value.self))
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

  /// The text that begins at a byte of the strings; "" at 0.
  func text(at offset: Int) throws(PlaceNamesError) -> String {
    let length = Int(try load(.strings, offset, 0, as: UInt8.self))
    let range = sections[Section.strings.rawValue]
    guard offset + 1 + length <= range.count else { throw damage }
    let start = range.lowerBound + offset + 1
    return String(
      decoding: UnsafeRawBufferPointer(rebasing: file.room[start..<start + length]),
      as: UTF8.self)
  }

  /// The text that a record names.
  func text(_ section: Section, _ record: Int, _ offset: Int) throws(PlaceNamesError) -> String {
    try text(at: uint32(section, record, offset))
  }

  /// A difference between two points, after which `offset` is the next one's.
  func difference(_ offset: inout Int) throws(PlaceNamesError) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 28, by: 7) {
      let byte = UInt64(try load(.points, offset, 0, as: UInt8.self))
      offset += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return Int(value >> 1) ^ -Int(value & 1) }
    }
    throw damage
  }
}
