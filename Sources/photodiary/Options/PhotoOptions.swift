import ArgumentParser
import TerminalUI
import Words

extension PhotoDisplay: ExpressibleByArgument {
  /// The values in words.
  static var choice: String { localized("auto, kitty, sixel, iterm, cells or off") }
}

/// `--photos`, wherever the diary's screens open.
struct PhotoOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: .localized("How photos are shown: \(PhotoDisplay.choice).", valueName: "how"))
  var photos: PhotoDisplay?
}
