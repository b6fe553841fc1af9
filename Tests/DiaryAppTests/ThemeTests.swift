import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("Themes")
struct ThemeTests {
  /// Backgrounds that terminals have, the theme's kind.
  private static let dark: [UInt32] = [0x000000, 0x1E1E1E, 0x282828]
  private static let light: [UInt32] = [0xFFFFFF, 0xF5F5F5, 0xFDF6E3]

  private static let all: [(Preferences.ThemeName, [UInt32], Double)] = [
    (.dark, dark, 4.5), (.light, light, 4.5), (.auto, dark, 4.5), (.auto, light, 4.5),
    (.highContrast, dark, 7), (.highContrast, light, 7),
  ]

  @Test("Every role for text is readable on the theme's backgrounds", arguments: all)
  func contrast(_ name: Preferences.ThemeName, _ backgrounds: [UInt32], _ least: Double) {
    for background in backgrounds {
      let theme = theme(name, background: background)
      for style in [
        theme.accent, theme.text, theme.title, theme.dim, theme.warning, theme.removed, theme.added,
        theme.selected,
      ] {
        guard case .palette(let index) = style.foreground else {
          expectEqual(style.foreground, .terminal)
          continue
        }
        let ratio = Contrast.ratio(Contrast.xterm(Int(index)), background)
        expectAtLeast(ratio, least, "\(name): \(index) on \(background) has \(ratio)")
        // A terminal makes it fainter still.
        expectLacks(style.attributes, .dim)
      }
    }
  }

  @Test(
    "Without colors attributes alone tell the roles", arguments: Preferences.ThemeName.allCases)
  func monochrome(_ name: Preferences.ThemeName) {
    var preferences = Preferences()
    preferences.theme = name
    preferences.colors = [.accent: .rgb(0xFF0000)]
    let theme = Theme(colors: .monochrome, preferences: preferences, background: 0)
    for style in [theme.accent, theme.dim, theme.warning, theme.removed, theme.added] {
      expectEqual(style.foreground, .terminal)
      expectEqual(style.background, .terminal)
    }
    expectContains(theme.selected.attributes, .reverse)
    expectNotEqual(theme.removed, theme.text)
    expectNotEqual(theme.added, theme.text)
    expectNotEqual(theme.added, theme.removed)
    expectContains(theme.title.attributes, .bold)
    expectContains(theme.warning.attributes, .bold)
  }

  @Test("On a light background sixteen colors are enough for an accent that can be read")
  func sixteenOnLight() {
    for name in [Preferences.ThemeName.auto, .terminal, .light] {
      var preferences = Preferences()
      preferences.theme = name
      let theme = Theme(colors: .sixteen, preferences: preferences, background: 0xFFFFFF)
      expectEqual(theme.accent.foreground, .palette(4))
      expectEqual(theme.selected.foreground, .palette(4))
    }
  }

  @Test("The terminal's own sixteen colors are used where there are no more")
  func sixteen() {
    for name in Preferences.ThemeName.allCases {
      var preferences = Preferences()
      preferences.theme = name
      let theme = Theme(colors: .sixteen, preferences: preferences)
      for style in [theme.accent, theme.dim, theme.warning, theme.removed, theme.added] {
        if case .palette(let index) = style.foreground { expectLess(index, 16) }
      }
    }
  }

  @Test("Every role can be given a color")
  func roles() {
    let names = SettingsOption.all.filter { $0.table == "colors" }.map(\.key)
    expectEqual(names, ThemeRole.allCases.map(\.rawValue))
  }

  @Test("A person's own colors go before the theme's")
  func ownColors() {
    var preferences = Preferences()
    preferences.colors = [.accent: .rgb(0x123456), .dim: .palette(200)]
    let theme = Theme(colors: .full, preferences: preferences, background: 0)
    expectEqual(theme.accent.foreground, .rgb(0x123456))
    expectEqual(theme.dim.foreground, .palette(200))
    expectLacks(theme.dim.attributes, .dim)
  }

  @Test("The terminal's background decides between dark and light once it is told")
  @MainActor
  func background() async throws {
    let screen = try await ScreenTest(80, 24)
    await screen.send(.learned(TerminalFacts(background: 0x101010)))
    expectEqual(screen.state.theme, theme(.dark, background: nil))
    await screen.send(.learned(TerminalFacts(background: 0xFDF6E3)))
    expectEqual(screen.state.theme, theme(.light, background: nil))
  }

  private func theme(_ name: Preferences.ThemeName, background: UInt32?) -> Theme {
    var preferences = Preferences()
    preferences.theme = name
    return Theme(colors: .palette256, preferences: preferences, background: background)
  }
}

/// How well a color is told from another: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
private enum Contrast {
  static func ratio(_ one: UInt32, _ other: UInt32) -> Double {
    let (one, other) = (luminance(one), luminance(other))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// 0xRRGGBB of a color of xterm's cube or grays.
  static func xterm(_ index: Int) -> UInt32 {
    let parts: [Int] =
      index >= 232
      ? Array(repeating: 8 + (index - 232) * 10, count: 3)
      : [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map {
        $0 == 0 ? 0 : 55 + 40 * $0
      }
    return parts.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func luminance(_ color: UInt32) -> Double {
    func part(_ shift: UInt32) -> Double {
      let value = Double(color >> shift & 0xFF) / 255
      guard value > 0.04045 else { return value / 12.92 }
      // ((v + 0.055) / 1.055) ^ 2.4, as the fifth root of its twelfth power.
      let base = (value + 0.055) / 1.055
      let target = (0..<12).reduce(1.0) { power, _ in power * base }
      var root = base
      for _ in 0..<60 {
        root -= (root * root * root * root * root - target) / (5 * root * root * root * root)
      }
      return root
    }
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
  }
}
