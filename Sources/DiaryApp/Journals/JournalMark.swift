import DiaryCore
import Localization
import TerminalUI

/// How a journal is told from others at a glance.
enum JournalMark {
  static let text = "●"

  /// Of a journal without a color, as what is secondary.
  static func style(_ color: JournalColor?, _ theme: Theme) -> Style {
    guard let color, theme.hasColors else { return theme.dim }
    return Style(foreground: .palette(color.palette))
  }
}

extension JournalColor {
  /// The terminal's own colors, which a person has chosen to be readable there.
  fileprivate var palette: UInt8 {
    switch self {
    case .red: 1
    case .green: 2
    case .yellow: 3
    case .blue: 4
    case .magenta: 5
    case .cyan: 6
    case .gray: 8
    }
  }

  package var words: String {
    switch self {
    case .red: localized("red")
    case .green: localized("green")
    case .yellow: localized("yellow")
    case .blue: localized("blue")
    case .magenta: localized("magenta")
    case .cyan: localized("cyan")
    case .gray: localized("gray")
    }
  }
}
