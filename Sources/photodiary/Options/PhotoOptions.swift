import ArgumentParser
import TerminalUI

extension PhotoDisplay: ExpressibleByArgument {
  /// The values in words.
  static var choice: String { "auto, kitty, sixel, iterm, cells or off" }
}

/// `--photos`, wherever the diary's screens open.
struct PhotoOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("How photos are shown: \(PhotoDisplay.choice).", valueName: "how"))
  var photos: PhotoDisplay?
}
