import Text

/// The contents of the desktop's clipboard.
package enum ClipboardContent: Hashable, Sendable {
  /// A photo, in a file that exists until it is discarded.
  case photo(path: String)
  case text(String)
  case nothing(ClipboardError)
}

/// The reason why neither a photo nor text was read from the clipboard.
package enum ClipboardError: Hashable, Sendable {
  /// Neither wl-paste nor xclip is installed.
  case noProgram
  /// The environment names no desktop.
  case noDesktop
  case empty
  /// The program listed no contents, as it does without a desktop or with an empty clipboard.
  case noAnswer
  /// The photo is too large.
  case tooLarge
  /// The program failed or timed out.
  case failed
}

/// The reason why a text couldn't be copied to the clipboard.
package enum CopyError: Hashable, Sendable {
  /// Neither wl-copy nor xclip nor xsel is installed.
  case noProgram
  /// The environment names no desktop.
  case noDesktop
  /// The program failed or timed out.
  case failed
}

/// The desktop's clipboard.
package struct Clipboard: Sendable {
  /// Returns the clipboard's contents. Returns soon after the task is canceled; then the caller
  /// only needs to discard the result.
  package var content: @Sendable () async -> ClipboardContent = { .nothing(.noDesktop) }
  /// Removes the file of a photo that was read.
  package var discardPhoto: @Sendable (_ path: String) async -> Void = { _ in }
  /// Copies a text, which stays in the clipboard when the program exits. Returns `nil` on success.
  package var copy: @Sendable (_ text: String) async -> CopyError? = { _ in .noDesktop }

  /// Creates the clipboard of a system without a desktop.
  package init() {}
}

// MARK: - Editor

/// An entry's title and text, as passed to and from an external editor.
package struct EditedText: Hashable, Sendable {
  package var title: String
  package var content: String

  package init(title: String, content: String) {
    self.title = title
    self.content = content
  }
}

/// The result of editing in an external editor.
package struct EditorResult: Hashable, Sendable {
  /// The text that the editor saved, even if it failed afterwards; `nil` if it saved no change.
  package var text: EditedText?
  package var error: MessageError?

  package init(_ text: EditedText? = nil, error: MessageError? = nil) {
    (self.text, self.error) = (text, error)
  }
}

// MARK: - Recording

/// Records voice notes, one at a time, with the system's programs. A recording is a separate file
/// until it is stored in the diary, so that it survives a crash of this program.
package protocol AudioRecording: Sendable {
  /// Starts recording.
  ///
  /// - Throws: `MessageError` if no program can record.
  func start() async throws(MessageError)

  /// Returns the error that ended the recording; `nil` while it continues.
  func failure() async -> MessageError?

  /// Stops recording. Returns the path of the file, which exists until it is removed.
  ///
  /// - Throws: `MessageError` if nothing was recorded.
  func finish() async throws(MessageError) -> String

  /// Stops recording and removes the file.
  func discard() async

  /// Removes the file of a recording that has been stored.
  func remove(_ path: String) async
}

extension MessageError {
  /// No program can record.
  package static var noRecorder: MessageError {
    MessageError(
      localized("To record voice notes, install arecord (alsa-utils) or pw-record (pipewire)."))
  }

  /// Creates the error of a recording; `reason` is the message of the program or the system.
  package static func recording(_ reason: String) -> MessageError {
    MessageError(
      reason.isEmpty
        ? localized("Couldn't record: no sound came from the microphone. Check that it's on.")
        : localized("Couldn't record: \(reason)"))
  }
}

// MARK: - Spelling

/// A script with a dictionary for spelling.
package enum SpellingScript: Hashable, Sendable, CaseIterable {
  case latin, hangul
}

/// A word of a text, and its range in the text in bytes.
package struct SpellingWord: Hashable, Sendable {
  package var text: String
  package var script: SpellingScript
  package var range: Range<Int>

  package init(text: String, script: SpellingScript, range: Range<Int>) {
    self.text = text
    self.script = script
    self.range = range
  }
}

/// The reasons why spelling can't be checked.
extension MessageError {
  package static var noSpellingLibrary: MessageError {
    MessageError(
      localized("Spelling needs: apt install libhunspell-1.7-0 hunspell-en-us hunspell-ko"))
  }

  package static var noDictionary: MessageError {
    MessageError(
      localized("Spelling needs a dictionary: apt install hunspell-en-us hunspell-ko"))
  }

  package static var spellingIsOff: MessageError {
    MessageError(localized("Spelling is turned off in the settings."))
  }
}

/// Checks the spelling of words, each with the dictionary of its script.
package protocol SpellChecking: Sendable {
  /// Returns the first unknown word. Words of a script without a dictionary count as known.
  ///
  /// - Parameter dictionaries: the names of the dictionaries to use; `nil` for the installed ones.
  /// - Throws: `MessageError` if nothing can be checked.
  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(MessageError) -> SpellingWord?
  /// Returns the unknown words.
  ///
  /// - Throws: `MessageError` if nothing can be checked.
  func unknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(MessageError) -> Set<String>
  /// Returns suggestions for a word, the likeliest first.
  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) async -> [String]
  /// Adds a word to the user's word list permanently. If the list can't be written, the word is
  /// accepted until the program exits.
  ///
  /// - Throws: `MessageError` if the list can't be written.
  func add(_ word: String) async throws(MessageError)
  /// Accepts a word until the program exits.
  func ignore(_ word: String) async
}
