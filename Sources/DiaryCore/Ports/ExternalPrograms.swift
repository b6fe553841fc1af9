import Localization

/// What the desktop's clipboard holds.
package enum ClipboardContent: Hashable, Sendable {
  /// A photo, in a file that stays until it is discarded.
  case photo(path: String)
  case text(String)
  case nothing(ClipboardError)
}

/// What a clipboard without a photo and text has to say.
package enum ClipboardError: Hashable, Sendable {
  /// Neither wl-paste nor xclip is installed.
  case noProgram
  /// No desktop is named by the surroundings.
  case noDesktop
  case empty
  /// The program said nothing of what there is: as it does without a desktop, or with nothing in the
  /// clipboard.
  case noAnswer
  /// The photo is larger than is taken.
  case tooLarge
  /// The program failed or took too long.
  case failed
}

/// Reads the desktop's clipboard.
package protocol ClipboardReading: Sendable {
  /// Ends soon once the task is cancelled; what it gives then is of no use but to be discarded.
  func content() async -> ClipboardContent
  /// Removes the file of a photo that was read.
  func discard(photoAt path: String) async
}

/// Why a text isn't in the desktop's clipboard.
package enum CopyError: Hashable, Sendable {
  /// Neither wl-copy nor xclip nor xsel is installed.
  case noProgram
  /// No desktop is named by the surroundings.
  case noDesktop
  /// The program failed or took too long.
  case failed
}

/// Puts text into the desktop's clipboard.
package protocol ClipboardWriting: Sendable {
  /// What is put there stays when the diary ends. `nil` when it is there.
  func put(_ text: String) async -> CopyError?
}

// MARK: - Commands and editors

/// Runs a person's own commands.
package protocol CommandRunning: Sendable {
  /// Gives an entry to a command and returns what it printed.
  func run(_ command: String, on entry: Entry) async throws(CommandProblem) -> String
}

/// Why a person's own command came to nothing, on a line that is safe for a terminal.
package struct CommandProblem: Error, Hashable, Sendable {
  package let line: String

  package init(line: String) { self.line = line }
}

/// An entry's title and text as they go to an editor of the person's choice and come back.
package struct EditedText: Hashable, Sendable {
  package var title: String
  package var content: String

  package init(title: String, content: String) {
    self.title = title
    self.content = content
  }
}

/// Why a text didn't come back, on one line that is safe for a terminal.
package struct ExternalEditingError: Error, Hashable, Sendable {
  package let line: String
  /// The text that the editor saved before it failed; `nil` if it saved no change.
  package let saved: EditedText?

  package init(line: String, saved: EditedText? = nil) { (self.line, self.saved) = (line, saved) }
}

/// Runs $VISUAL or $EDITOR, which has the terminal while it runs.
package protocol ExternalEditing: Sendable {
  /// Blocks until the editor ends. `nil` when the text came back unchanged.
  func edit(_ text: EditedText) throws(ExternalEditingError) -> EditedText?
}

// MARK: - Recording

/// Records voice notes, one at a time: the port behind which the system's programs for that stand. What was
/// recorded is in a file of its own until it is kept in the diary, so that nothing is lost with this program.
package protocol SoundRecording: Sendable {
  func begin() async throws(RecordingError)

  /// Why the recording has ended by itself; `nil` while it goes on.
  func failure() async -> RecordingError?

  /// Ends it. Returns the file, which stays until it is removed.
  func finish() async throws(RecordingError) -> String

  /// Ends it and throws it away.
  func discard() async

  /// Removes the file of one that has been kept.
  func remove(_ path: String) async
}

package enum RecordingError: Error, Hashable, Sendable {
  case noProgram
  /// What the program said, or the system.
  case failed(String)

  package var line: String {
    switch self {
    case .noProgram:
      localized("To record sound, install arecord (alsa-utils) or pw-record (pipewire).")
    case .failed(let words):
      words.isEmpty
        ? localized("Couldn't record: nothing came from the microphone.")
        : localized("Couldn't record: \(words.printable)")
    }
  }
}

// MARK: - Spelling

/// The scripts that words are checked in, each with a dictionary of its own.
package enum SpellingScript: Hashable, Sendable, CaseIterable {
  case latin, hangul
}

/// A word of a text, and where it stands in that, in bytes.
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

/// Why nothing can be checked.
package enum SpellingError: Error, Hashable, Sendable {
  case noLibrary
  case noDictionary
  /// The settings say so.
  case off
}

/// Why a word isn't kept among the person's own.
package struct SpellingWordError: Error, Hashable, Sendable {
  package let word: String
  /// The name of the file that holds them.
  package let file: String
  /// The system's own words.
  package let reason: String

  package init(word: String, file: String, reason: String) {
    self.word = word
    self.file = file
    self.reason = reason
  }
}

/// Checks words, each by the dictionary of its script.
package protocol SpellChecking: Sendable {
  /// The first word that isn't known; words of a script without a dictionary are. `dictionaries`
  /// are the names of those to use; `nil` for what is installed.
  func firstUnknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> SpellingWord?
  /// Those of the words that aren't known.
  func unknown(
    among words: [SpellingWord], _ dictionaries: [String]?
  ) async throws(SpellingError) -> Set<String>
  /// What may have been meant, the likeliest first.
  func suggestions(for word: SpellingWord, _ dictionaries: [String]?) async -> [String]
  /// Takes a word into the person's own, for good. Where that can't be written, it passes for as
  /// long as the program runs.
  func add(_ word: String) async throws(SpellingWordError)
  /// Lets a word pass for as long as the program runs.
  func ignore(_ word: String) async
}
