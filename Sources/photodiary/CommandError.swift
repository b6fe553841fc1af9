import DiaryApp
import DiaryCore

/// What can go wrong in a sub-command beyond the diary itself.
enum CommandError: Error, Hashable {
  /// Standard output can't be written to.
  /// The person's own editor, by its command.
  case editor(String, EditorFault)
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
  case template(String, TemplateFault)
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
  case passphrase(PassphraseFault)
  /// A person's text could not be saved, for that reason, and is kept in a file.
  case textKept(file: String, reason: String)
}
