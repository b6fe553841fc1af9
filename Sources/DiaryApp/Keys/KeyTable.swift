import TerminalUI
import Words

/// A command, the keys that call it, and its words.
package struct Binding: Hashable, Sendable {
  let command: Command
  /// The first one is shown.
  let keys: [KeyEvent]
  private let helpWords: LocalizedText
  private var hintWords: LocalizedText?

  init(
    _ command: Command, _ keys: KeyEvent..., help: LocalizedText, hint: LocalizedText? = nil
  ) {
    self.init(command, keys, help: help, hint: hint)
  }

  private init(
    _ command: Command, _ keys: [KeyEvent], help: LocalizedText, hint: LocalizedText?
  ) {
    self.command = command
    self.keys = keys
    helpWords = help
    hintWords = hint
  }

  /// For the help screen.
  var help: String { helpWords.text }
  /// For the bottom line; `nil` if it isn't shown there.
  var hint: String? { hintWords?.text }

  /// Its first key and the words for the bottom line.
  var hintWithKey: String? {
    guard let hint, let key = keys.first else { return nil }
    return "\(key.name) \(hint)"
  }

  /// Without the keys that are letters; `nil` when none is left.
  fileprivate var withoutLetters: Binding? {
    let keys = keys.filter { event in
      guard case .character = event.key else { return true }
      return !event.modifiers.isEmpty
    }
    return keys.isEmpty ? nil : calling(with: keys)
  }

  /// The same with other keys.
  func calling(with keys: [KeyEvent]) -> Binding {
    Binding(command, keys, help: helpWords, hint: hintWords)
  }

  /// The same with other words for the bottom line.
  func hinting(_ words: LocalizedText) -> Binding {
    var binding = self
    binding.hintWords = words
    return binding
  }
}

/// The keys of one screen.
package struct KeyTable: Hashable, Sendable {
  private let titleWords: LocalizedText
  let bindings: [Binding]

  init(title: LocalizedText, bindings: [Binding]) {
    titleWords = title
    self.bindings = bindings
  }

  var title: String { titleWords.text }

  func command(for event: KeyEvent) -> Command? {
    bindings.first { $0.keys.contains(event) }?.command
  }

  /// The key that is told of when a text says how to call a command; `nil` if none does.
  func keyName(of command: Command) -> String? {
    bindings.first { $0.command == command }?.keys.first?.name
  }

  /// What calls a command here, with words for the bottom line; `nil` if no key does.
  func hint(_ command: Command, _ words: LocalizedText) -> Binding? {
    bindings.first { $0.command == command }?.hinting(words)
  }

  /// The same keys and words with other bindings.
  func binding(_ bindings: [Binding]) -> KeyTable {
    KeyTable(title: titleWords, bindings: bindings)
  }

  /// Those that another table hasn't.
  func without(_ other: KeyTable) -> KeyTable {
    let others = Set(other.bindings.map(\.command))
    return binding(bindings.filter { !others.contains($0.command) })
  }

  /// Without some commands.
  func without(_ commands: Set<Command>) -> KeyTable {
    binding(bindings.filter { !commands.contains($0.command) })
  }

  /// Those that work where letters are typed.
  var withoutLetters: KeyTable { binding(bindings.compactMap(\.withoutLetters)) }
}

extension Binding {
  // Those that mean the same wherever entries are looked at.
  static let undo = Binding(
    .undo, .character("u"), help: "Undo the last change of this run")
  static let redo = Binding(.redo, .control("r"), help: "Redo what was undone")
  static let history = Binding(
    .history, .character("H"), help: "The entry's history")
  fileprivate static let changeOrder = Binding(
    .changeOrder, .control("o"), help: "By the date taken, or by name")
  static let showHidden = Binding(
    .showHidden, .alt("."), help: "Show hidden files, or hide them")
  static let versions = Binding(
    .versions, .character("m"), help: "Compare and merge the entry's versions")
}

extension KeyTable {
  /// Keys that work on every screen, also where text is typed.
  static let everywhere = KeyTable(
    title: "Everywhere",
    bindings: [
      Binding(.help, KeyEvent(.function(1)), .character("?"), help: "This help"),
      Binding(.back, .character("q"), help: "Back, or leave"),
      Binding(.palette, .character(":"), help: "All commands, by some of their letters"),
      Binding(.jumpBack, .control("o"), help: "Back to where you were before"),
      Binding(.jumpForward, .alt("o"), help: "Forward again"),
      Binding(.leave, .control("c"), help: "Leave; what isn't saved is kept as a draft"),
      Binding(.suspend, .control("z"), help: "Suspend (undoes where text is typed)"),
      Binding(.redraw, .control("l"), help: "Draw the screen anew"),
    ])

  static let list = KeyTable(
    title: "List",
    bindings: [
      Binding(.new, .character("n"), help: "New entry", hint: "new"),
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(.search, .character("/"), help: "Search", hint: "search"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.calendar, .character("c"), help: "Calendar", hint: "calendar"),
      Binding(.edit, .character("e"), help: "Edit the entry"),
      Binding(.gallery, .character("p"), help: "All photos of the diary"),
      Binding(.listForm, .character("v"), help: "As lines, photos or tiles"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next entry, or row"),
      Binding(
        .up, .character("k"), KeyEvent(.up),
        help: "Previous entry, or row; at the top, the pinned ones"),
      Binding(.left, .character("h"), KeyEvent(.left), help: "The tile to the left"),
      Binding(.right, .character("l"), KeyEvent(.right), help: "The tile to the right"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The newest entry"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The oldest entry"),
      Binding(.today, .character("T"), help: "Today, or the last entry before it"),
      Binding(.onThisDay, .character("o"), help: "On this day, in earlier years"),
      Binding(.editExternally, .character("E"), help: "Edit the entry in $EDITOR"),
      Binding(.delete, .character("d"), help: "Delete the entry, after asking"),
      Binding(.toggleStar, .character("*"), help: "Give the entry a star, or take it away"),
      Binding(.togglePin, .character("P"), help: "Pin the entry, or take its pin"),
      Binding(.entryTags, .character("#"), help: "Tags of the entry, or of all marked"),
      Binding(.tagList, .alt("t"), help: "All tags: show, rename, remove"),
      Binding(.places, .alt("p"), help: "All places"),
      Binding(.drafts, .alt("d"), help: "Texts that were not saved, once more"),
      Binding(.statistics, .character("s"), help: "Statistics: the diary in numbers"),
      Binding(.journals, .character("J"), help: "Journals"),
      Binding(.moveToJournal, .character("M"), help: "Move the entry, or all marked, to a journal"),
      Binding(.mark, .character(" "), help: "Mark the entry, or take its mark"),
      Binding(.markRange, .character("V"), help: "Mark all entries from here on; again to end"),
      Binding(.markAll, .character("A"), help: "Mark all entries shown"),
      Binding(
        .unmark, KeyEvent(.escape), help: "Take all marks away; else back to what was before"),
      .undo, .redo,
      .history,
      .versions,
      Binding(.importPhotos, .character("i"), help: "Start from photos: entries of a folder"),
      Binding(.importDiary, .character("I"), help: "Import another diary, from a file or folder"),
      Binding(.export, .character("x"), help: "Export the diary to a folder"),
      Binding(.trash, .character("t"), help: "The trash"),
      Binding(.status, .character("S"), help: "Where the diary is, whose, and how it stands"),
    ])

  static let search = KeyTable(
    title: "Search",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(.up, KeyEvent(.up), help: "Previous entry found"),
      Binding(.down, KeyEvent(.down), help: "Next entry found", hint: "choose"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.cancel, KeyEvent(.escape), help: "End the search", hint: "end search"),
      Binding(
        .keepSearch, .alt("l"), KeyEvent(.enter, .alt),
        help: "Show what was found as the list", hint: "as the list"),
      Binding(.widenSearch, .alt("s"), help: "Search the whole diary, or in the list again"),
      Binding(.mark, KeyEvent(.tab), help: "Write what is offered; else mark the entry"),
      Binding(.nextField, KeyEvent(.tab, .shift), help: "Something else that is offered"),
      Binding(.markAll, .alt("a"), help: "Mark all entries shown"),
      Binding(
        .listForm, .alt("v"), help: "As lines, photos or tiles"),
      Binding(.left, KeyEvent(.left), help: "The tile to the left"),
      Binding(.right, KeyEvent(.right), help: "The tile to the right"),
    ])

  static let reader = KeyTable(
    title: "Reader",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back to the list", hint: "back"),
      Binding(.previous, KeyEvent(.left), help: "The entry before in the list", hint: "newer"),
      Binding(.next, KeyEvent(.right), help: "The entry after in the list", hint: "older"),
      Binding(.edit, .character("e"), help: "Edit the entry", hint: "edit"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "A line down"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "A line up"),
      Binding(
        .pageDown, KeyEvent(.pageDown), .character(" "),
        help: "A page down; Space ticks a box that Tab has come to"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The end"),
      Binding(.focusNext, KeyEvent(.tab), help: "To the next photo, file, link or box"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "To the one before"),
      Binding(.open, KeyEvent(.enter), help: "Open the photo, file or link, or tick the box"),
      Binding(
        .nextMatch, .character("n"), help: "To the next match, of an entry that a search found"),
      Binding(.previousMatch, .character("N"), help: "To the match before"),
      Binding(.editExternally, .character("E"), help: "Edit the entry in $EDITOR"),
      Binding(.delete, .character("d"), help: "Delete the entry, after asking"),
      Binding(.restore, .character("r"), help: "Restore the entry, of one in the trash"),
      Binding(.toggleStar, .character("*"), help: "Give the entry a star, or take it away"),
      Binding(.togglePin, .character("P"), help: "Pin the entry, or take its pin"),
      .undo, .redo,
      .history,
      .versions,
    ])

  static let picker = KeyTable(
    title: "Photo picker",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Open the folder, or take the photos", hint: "take"),
      Binding(.mark, KeyEvent(.tab), help: "Mark the photo, to take several", hint: "mark"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave without a photo", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
      .changeOrder, .showHidden,
    ])

  static let folderPicker = KeyTable(
    title: "A folder of photos",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Open the folder", hint: "open"),
      Binding(
        .takeFolder, KeyEvent(.tab), .control("s"),
        help: "Look for photos in the folder that typing has selected, else in this one",
        hint: "take this folder"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
      .changeOrder, .showHidden,
    ])

  static let photoImport = KeyTable(
    title: "Start from photos",
    bindings: [
      Binding(
        .writeGroups, KeyEvent(.enter), .character("w"), help: "Write the entries, after asking",
        hint: "write"),
      Binding(.dropGroup, .character(" "), help: "Leave the entry out, or take it", hint: "drop"),
      Binding(.mergeGroup, .character("m"), help: "Make it one with the next", hint: "merge"),
      Binding(
        .splitGroup, .character("s"), help: "Begin another entry at the marked photo",
        hint: "split"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Leave; nothing is written"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "The next entry"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "The entry before"),
      Binding(.previous, KeyEvent(.left), help: "The photo before"),
      Binding(.next, KeyEvent(.right), help: "The photo after"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The first entry"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The last entry"),
    ])

  static let trash = KeyTable(
    title: "Trash",
    bindings: [
      Binding(.back, .character("q"), help: "Back to the list", hint: "back"),
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(
        .restore, .character("r"), help: "Restore the entry, or all marked", hint: "restore"),
      Binding(
        .emptyTrash, .character("D"), help: "Empty the trash, after asking", hint: "empty it"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Next entry"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Previous entry"),
      Binding(.mark, .character(" "), help: "Mark the entry, or take its mark"),
      Binding(.markRange, .character("V"), help: "Mark all entries from here on; again to end"),
      Binding(.markAll, .character("A"), help: "Mark all entries shown"),
      Binding(.unmark, KeyEvent(.escape), help: "Take all marks away; else back to the list"),
      .undo, .redo,
      .history,
    ])

  static let history = KeyTable(
    title: "History",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back", hint: "back"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "The state before", hint: "earlier"),
      Binding(.wholeText, KeyEvent(.tab), help: "What changed, or the whole text", hint: "text"),
      Binding(
        .revert, .character("r"), KeyEvent(.enter),
        help: "Give the entry this state again, after asking", hint: "revert"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "The state after"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The latest state"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The first state"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Scroll the text down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Scroll the text up"),
      .undo, .redo,
    ])

  static let versions = KeyTable(
    title: "Versions",
    bindings: [
      Binding(
        .nextVersion, KeyEvent(.tab), help: "The other side, or the next version", hint: "other"),
      Binding(.keepLeft, .character("l"), help: "Keep the left version", hint: "keep left"),
      Binding(.keepRight, .character("r"), help: "Keep the right version", hint: "keep right"),
      Binding(.editMerged, .character("e"), help: "Make one text of both", hint: "edit both"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back", hint: "back"),
      Binding(.help, .character("?"), help: "All keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "A line down"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "A line up"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The end"),
      .history,
    ])

  static let status = KeyTable(
    title: "Status",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back to the list", hint: "back"),
      Binding(.edit, .character("e"), help: "Edit the author's name", hint: "author's name"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "A line down"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "A line up"),
    ])
}
