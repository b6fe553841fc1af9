import TerminalUI

extension KeyScreen {
  static let list = KeyScreen(
    "list",
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
      .pageDown, .pageUp,
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
}
