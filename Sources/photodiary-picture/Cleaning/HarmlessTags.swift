/// The tags that a cleaned photo keeps, and what their values may be: how and with what camera it
/// was taken, when, and how it is to be shown. Everything else goes, for a tag can hold anything:
/// a serial number, a name, a note.
enum HarmlessTags {
  /// What a value may be. Texts are those of cameras, so they are short.
  enum Form {
    case numbers(ClosedRange<Int>)
    case date
    case text
    /// Bytes without a type.
    case bytes(ClosedRange<Int>)
  }

  /// In the directory of a picture: what the picture is like.
  static let main: [Int: Form] = [
    TIFFTag.make: .text, TIFFTag.model: .text, TIFFTag.orientation: .numbers(1...1),
    0x011A: .numbers(1...1), 0x011B: .numbers(1...1), 0x0128: .numbers(1...1),  // Resolution.
    0x0132: .date,
    0x013E: .numbers(2...2), 0x013F: .numbers(6...6),  // White point and primaries.
    0x0211: .numbers(3...3), 0x0213: .numbers(1...1), 0x0214: .numbers(6...6),  // YCbCr.
    // Raw files have these here.
    0x829A: .numbers(1...1), 0x829D: .numbers(1...1), 0x8827: .numbers(1...2), 0x9003: .date,
    0x920A: .numbers(1...1),
  ]

  /// In the directory of EXIF: how it was taken.
  static let detail: [Int: Form] = {
    var forms = main
    for tag in [0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292] {
      forms[tag] = .date
    }
    // Exposure, focus and light, the camera's settings, size and color space.
    let single: [ClosedRange<Int>] = [
      0x8822...0x8822, 0x8830...0x8835, 0x9102...0x9102, 0x9201...0x920A, 0xA001...0xA003,
      0xA20E...0xA210, 0xA217...0xA217, 0xA401...0xA40A, 0xA40C...0xA40C, 0xA500...0xA500,
    ]
    for tag in single.joined() { forms[tag] = .numbers(1...1) }
    for tag in [0x9000, 0x9101, 0xA000] { forms[tag] = .bytes(4...4) }
    for tag in [0xA300, 0xA301] { forms[tag] = .bytes(1...1) }
    forms[0xA432] = .numbers(4...4)
    forms[0xA433] = .text
    forms[0xA434] = .text
    return forms
  }()

  /// In the directory of interoperability: which of two color spaces it is.
  static let interoperability: [Int: Form] = [0x0001: .text, 0x0002: .bytes(4...4)]

  static func keeps(_ entry: TIFFEntry, _ forms: [Int: Form], in block: TIFFBlock) -> Bool {
    guard let form = forms[entry.tag], let range = entry.value else { return false }
    let value = block.bytes.raw(range)
    switch form {
    case .numbers(let count):
      return [1, 3, 4, 5, 8, 9, 10, 11, 12].contains(entry.type) && count ~= entry.count
    case .bytes(let count):
      return entry.type == 7 && count ~= entry.count
    case .date:
      return entry.type == 2 && value.count <= 32
        && value.allSatisfy { 0x2B...0x3A ~= $0 || $0 == 0x20 || $0 == 0 || $0 == 0x54 }
    case .text:
      // What stands after the end of a text is no part of it.
      let text = value.prefix { $0 != 0 }
      return entry.type == 2 && value.count <= 64 && text.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        && value.dropFirst(text.count).allSatisfy { $0 == 0 }
    }
  }
}
