import TerminalUI
import Words

/// A command, the keys that call it, and its words.
package struct Binding: Hashable, Sendable {
  let command: Command
  /// The first one is shown.
  let keys: [KeyEvent]
  private let helpWords: LocalizedText
  private var hintWords: LocalizedText?
  /// What is typed to call it, where that isn't one key.
  private var typed: String?

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
  /// What is shown there for its key.
  var keyName: String { typed ?? keys.first?.name ?? "" }

  /// The same where what is kept is that the entry was deleted.
  var keepingDeletion: Binding { hinting("delete") }

  /// Its first key and the words for the bottom line.
  var hintWithKey: String? { hint.map { "\(keyName) \($0)" } }

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

  /// For the bottom line alone: a command that is called by typing something.
  static func typing(_ text: String, _ command: Command, hint: LocalizedText) -> Binding {
    var binding = Binding(command, [], help: hint, hint: hint)
    binding.typed = text
    return binding
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
    .undo, .character("u"), help: "Undo the last change", hint: "undo")
  static let redo = Binding(.redo, .control("r"), help: "Redo")
  static let history = Binding(
    .history, .character("H"), help: "Show the entry's history", hint: "history")
  fileprivate static let changeOrder = Binding(
    .changeOrder, .control("o"), help: "Sort by date taken or by name", hint: "order")
  static let showHidden = Binding(
    .showHidden, .alt("."), help: "Show or hide hidden files", hint: "hidden files")
  static let versions = Binding(
    .versions, .character("m"), help: "Compare and merge versions")
}

extension KeyTable {
  /// Keys that work on every screen, also where text is typed.
  static let everywhere = KeyTable(
    title: "Everywhere",
    bindings: [
      Binding(.help, KeyEvent(.function(1)), .character("?"), help: "This help"),
      Binding(.back, .character("q"), help: "Go back, or quit"),
      Binding(.palette, .character(":"), help: "Find a command"),
      Binding(.jumpBack, .control("o"), help: "Go back to the previous place"),
      Binding(.jumpForward, .alt("o"), help: "Go forward"),
      Binding(.leave, .control("c"), help: "Quit (unsaved text is kept as a draft)"),
      Binding(.suspend, .control("z"), help: "Suspend (undo while typing)"),
      Binding(.redraw, .control("l"), help: "Redraw"),
    ])

  static let list = KeyTable(
    title: "List",
    bindings: [
      Binding(.new, .character("n"), help: "New entry", hint: "new"),
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(.search, .character("/"), help: "Search", hint: "search"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.calendar, .character("c"), help: "Calendar", hint: "calendar"),
      Binding(.edit, .character("e"), help: "Edit the entry", hint: "edit"),
      Binding(.gallery, .character("p"), help: "Show all photos", hint: "photos"),
      Binding(
        .listForm, .character("v"), help: "Switch between lines, photos and tiles", hint: "view"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next entry or row"),
      Binding(
        .up, .character("k"), KeyEvent(.up),
        help: "Previous entry or row, then pinned ones"),
      Binding(.left, .character("h"), KeyEvent(.left), help: "Tile to the left"),
      Binding(.right, .character("l"), KeyEvent(.right), help: "Tile to the right"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Newest entry"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Oldest entry"),
      Binding(
        .today, .character("T"), help: "Go to today, or the last entry before it", hint: "today"),
      Binding(
        .onThisDay, .character("o"), help: "On this day in earlier years", hint: "on this day"),
      Binding(.editExternally, .character("E"), help: "Edit in $EDITOR"),
      Binding(.delete, .character("d"), help: "Delete the entry (asks first)", hint: "delete"),
      Binding(.toggleStar, .character("*"), help: "Star or unstar the entry", hint: "star"),
      Binding(.togglePin, .character("P"), help: "Pin or unpin the entry"),
      Binding(
        .entryTags, .character("#"), help: "Edit tags of the entry or marked entries", hint: "tags"),
      Binding(.tagList, .alt("t"), help: "Show all tags"),
      Binding(.places, .alt("p"), help: "Show all places"),
      Binding(.drafts, .alt("d"), help: "Show unsaved drafts and discarded text"),
      Binding(.statistics, .character("s"), help: "Show statistics", hint: "statistics"),
      Binding(.journals, .character("J"), help: "Journals", hint: "journals"),
      Binding(
        .moveToJournal, .character("M"), help: "Move the entry or marked ones to a journal"),
      Binding(.mark, .character(" "), help: "Mark or unmark the entry", hint: "mark"),
      Binding(.markRange, .character("V"), help: "Start or end marking a range"),
      Binding(.markAll, .character("A"), help: "Mark all entries shown"),
      Binding(
        .unmark, KeyEvent(.escape), help: "Clear marks, or go back"),
      .undo, .redo,
      .history,
      .versions,
      Binding(
        .importPhotos, .character("i"), help: "Create entries from a folder of photos",
        hint: "from photos"),
      Binding(.importDiary, .character("I"), help: "Import another diary, from a file or folder"),
      Binding(.export, .character("x"), help: "Export the diary", hint: "export"),
      Binding(.trash, .character("t"), help: "Show the trash", hint: "trash"),
      Binding(.status, .character("S"), help: "Show diary status", hint: "status"),
    ])

  static let search = KeyTable(
    title: "Search",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(.up, KeyEvent(.up), help: "Previous result"),
      Binding(.down, KeyEvent(.down), help: "Next result", hint: "choose"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.cancel, KeyEvent(.escape), help: "End the search", hint: "end search"),
      Binding(
        .keepSearch, .alt("l"), KeyEvent(.enter, .alt),
        help: "Show the results as a list", hint: "as a list"),
      Binding(
        .widenSearch, .alt("s"), help: "Search the whole diary, or only the list",
        hint: "whole diary"),
      Binding(
        .mark, KeyEvent(.tab), help: "Accept the suggestion, or mark the entry", hint: "mark"),
      Binding(.nextField, KeyEvent(.tab, .shift), help: "Next suggestion"),
      Binding(.markAll, .alt("a"), help: "Mark all entries shown", hint: "mark all"),
      Binding(
        .listForm, .alt("v"), help: "Switch between lines, photos and tiles", hint: "view"),
      Binding(.left, KeyEvent(.left), help: "Tile to the left"),
      Binding(.right, KeyEvent(.right), help: "Tile to the right"),
    ])

  static let reader = KeyTable(
    title: "Reader",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Return to the list", hint: "back"),
      Binding(.previous, KeyEvent(.left), help: "Earlier entry", hint: "earlier"),
      Binding(.next, KeyEvent(.right), help: "Later entry", hint: "later"),
      Binding(.edit, .character("e"), help: "Edit the entry", hint: "edit"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(
        .pageDown, KeyEvent(.pageDown), .character(" "),
        help: "Page down; Space toggles a check box"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Go to the end"),
      Binding(
        .focusNext, KeyEvent(.tab), help: "Next photo, file, link or check box",
        hint: "next photo or link"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous one"),
      Binding(
        .open, KeyEvent(.enter), help: "Open the photo, file, link or check box", hint: "open"),
      Binding(
        .nextMatch, .character("n"), help: "Next match, after a search"),
      Binding(.previousMatch, .character("N"), help: "Previous match"),
      Binding(.editExternally, .character("E"), help: "Edit in $EDITOR", hint: "$EDITOR"),
      Binding(.delete, .character("d"), help: "Delete the entry (asks first)", hint: "delete"),
      Binding(.restore, .character("r"), help: "Restore the entry from the trash"),
      Binding(.toggleStar, .character("*"), help: "Star or unstar the entry", hint: "star"),
      Binding(.togglePin, .character("P"), help: "Pin or unpin the entry", hint: "pin"),
      .undo, .redo,
      .history,
      .versions,
    ])

  static let picker = KeyTable(
    title: "Photo picker",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Open the folder, or add the photos", hint: "choose"),
      Binding(.mark, KeyEvent(.tab), help: "Mark the photo, to add several", hint: "mark"),
      Binding(.cancel, KeyEvent(.escape), help: "Cancel", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
      .changeOrder, .showHidden,
    ])

  static let folderPicker = KeyTable(
    title: "A folder of photos",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Open the folder", hint: "open"),
      Binding(
        .takeFolder, .control("s"),
        help: "Find photos in the selected or current folder",
        hint: "use this folder"),
      Binding(.cancel, KeyEvent(.escape), help: "Cancel", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
      .changeOrder, .showHidden,
    ])

  static let photoImport = KeyTable(
    title: "Start from photos",
    bindings: [
      Binding(
        .writeGroups, KeyEvent(.enter), .character("w"), help: "Add the entries",
        hint: "write"),
      Binding(
        .dropGroup, .character(" "), help: "Leave out or include the entry", hint: "leave out"),
      Binding(.mergeGroup, .character("m"), help: "Merge with the next entry", hint: "merge"),
      Binding(
        .splitGroup, .character("s"), help: "Start another entry at the marked photo",
        hint: "split"),
      Binding(
        .back, .character("q"), KeyEvent(.escape), help: "Cancel; nothing is added", hint: "leave"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Next entry"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Previous entry"),
      Binding(.previous, KeyEvent(.left), help: "Previous photo"),
      Binding(.next, KeyEvent(.right), help: "Next photo"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "First entry"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Last entry"),
    ])

  static let trash = KeyTable(
    title: "Trash",
    bindings: [
      Binding(.back, .character("q"), help: "Return to the list", hint: "back"),
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(
        .restore, .character("r"), help: "Restore the entry, or all marked entries", hint: "restore"
      ),
      Binding(
        .emptyTrash, .character("D"), help: "Empty the trash (asks first)", hint: "empty it"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Next entry"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Previous entry"),
      Binding(.mark, .character(" "), help: "Mark or unmark the entry", hint: "mark"),
      Binding(.markRange, .character("V"), help: "Start or end marking a range"),
      Binding(.markAll, .character("A"), help: "Mark all entries shown", hint: "mark all"),
      Binding(.unmark, KeyEvent(.escape), help: "Clear marks, or return to the list"),
      .undo, .redo,
      .history,
    ])

  static let history = KeyTable(
    title: "History",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Previous revision", hint: "earlier"),
      Binding(.wholeText, KeyEvent(.tab), help: "Show changes or the whole text", hint: "text"),
      Binding(
        .revert, .character("r"), KeyEvent(.enter),
        help: "Revert to this revision", hint: "revert"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Next revision"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Latest revision"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "First revision"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Scroll down", hint: "scroll"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Scroll up"),
      .undo, .redo,
    ])

  static let versions = KeyTable(
    title: "Versions",
    bindings: [
      Binding(
        .nextVersion, KeyEvent(.tab), help: "Switch sides, or show the next version",
        hint: "other side"),
      Binding(.keepLeft, .character("l"), help: "Keep left", hint: "keep left"),
      Binding(.keepRight, .character("r"), help: "Keep right", hint: "keep right"),
      Binding(.editMerged, .character("e"), help: "Merge both into one text", hint: "edit both"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Go to the end"),
      .history,
    ])

  static let status = KeyTable(
    title: "Status",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Return to the list", hint: "back"),
      Binding(.edit, .character("e"), help: "Edit the author's name", hint: "author's name"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
    ])
}
