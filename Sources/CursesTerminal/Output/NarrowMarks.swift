/// What stands for lines, bars and blocks on a terminal that would draw them two columns wide.
enum NarrowMarks {
  static func mark(for scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576,
      0x2578...0x257A, 0x257C, 0x257E:
      UInt32(UInt8(ascii: "-"))
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577,
      0x257B, 0x257D, 0x257F:
      UInt32(UInt8(ascii: "|"))
    case 0x2500...0x257F: UInt32(UInt8(ascii: "+"))
    // A bar marks what is selected; other blocks are parts of pictures, whose grounds are left.
    case 0x258C, 0x258F, 0x2590: UInt32(UInt8(ascii: "|"))
    case 0x2588: UInt32(UInt8(ascii: "#"))
    case 0x2580...0x259F: 0x20
    default: nil
    }
  }
}
