import DiaryApp
import DiaryCore

extension CommandError {
  /// The error on one line, safe for a terminal.
  var line: String { words.printable }

  private var words: String {
    switch self {
    case .output(let reason):
      "Writing the result failed: \(reason). What was saved before stays saved."
    case .readerIsGone:
      "Nobody reads the result any more."
    case .notATerminal:
      "The diary opens in a terminal only. `photodiary --help` lists the commands for scripts."
    case .noSuchPhoto(let prefix):
      "The entry has no photo \(prefix). `photodiary show --format json` tells its photos."
    case .ambiguousPhoto(let prefix, let count):
      "\(count) photos of the entry have assets that begin with \(prefix). Give more of it."
    case .noPhotoDate(let name):
      name.map { "\($0) doesn't say when it was taken. Give --date a date." }
        ?? "--date photo needs a photo. Give one with --photo."
    case .template(let name, let fault):
      fault.line(name)
    case .noTemporaryFolder(let reason):
      "No temporary folder could be made: \(reason). Set TMPDIR to a folder with some room."
    case .textKept(let file, let reason):
      "\(reason) Your text is kept in \(file)."
    }
  }
}

extension PictureProblem {
  /// Why a photo can't be shown, as the end of a sentence.
  var reason: String {
    switch self {
    case .undecodableType: "this kind of photo can't be decoded here"
    case .damaged: "the photo is damaged"
    case .tooLarge: "the photo is too large to decode"
    case .missing: "its file is missing; run `photodiary verify`"
    case .tooCostly: "it takes too much time or memory to decode"
    case .unavailable: "the program photodiary-picture is missing or failed"
    }
  }
}
