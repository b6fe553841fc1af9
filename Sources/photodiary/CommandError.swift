import DiaryCore
import Localization

/// What can go wrong in a sub-command beyond the diary itself.
enum CommandError: Error, Hashable {
  /// Standard output can't be written to.
  /// The person's own editor, by its command.
  case editor(String, EditorError)
  case output(reason: String)
  /// Whoever read standard output has stopped: nothing to tell them.
  case readerIsGone
  case notATerminal
  /// `edit --remove-photo`: no photo of the entry has an asset that begins so, or several have.
  case noSuchPhoto(String)
  case ambiguousPhoto(String, count: Int)
  /// `edit --remove-attachment`, in the same way.
  case noSuchAttachment(String)
  case ambiguousAttachment(String, count: Int)
  /// `add --date photo`: the first photo says nothing of when it was taken, or there is none.
  case noPhotoDate(String?)
  /// `add --template`: that one can't be used.
  case template(String, TemplateError)
  /// `journals delete` without an option that says what becomes of them.
  case journalHasEntries(String, count: Int)
  case noTemporaryFolder(reason: String)
  /// `import --undo`: no import of this machine is known.
  case noImport
  /// `import --report`: the file can't be written.
  case report(path: String, reason: String)
  /// `PHOTODIARY_LOG` names a file that can't be written.
  case log(path: String, reason: String)
  /// `export --encrypt`.
  case passphrase(PassphraseError)
  /// A person's text could not be saved, for that reason, and is kept in a file.
  case textKept(file: String, reason: String)
}

extension CommandError {
  /// The error on one line, safe for a terminal.
  var line: String { words.printable }

  private var words: String {
    switch self {
    case .output(let reason):
      localized("Couldn't write the output: \(reason). What was saved stays saved.")
    case .readerIsGone: localized("The output was closed.")
    case .notATerminal:
      localized(
        """
        The diary only opens in a terminal. Run `photodiary --help` for commands to use in scripts.
        """)
    case .noSuchPhoto(let prefix):
      localized(
        "The entry has no photo \(prefix). Run `photodiary show --format json` to see its photos.")
    case .ambiguousPhoto(let prefix, let count):
      localized(
        "\(count) photos of the entry have assets that begin with \(prefix). Give more of it.")
    case .noSuchAttachment(let prefix):
      localized(
        "The entry has no attachment \(prefix). Run `photodiary show --format json` to see them.")
    case .ambiguousAttachment(let prefix, let count):
      localized(
        "\(count) attachments of the entry have assets that begin with \(prefix). Give more of it.")
    case .noPhotoDate(let name):
      name.map { localized("\($0) has no date taken. Give --date a date.") }
        ?? localized("--date photo needs a photo. Give one with --photo.")
    case .editor(let name, .cannotStart(let reason)):
      localized(
        "Couldn't start the editor \(name): \(reason). Set EDITOR to one that is installed.")
    case .editor(let name, .failed(let status)):
      localized("The editor \(name) failed with status \(status). What it saved was kept.")
    case .template(let name, let failure):
      failure.line(name)
    case .journalHasEntries(let name, let count):
      localized(
        """
        “\(name)” has \(CountWords.entries(count)). Use --move-to or --trash to say where they go.
        """)
    case .noTemporaryFolder(let reason):
      localized(
        "Couldn't create a temporary folder: \(reason). Set TMPDIR to a folder with free space.")
    case .noImport: localized("There is no import to undo.")
    case .report(let path, let reason):
      localized("Couldn't write the report \(path): \(reason). Name another file.")
    case .log(let path, let reason):
      localized("Couldn't write the log \(path): \(reason). Check PHOTODIARY_LOG.")
    case .passphrase(.noTerminal):
      localized("Couldn't ask for a passphrase without a terminal. Use --passphrase-file.")
    case .passphrase(.empty): localized("The passphrase is empty. Nothing was exported.")
    case .passphrase(.different): localized("The two passphrases differ. Nothing was exported.")
    case .passphrase(.stopped): localized("Stopped. Nothing was exported.")
    case .passphrase(.unreadable(let path, let reason)):
      localized("Couldn't read the passphrase from \(path): \(reason). Nothing was exported.")
    case .textKept(let file, let reason): localized("\(reason) Your text is kept in \(file).")
    }
  }
}
