import ArgumentParser

/// `--color`: whether to draw in colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Which colours to draw in; `nil` for none.
  var colors: OutputColors? {
    switch self {
    case .never: nil
    case .always: Self.colorsOfTerminal
    case .auto:
      Output.isTerminal && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb"
        ? Self.colorsOfTerminal : nil
    }
  }

  private static var colorsOfTerminal: OutputColors {
    let depth = Environment["COLORTERM"]
    return depth == "truecolor" || depth == "24bit" ? .full : .palette
  }
}

/// The colours that standard output is written in.
enum OutputColors: Sendable {
  case full
  /// xterm's 256.
  case palette
}
