import TerminalUI

/// The keys that send one control byte.
enum ControlKey {
  /// `nil` for a byte that stands for no key here.
  static func key(_ byte: UInt8) -> KeyEvent? {
    switch byte {
    case 0x08, 0x7F: KeyEvent(.backspace)
    case 0x09: KeyEvent(.tab)
    case 0x0A, 0x0D: KeyEvent(.enter)
    case 0x1B: KeyEvent(.escape)
    case 0x00: .control(" ")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: nil
    }
  }
}
