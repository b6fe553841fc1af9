import ArgumentParser
import Photos
import System

/// `--color`: whether to draw in color.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Which colors to draw in; `nil` for none.
  var colors: PictureColors? {
    switch self {
    case .never: nil
    case .always: Self.colorsOfTerminal
    case .auto:
      Output.isTerminal && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb"
        ? Self.colorsOfTerminal : nil
    }
  }

  private static var colorsOfTerminal: PictureColors {
    let depth = Environment["COLORTERM"]
    return depth == "truecolor" || depth == "24bit" ? .full : .indexed256
  }
}
