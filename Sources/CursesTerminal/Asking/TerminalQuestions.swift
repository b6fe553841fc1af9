import TerminalUI

/// What the terminal is asked, in two rounds: the second depends on the answers to the first. Each
/// ends with DA1, which every terminal answers, and in turn: what hasn't been answered by then
/// won't be.
enum TerminalQuestions {
  private static let attributes = "\u{1B}[c"

  /// Its name, its cell's size, its background. Every terminal that `canBeAsked` reads these and
  /// shows nothing of them.
  static let first = bytes("\u{1B}[>q\u{1B}[16t\u{1B}[14t\u{1B}]11;?\u{1B}\\" + attributes)

  /// The size of the cells alone, after the window's font has changed.
  static let size = bytes("\u{1B}[16t\u{1B}[14t" + attributes)

  /// What only those are asked who have told their names or shown that they know more; nothing
  /// where there is nothing to ask. (Apple's Terminal, for one, has no name to tell and prints the
  /// end of a question about a mode.)
  static func second(
    after answers: TerminalAnswers, _ surroundings: TerminalEnvironment, _ display: PhotoDisplay
  ) -> [UInt8] {
    var text = ""
    if answers.name != nil { text += "\u{1B}[?2026$p" + KeyReport.question }
    if display == .auto, !surroundings.isMultiplexer,
      answers.name?.takesApplicationCommands ?? surroundings.isKitty
    {
      text += graphics
    }
    if display == .sixel || display == .auto && answers.hasSixels {
      // The colors, the size that fits the window, and the largest size.
      text += "\u{1B}[?1;1;0S\u{1B}[?2;1;0S\u{1B}[?2;4;0S"
    }
    return text.isEmpty ? [] : bytes(text + attributes)
  }

  /// One pixel, not to be kept.
  private static let graphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// What the terminal that tmux runs in is asked: its name, and for kitty's graphics; nothing where that
  /// doesn't matter. Unless tmux lets it through, there is no answer.
  static func beyondTmux(_ surroundings: TerminalEnvironment, _ display: PhotoDisplay) -> [UInt8] {
    guard surroundings.isInTmux, display == .auto else { return [] }
    return TmuxPassthrough.wrapped(bytes("\u{1B}[>q" + graphics + attributes))
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
