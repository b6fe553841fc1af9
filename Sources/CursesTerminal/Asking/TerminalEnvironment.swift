/// What the environment says of the terminal's kind.
struct TerminalEnvironment {
  private let environment: [String: String]
  private let type: String

  init(_ environment: [String: String]) {
    self.environment = environment
    type = environment["TERM"] ?? ""
  }

  /// Consoles that print a question, or have nothing to answer: Linux' and BSD's, terminals from
  /// before the VT300, and Emacs.
  var canBeAsked: Bool {
    let silent = [
      "linux", "dumb", "cons25", "ansi", "unknown", "eterm", "vt52", "vt1", "vt2", "sun",
    ]
    return !silent.contains { type.hasPrefix($0) } && environment["INSIDE_EMACS"] == nil
  }

  /// Whether it reads the sequences of links, or passes over them. Terminals made with VTE printed
  /// them before its version 0.49, and 0.50.0 crashes on them; GNU screen keeps none and has little
  /// room for what it doesn't know. Links are no color: `NO_COLOR` leaves them.
  var takesLinks: Bool {
    let isScreen = !(environment["STY"] ?? "").isEmpty || type.hasPrefix("screen") && !isInTmux
    let isOldVTE = environment["VTE_VERSION"].flatMap { Int($0) }.map { $0 <= 5000 } ?? false
    return canBeAsked && !isScreen && !isOldVTE
  }

  var isMultiplexer: Bool {
    type.hasPrefix("tmux") || type.hasPrefix("screen") || isInTmux
      || !(environment["STY"] ?? "").isEmpty
  }

  var isInTmux: Bool { !(environment["TMUX"] ?? "").isEmpty }

  var isKitty: Bool { type == "xterm-kitty" }

  /// The terminal's name where it hasn't told it itself. `LC_TERMINAL` comes along over ssh. Both
  /// reach through a multiplexer, which says nothing of what that can show.
  var name: TerminalName? {
    if isMultiplexer { return nil }
    switch (environment["LC_TERMINAL"] ?? "", environment["TERM_PROGRAM"] ?? "") {
    case ("iTerm2", _), (_, "iTerm.app"): return TerminalName("iTerm2")
    case (_, "WezTerm"): return TerminalName("WezTerm")
    case (_, "mintty"): return TerminalName("mintty")
    default: return nil
    }
  }
}
