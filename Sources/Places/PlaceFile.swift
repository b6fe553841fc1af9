import DiaryCore

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
