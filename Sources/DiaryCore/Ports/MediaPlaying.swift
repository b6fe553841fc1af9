/// How a film or a recording was begun.
package enum MediaPlayback: Hashable, Sendable {
  /// In a window of its own.
  case window
  /// As a copy, in the desktop's program for it.
  case copy
  /// Not yet: there is no desktop, so it needs the terminal.
  case needsTerminal
}

/// How a player draws films in a terminal.
package enum TerminalFilm: String, Hashable, Sendable {
  case kitty, sixel
  case characters = "tct"
}
