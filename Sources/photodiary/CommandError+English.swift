import DiaryApp
import DiaryCore

extension CommandError {
  var english: String {
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
    case .noSuchAttachment(let prefix):
      "The entry has no attachment \(prefix). `photodiary show --format json` tells them."
    case .ambiguousAttachment(let prefix, let count):
      "\(count) attachments of the entry have assets that begin with \(prefix). Give more of it."
    case .noPhotoDate(let name):
      name.map { "\($0) doesn't say when it was taken. Give --date a date." }
        ?? "--date photo needs a photo. Give one with --photo."
    case .template(let name, let fault):
      fault.line(name)
    case .journalHasEntries(let name, let count):
      "“\(name)” has \(CountWords.entries(count)). Say where to with --move-to or --trash."
    case .noTemporaryFolder(let reason):
      "No temporary folder could be made: \(reason). Set TMPDIR to a folder with some room."
    case .noImport:
      "There is no import to take back: none was made here since the last one was taken back."
    case .report(let path, let reason):
      "The report \(path) can't be written: \(reason). Name another file."
    case .passphrase(.noTerminal):
      "There is no terminal to ask for a passphrase. Give it with --passphrase-file."
    case .passphrase(.empty): "The passphrase is empty. Nothing was exported."
    case .passphrase(.different): "The two passphrases differ. Nothing was exported."
    case .passphrase(.stopped): "Stopped. Nothing was exported."
    case .passphrase(.unreadable(let path, let reason)):
      "The passphrase can't be read from \(path): \(reason). Nothing was exported."
    case .textKept(let file, let reason):
      "\(reason) Your text is kept in \(file)."
    }
  }
}
