/// A terminal in memory that keeps link addresses (OSC 8), which libvterm doesn't support: each
/// link is represented by an unused font.
package final class LinkScreen {
  private let screen: VirtualScreen
  private var addresses: [String] = []
  /// The bytes of an incomplete sequence.
  private var pending: [UInt8] = []
  /// The font of the open link.
  private var font = 0
  /// All addresses as received.
  package private(set) var sequences: [String] = []

  package init(columns: Int, rows: Int) { screen = VirtualScreen(columns: columns, rows: rows) }

  package func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if pending.count == 1, byte != 0x1B { give() } else { endSequence(byte) }
    }
  }

  private func give() {
    screen.feed(pending[...])
    pending = []
  }

  private func endSequence(_ byte: UInt8) {
    guard pending.count > 1 else { return }
    switch pending[1] {
    case UInt8(ascii: "]"):
      guard byte == 0x07 || pending.suffix(2) == [0x1B, UInt8(ascii: "\\")] else { return }
      let text = String(decoding: pending, as: UTF8.self)
      guard text.hasPrefix("\u{1B}]8;") else { return give() }
      pending = []
      open(text.dropFirst(4).dropLast(byte == 0x07 ? 1 : 2))
    case UInt8(ascii: "["):
      guard pending.count > 2, (0x40...0x7E).contains(byte) else { return }
      give()
      // A reset of the style also resets the font.
      if byte == UInt8(ascii: "m"), font > 0 { set(font) }
    default: give()
    }
  }

  private func open(_ sequence: Substring) {
    let address = sequence.drop { $0 != ";" }.dropFirst()
    if !address.isEmpty { sequences.append(String(sequence)) }
    guard !address.isEmpty else { return set(0) }
    if !addresses.contains(String(address)) { addresses.append(String(address)) }
    set((addresses.firstIndex(of: String(address)) ?? 0) + 1)
  }

  private func set(_ number: Int) {
    font = number
    screen.feed(Array("\u{1B}[\(10 + number)m".utf8)[...])
  }

  /// The address of a cell's link, or `nil`.
  package func address(column: Int, row: Int) -> String? {
    let font = screen.cell(column: column, row: row).font
    return font > 0 ? addresses[font - 1] : nil
  }

  package func cell(column: Int, row: Int) -> VirtualScreen.Cell {
    var cell = screen.cell(column: column, row: row)
    cell.font = 0
    return cell
  }

  package var text: String { screen.text }
}
