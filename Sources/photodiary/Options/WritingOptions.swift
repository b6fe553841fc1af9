import ArgumentParser
import Localization

/// What an entry is given, when it is added as when it is edited.
struct WritingOptions: ParsableArguments {
  @Option(localized("The text, in Markdown; - reads standard input."), valueName: "text")
  var content: String?

  @Option(
    repeated: "photo", localized("A photo to add. Can be repeated."),
    valueName: "file", completion: .file())
  var photos: [String] = []

  @Option(
    repeated: "attach",
    localized("A film, a recording or another file to attach. Can be repeated."),
    valueName: "file", completion: .file())
  var attachments: [String] = []
}
