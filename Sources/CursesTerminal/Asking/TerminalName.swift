/// What is known of terminals by their names, where their answers alone would mislead.
struct TerminalName: Hashable {
  /// As XTVERSION gives it, in lower case.
  private let text: String

  init(_ text: String) { self.text = text.lowercased() }

  private func begins(with names: String...) -> Bool { names.contains { text.hasPrefix($0) } }

  /// Programs that stand between this one and the terminal. They keep no pictures but those that
  /// they say they can.
  var isMultiplexer: Bool { begins(with: "tmux", "screen", "zellij") }

  /// Terminology and RLogin print an application program command instead of passing it over
  /// (https://github.com/hpjansson/chafa/issues/349); tmux and GNU screen take it for a title.
  var takesApplicationCommands: Bool {
    !isMultiplexer && !begins(with: "terminology", "rlogin", "kermit")
  }

  /// WezTerm answers kitty's question once its user has switched that protocol on, but ignores
  /// that no answers are wanted and much else of it
  /// (https://github.com/kovidgoyal/kitty/issues/6292).
  var hasSoundKittyGraphics: Bool { !begins(with: "wezterm") }

  /// Text may stand for kitty's pictures: kitty since 0.28, and Ghostty. Konsole and WezTerm show the
  /// characters themselves.
  var hasPlaceholders: Bool {
    guard begins(with: "kitty(") else { return begins(with: "ghostty") }
    let version = text.dropFirst(6).split(separator: ".").map {
      Int($0.prefix { $0.isNumber }) ?? 0
    }
    return version.lexicographicallyPrecedes([0, 28]) == false
  }

  /// Inline images as iTerm2 has them: https://iterm2.com/documentation-images.html
  var hasInlineImages: Bool { begins(with: "iterm2", "wezterm", "mintty", "konsole") }

  /// WezTerm's sixels are unfinished (https://github.com/wezterm/wezterm/issues/217), and iTerm2
  /// scales them on screens of high resolution (https://github.com/endernoke/ink-picture/issues/1).
  var prefersInlineImages: Bool { begins(with: "iterm2", "wezterm") }

  /// iTerm2 alone takes an inline image in parts.
  var takesImagesInParts: Bool { begins(with: "iterm2") }

  /// xterm has room for so many sixel pictures (MAX_GRAPHICS in its graphics.c) and forgets the
  /// oldest for a new one. So does tmux (image.c: 10 with the one that comes, 20 since 3.7), in all its
  /// windows together.
  var pictureLimit: Int? { begins(with: "xterm(") ? 16 : begins(with: "tmux") ? 9 : nil }
}
