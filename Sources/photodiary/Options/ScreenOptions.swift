import ArgumentParser
import Localization
import TerminalUI

extension PhotoDisplay: ExpressibleByArgument {
  /// The values in words.
  static var choice: String { localized("auto, kitty, sixel, iterm, cells or off") }
}

/// `--photos` and `--plain`, wherever the diary's screens open.
struct ScreenOptions: ParsableArguments {
  @Option(localized("How to show photos: \(PhotoDisplay.choice)."), valueName: "how")
  var photos: PhotoDisplay?

  @Flag(
    name: .long, help: .localized("Lines of text instead of screens, for screen readers."))
  var plain = false

  var choice: ScreenChoice { ScreenChoice(photos: photos, isPlain: plain) }
}
