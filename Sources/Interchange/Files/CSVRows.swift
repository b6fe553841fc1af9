/// The rows of a text of comma-separated values, as RFC 4180 has them.
enum CSVRows {
  /// The values of each row. One in quotes may have commas, line ends and doubled quotes in it.
  static func read(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var value: [UInt8] = []
    var isQuoted = false
    var index = 0
    func endValue() {
      row.append(String(decoding: value, as: UTF8.self))
      value = []
    }
    func endRow() {
      endValue()
      // Of an empty line nothing is left.
      if row != [""] { rows.append(row) }
      row = []
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          value.append(byte)
          continue
        }
        if index < bytes.count, bytes[index] == byte {
          value.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where value.isEmpty: isQuoted = true
      case UInt8(ascii: ","): endValue()
      case 0x0A: endRow()
      case 0x0D: break
      default: value.append(byte)
      }
    }
    if !value.isEmpty || !row.isEmpty { endRow() }
    return rows
  }
}
