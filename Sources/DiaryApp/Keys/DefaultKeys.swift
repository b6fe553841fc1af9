import TerminalUI
import Text

// The default keys of all screens. Help, the palette, the bottom line, the settings, the manual and
// the man pages are made from them.

extension KeyScreen: CaseIterable {
  /// The screens in the order of the manual.
  package static let allCases: [KeyScreen] = [
    .everywhere, .list, .search, .reader, .viewer, .gallery, .alike, .calendar, .onThisDay,
    .copyOut,
    .editor, .text, .photoStrip, .recording, .picker, .folderPicker, .photoImport, .diaryPicker,
    .diaryImport, .trash, .history, .versions, .status, .export, .details, .placeChooser,
    .templates, .dialog, .notice, .draftOffer, .drafts, .find, .replacing, .line, .journals,
    .choice, .help, .tagList, .palette, .statistics, .places, .map, .moods, .trips, .yearReview,
    .sync, .newRemote, .unlock, .encryption, .settings,
  ]
}

extension KeyScreen {
  /// Keys that work on every screen, including text fields.
  static let everywhere = KeyScreen(
    "everywhere", title: "Everywhere",
    Binding(.help, .function(1), "?", help: "This help"),
    Binding(.back, "q", help: "Go back, or quit"),
    Binding(.palette, ":", help: "Find a command"),
    Binding(.jumpBack, .control("o"), help: "Go back to the previous place"),
    Binding(.jumpForward, .alt("o"), help: "Go forward"),
    Binding(.leave, .control("c"), help: "Quit (twice if text is unsaved); copy a selection"),
    Binding(.suspend, .control("z"), help: "Suspend (undo while typing)"),
    Binding(.redraw, .control("l"), help: "Redraw"))

  static let list = KeyScreen(
    "list", title: "List",
    Binding(.new, "n", help: "New entry", hint: "new"),
    .read,
    Binding(.search, "/", help: "Search", hint: "search"),
    .help,
    Binding(.calendar, "c", help: "Calendar", hint: "calendar"),
    Binding(.edit, "e", help: "Edit the entry", hint: "edit"),
    Binding(.gallery, "p", help: "Show all photos", hint: "photos"),
    Binding(.listForm, "v", help: "Switch between lines, photos and tiles", hint: "view"),
    Binding(.down, "j", .down, help: "Next entry or row"),
    Binding(.up, "k", .up, help: "Previous entry or row, then pinned ones"),
    Binding(.left, "h", .left, help: "Tile to the left"),
    Binding(.right, "l", .right, help: "Tile to the right; in rows, read the entry"),
    .pageDown, .pageUp, .halfPageDown, .halfPageUp,
    Binding(.first, "g", .home, help: "Newest entry"),
    Binding(.last, "G", .end, help: "Oldest entry"),
    Binding(.today, "T", help: "Go to today, or the last entry before it", hint: "today"),
    Binding(.onThisDay, "o", help: "On this day in earlier years", hint: "on this day"),
    Binding(.editExternally, "E", help: "Edit in $EDITOR"),
    Binding(.delete, "d", .delete, help: "Delete the entry (asks first)", hint: "delete"),
    Binding(.toggleStar, "*", help: "Star or unstar the entry", hint: "star"),
    Binding(.togglePin, "P", help: "Pin or unpin the entry"),
    Binding(.entryTags, "#", help: "Edit tags of the entry or marked entries", hint: "tags"),
    Binding(.tagList, .alt("t"), help: "Show all tags"),
    Binding(.places, .alt("p"), help: "Show all places"),
    Binding(.map, "m", help: "Show the entries on a map"),
    Binding(.moods, .alt("f"), help: "Show moods over time"),
    Binding(.trips, .alt("a"), help: "Show trips away from home"),
    Binding(.yearReview, .alt("y"), help: "Year in review", hint: "year"),
    Binding(.random, "r", help: "Go to a random entry", hint: "random"),
    Binding(.drafts, .alt("d"), help: "Show unsaved drafts and discarded text"),
    Binding(.statistics, .alt("s"), help: "Show statistics", hint: "statistics"),
    Binding(.journals, "J", help: "Journals and diaries", hint: "journals"),
    Binding(.saveSearch, .alt("k"), help: "Save the search under a name"),
    Binding(.lockedJournals, .alt("l"), help: "Show or hide locked journals"),
    Binding(.moveToJournal, "M", help: "Move the entry or marked entries to a journal"),
    Binding(.mark, " ", help: "Mark or unmark the entry", hint: "mark"),
    Binding(.markRange, "V", help: "Start or end marking a range"),
    Binding(.markAll, "A", help: "Mark all entries shown"),
    Binding(.unmark, .escape, help: "Clear marks, or go back"),
    .copy, .undo, .redo, .history, .versions,
    Binding(
      .importPhotos, "i", help: "Create entries from a folder of photos", hint: "from photos"),
    Binding(.inbox, .alt("i"), help: "Create entries from the inbox"),
    Binding(.importDiary, "I", help: "Import another diary, from a file or folder"),
    Binding(.export, "x", help: "Export the diary", hint: "export"),
    Binding(.backup, .alt("b"), help: "Back up the diary"),
    Binding(.trash, "t", help: "Show the trash", hint: "trash"),
    Binding(.status, "S", help: "Show diary status", hint: "status"),
    Binding(.settings, ",", help: "Change the settings", hint: "settings"),
    Binding(.lock, "L", help: "Lock the diary; the first time, encrypt it", hint: "lock"),
    Binding(.sync, "Y", help: "Sync with other machines", hint: "sync"))

  static let search = KeyScreen(
    "search", title: "Search", isTyping: true, shared: Binding.pagingWhileTyping,
    .read,
    Binding(.up, .up, help: "Previous result"),
    Binding(.down, .down, help: "Next result", hint: "choose"),
    Binding(.cancel, .escape, help: "End the search", hint: "end search"),
    Binding(
      .keepSearch, .alt("l"), KeyEvent(.enter, .alt), help: "Show the results as a list",
      hint: "as a list"),
    Binding(
      .widenSearch, .alt("s"), help: "Search the whole diary, or only the list",
      hint: "whole diary"),
    Binding(.mark, .tab, help: "Accept the suggestion, or mark the entry", hint: "mark"),
    Binding(.nextField, KeyEvent(.tab, .shift), help: "Next suggestion"),
    Binding(.markAll, .alt("a"), help: "Mark all entries shown", hint: "mark all"),
    Binding(.saveSearch, .alt("k"), help: "Save the search under a name", hint: "save search"),
    Binding(.listForm, .alt("v"), help: "Switch between lines, photos and tiles", hint: "view"),
    Binding(.left, .left, help: "Tile to the left"),
    Binding(.right, .right, help: "Tile to the right"))

  static let reader = KeyScreen(
    "reader", title: "Reader",
    Binding(.back, "q", .escape, help: "Go back; Esc ends a search first", hint: "back"),
    Binding(.previous, .left, "h", help: "Previous entry", hint: "earlier"),
    Binding(.next, .right, "l", help: "Next entry", hint: "later"),
    Binding(.edit, "e", help: "Edit the entry", hint: "edit"),
    .help,
    Binding(.down, .down, "j", help: "Down one line"),
    Binding(.up, .up, "k", help: "Up one line"),
    Binding(.pageDown, .pageDown, " ", .control("f"), help: "Page down; Space toggles a check box"),
    .pageUp, .halfPageDown, .halfPageUp,
    Binding(.first, "g", .home, help: "Go to the beginning"),
    Binding(.last, "G", .end, help: "Go to the end"),
    Binding(
      .focusNext, .tab, help: "Next photo, link, box or entry linking here",
      hint: "next photo or link"),
    Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous one"),
    Binding(.open, .enter, help: "Open a photo, link or box; play a video", hint: "open"),
    Binding(.search, "/", help: "Search the entry", hint: "search"),
    Binding(.nextMatch, "n", help: "Next match, after a search"),
    Binding(.previousMatch, "N", help: "Previous match"),
    Binding(.editExternally, "E", help: "Edit in $EDITOR", hint: "$EDITOR"),
    Binding(.delete, "d", .delete, help: "Delete the entry (asks first)", hint: "delete"),
    Binding(.comment, "a", help: "Comment on the entry; Tab selects comments", hint: "comment"),
    Binding(.restore, "r", help: "Restore the entry from the trash"),
    Binding(.toggleStar, "*", help: "Star or unstar the entry", hint: "star"),
    Binding(.togglePin, "P", help: "Pin or unpin the entry", hint: "pin"),
    Binding(.copyText, "y", help: "Copy the photo's path, the link or the text"),
    .undo, .redo, .history, .versions)

  static let viewer = KeyScreen(
    "viewer", title: "Photo",
    Binding(.back, "q", .escape, help: "Return to the previous screen", hint: "back"),
    Binding(.previous, "p", help: "Previous photo", hint: "earlier"),
    Binding(.next, "n", help: "Next photo", hint: "later"),
    Binding(.zoomIn, "+", "=", help: "Zoom in", hint: "zoom in"),
    Binding(.details, "i", help: "Show photo details", hint: "details"),
    .help,
    Binding(.zoomOut, "-", help: "Zoom out"),
    Binding(.wholePhoto, "0", help: "Whole photo", hint: "whole"),
    Binding(.left, .left, "h", help: "Previous photo; zoomed: scroll left"),
    Binding(.right, .right, "l", help: "Next photo; zoomed: scroll right"),
    Binding(.up, .up, "k", help: "Scroll up when zoomed"),
    Binding(.down, .down, "j", help: "Scroll down when zoomed"),
    Binding(.first, .home, help: "Entry's first photo; zoomed: top left"),
    Binding(.last, .end, help: "Entry's last photo; zoomed: bottom right"),
    Binding(.open, .enter, help: "Read the entry; play a video", hint: "read"),
    Binding(.play, "v", help: "Play the video or Live Photo"),
    Binding(.slideShow, "s", help: "Start or end a slide show", hint: "slide show"),
    Binding(.pauseSlides, " ", help: "Pause or resume the slide show"),
    Binding(.editCaption, "e", help: "Edit the caption", hint: "caption"),
    Binding(.openOutside, "o", help: "Open a copy in the desktop's viewer", hint: "open a copy"),
    Binding(.copyOut, "w", help: "Copy to a folder", hint: "copy"),
    Binding(.copyText, "y", help: "Copy the photo's path"),
    .undo, .redo)

  static let gallery = KeyScreen(
    "gallery", title: "Photos",
    Binding(.open, .enter, help: "Read the photo's entry", hint: "read"),
    Binding(.view, " ", "o", help: "View the photo", hint: "view"),
    Binding(.slideShow, "s", help: "Start a slide show at the photo", hint: "slide show"),
    Binding(.back, "q", .escape, help: "Go back; Esc stops loading first", hint: "back"),
    .help,
    .previousTile, .nextTile, .rowDown, .rowUp, .pageDown, .pageUp, .halfPageDown, .halfPageUp,
    Binding(.first, "g", .home, help: "Newest photo", hint: "newest"),
    Binding(.last, "G", .end, help: "Oldest photo (loads all of them)", hint: "oldest"),
    Binding(.alike, "a", help: "Show photos that look alike", hint: "similar"),
    .undo, .redo)

  static let alike = KeyScreen(
    "alike", title: "Similar photos",
    Binding(.keepBest, "b", help: "Keep only the best photo of the group", hint: "keep the best"),
    Binding(.view, " ", "o", help: "View the photo", hint: "view"),
    Binding(.open, .enter, help: "Read the photo's entry", hint: "read"),
    .back, .help,
    .previousTile, .nextTile, .rowDown, .rowUp, .pageDown, .pageUp, .halfPageDown, .halfPageUp,
    Binding(.first, "g", .home, help: "First photo"),
    Binding(.last, "G", .end, help: "Last photo"),
    .undo, .redo)

  static let calendar = KeyScreen(
    "calendar", title: "Calendar", shared: Binding.ofEntries,
    Binding(.open, .enter, help: "Read the day's entries, or write one", hint: "read"),
    Binding(.new, "n", help: "New entry on this day", hint: "new"),
    .help,
    Binding(.jumpToDate, "/", help: "Go to a date (or start typing digits)", hint: "go to"),
    Binding(.yearView, "v", help: "Switch between year and month view", hint: "year view"),
    Binding(.back, "q", .escape, help: "Go back; Esc leaves the entries first", hint: "back"),
    Binding(.left, "h", .left, help: "Previous day (previous week in year view)"),
    Binding(.right, "l", .right, help: "Next day"),
    Binding(.down, "j", .down, help: "Next week (next day in year view)"),
    Binding(.up, "k", .up, help: "Previous week"),
    Binding(.pageDown, .pageDown, help: "Next month (next year in year view)"),
    Binding(.pageUp, .pageUp, help: "Previous month"),
    Binding(.nextYear, ">", "]", help: "Next year", hint: "next year"),
    Binding(.previousYear, "<", "[", help: "Previous year"),
    Binding(.first, "g", .home, help: "First day of the month or year"),
    Binding(.last, "G", .end, help: "Last day of the month or year"),
    Binding(.today, "T", help: "Today", hint: "today"),
    Binding(.focusNext, .tab, help: "Switch between days and entries", hint: "entries"))

  static let onThisDay = KeyScreen(
    "on-this-day", title: "On this day", shared: Binding.ofEntries + Binding.listMotions,
    .read,
    Binding(.previous, "p", help: "Previous year", hint: "previous year"),
    .help,
    Binding(.next, "n", help: "Next year", hint: "next year"),
    .back,
    Binding(.left, .left, "h", help: "Previous day", hint: "day before"),
    Binding(.right, .right, "l", help: "Next day", hint: "day after"),
    Binding(.today, "T", help: "Today", hint: "today"),
    Binding(.calendar, "c", help: "Show the day in the calendar", hint: "calendar"))

  static let copyOut = KeyScreen(
    "copy-out", title: "Copy a photo to a folder", isTyping: true,
    Binding(.accept, .enter, .control("s"), help: "Copy", hint: "copy"),
    .cancel,
    Binding(
      .nextField, .tab, .down, KeyEvent(.tab, .shift), .up, "j", "k", help: "Folder or location",
      hint: "next"),
    Binding(
      .keepPlace, " ", .left, .right, "h", "l", help: "Keep or remove the location in the copy",
      hint: "change"),
    .helpWhileTyping)

  static let editor = KeyScreen(
    "editor", title: "Editor", isTyping: true,
    Binding(.save, .control("s"), help: "Save and close", hint: "save and close"),
    Binding(.cancel, .escape, help: "Save changes and stay; without any, close", hint: "save"),
    Binding(.nextField, .tab, help: "Next: title, content, tags, photos, date", hint: "next"),
    Binding(.addPhoto, .control("p"), help: "Add photos", hint: "photo"),
    .helpWhileTyping,
    Binding(
      .entryDetails, .function(2), help: "Edit star, mood, weather and place", hint: "details"),
    Binding(.journal, .alt("j"), help: "Choose the journal or diary", hint: "journal"),
    Binding(.templates, .function(5), help: "Insert a template", hint: "template"),
    Binding(
      .spelling, .function(7), help: "Next misspelled word, with suggestions", hint: "spelling"),
    Binding(.previousField, KeyEvent(.tab, .shift), help: "Previous field"),
    Binding(.undo, .control("z"), help: "Undo", hint: "undo"),
    Binding(.redo, .control("y"), help: "Redo"),
    Binding(.find, .function(3), help: "Find in the text", hint: "find"),
    Binding(
      .findPrevious, KeyEvent(.function(3), .shift), help: "Previous match of the last search"),
    Binding(.replace, .function(4), help: "Find and replace"),
    Binding(
      .pastePhoto, .control("v"), help: "Paste a photo or text from the clipboard", hint: "paste"),
    Binding(.focusParagraph, .function(8), help: "Toggle focus mode"),
    Binding(.photosOfDay, .alt("p"), help: "Add the photos taken that day"),
    Binding(.record, .alt("r"), help: "Record a voice note"),
    Binding(.datePhoto, .control("t"), help: "Use the first photo's date"),
    Binding(.discard, .control("q"), help: "Close and discard the changes"))

  /// The keys of all text fields and of the editor's page.
  static let text = KeyScreen(
    "text", title: "While typing", isTyping: true,
    Binding(.left, .left, .control("b"), help: "Back one character; with Shift, select"),
    Binding(.right, .right, .control("f"), help: "Forward one character"),
    Binding(.wordBack, KeyEvent(.left, .control), .alt("b"), help: "Back one word"),
    Binding(.wordForward, KeyEvent(.right, .control), .alt("f"), help: "Forward one word"),
    Binding(.up, .up, help: "Up one row"),
    Binding(.down, .down, .control("n"), help: "Down one row"),
    Binding(.pageUp, .pageUp, help: "Up one page"),
    Binding(.pageDown, .pageDown, help: "Down one page"),
    Binding(.rowStart, .home, .control("a"), help: "Beginning of the row"),
    Binding(.rowEnd, .end, .control("e"), help: "End of the row"),
    Binding(.paragraphBack, KeyEvent(.up, .control), .alt("{"), help: "Previous blank line"),
    Binding(.paragraphForward, KeyEvent(.down, .control), .alt("}"), help: "Next blank line"),
    Binding(.first, KeyEvent(.home, .control), .alt("<"), help: "Beginning of the text"),
    Binding(.last, KeyEvent(.end, .control), .alt(">"), help: "End of the text"),
    Binding(.newLine, .enter, help: "New line; continues or ends a list"),
    Binding(.deleteBack, .backspace, help: "Delete the previous character"),
    Binding(.deleteForward, .delete, .control("d"), help: "Delete the next character"),
    Binding(.killWordBack, KeyEvent(.backspace, .alt), help: "Cut the previous word"),
    Binding(.killWordForward, .alt("d"), KeyEvent(.delete, .control), help: "Cut the next word"),
    Binding(.killLineEnd, .control("k"), help: "Cut to the end of the line"),
    Binding(.killLineStart, .control("u"), help: "Cut to the beginning of the line"),
    Binding(.cutText, .control("w"), help: "Cut the selection, or the previous word"),
    Binding(.copyText, .alt("w"), help: "Copy the selection"),
    Binding(.yank, .alt("y"), help: "Paste; repeat for an earlier cut"),
    Binding(.setMark, .control(" "), help: "Start or end a selection"),
    Binding(.selectAll, .alt("a"), help: "Select all"),
    Binding(
      .indent, .alt("]"), KeyEvent(.right, .alt), help: "Indent the lines; Tab nests an item"),
    Binding(.outdent, .alt("["), KeyEvent(.left, .alt), help: "Outdent the lines or list item"),
    Binding(.undo, .control("z"), help: "Undo"),
    Binding(.redo, .control("y"), help: "Redo"))

  static let photoStrip = KeyScreen(
    "photo-strip", title: "Photos in the editor",
    Binding(.choosePrevious, .left, help: "Previous photo or file", hint: "choose"),
    Binding(.chooseNext, .right, help: "Next photo or file"),
    Binding(
      .editCaption, .enter, help: "Edit the caption; play a video or recording", hint: "caption"),
    Binding(.removePhoto, .delete, help: "Remove from the entry", hint: "remove"),
    Binding(.movePhotoBack, KeyEvent(.left, .alt), help: "Move back", hint: "move"),
    Binding(.movePhotoForward, KeyEvent(.right, .alt), help: "Move forward"))

  static let recording = KeyScreen(
    "recording", title: "Voice note",
    Binding(.accept, .enter, help: "Stop and save the recording", hint: "save"),
    Binding(.cancel, .escape, help: "Discard it (asks first)", hint: "discard"))

  static let picker = KeyScreen(
    "picker", title: "Photo picker", isTyping: true, shared: Binding.motionsWhileTyping,
    Binding(.open, .enter, help: "Open the folder, or add the photos", hint: "choose"),
    Binding(.mark, .tab, help: "Mark the photo, to add several", hint: "mark"),
    Binding(.cancel, .escape, help: "Cancel", hint: "cancel"),
    .helpWhileTyping, .changeOrder, .showHidden)

  static let folderPicker = KeyScreen(
    "folder-picker", title: "Folder of photos", isTyping: true, shared: Binding.motionsWhileTyping,
    Binding(.open, .enter, help: "Open the folder", hint: "open"),
    Binding(
      .useFolder, .control("s"), help: "Find photos in the selected or current folder",
      hint: "use this folder"),
    Binding(.cancel, .escape, help: "Cancel", hint: "cancel"),
    .helpWhileTyping, .changeOrder, .showHidden)

  static let photoImport = KeyScreen(
    "photo-import", title: "Start from photos", shared: Binding.listMotions,
    Binding(.writeGroups, .enter, "w", help: "Add the entries", hint: "write"),
    Binding(.dropGroup, " ", help: "Leave out or include the entry", hint: "leave out"),
    Binding(.mergeGroup, "+", help: "Merge with the next entry", hint: "merge"),
    Binding(.splitGroup, "-", help: "Start another entry at the marked photo", hint: "split"),
    Binding(.namePlaces, "p", help: "Name the places, or leave them out"),
    Binding(.back, "q", .escape, help: "Cancel; nothing is added", hint: "cancel"),
    .help,
    Binding(.previous, .left, help: "Previous photo"),
    Binding(.next, .right, help: "Next photo"))

  static let diaryPicker = KeyScreen(
    "diary-picker", title: "Diary to import", shared: Binding.motionsWhileTyping,
    Binding(.open, .enter, help: "Open the folder, or choose the file", hint: "open"),
    Binding(
      .useFolder, .control("s"), help: "Choose the selected or current folder",
      hint: "use this folder"),
    Binding(.cancel, .escape, help: "Cancel", hint: "cancel"),
    .helpWhileTyping, .showHidden)

  static let diaryImport = KeyScreen(
    "import", title: "Import", shared: Binding.scrolling,
    Binding(.accept, .enter, "w", help: "Import it, all in one step", hint: "import"),
    Binding(.importUpdates, "u", help: "Include or skip updated entries", hint: "updates"),
    Binding(.importAsMine, "m", help: "Make entries from another diary yours, or not"),
    Binding(.back, "q", .escape, help: "Cancel; nothing is added", hint: "cancel"),
    .help)

  static let trash = KeyScreen(
    "trash", title: "Trash", shared: Binding.listMotions,
    Binding(.back, "q", help: "Return to the list", hint: "back"),
    Binding(.open, .enter, .right, "l", help: "Read the entry", hint: "read"),
    Binding(.restore, "r", help: "Restore the entry, or all marked entries", hint: "restore"),
    Binding(.emptyTrash, "D", help: "Empty the trash (asks first)", hint: "empty it"),
    .help,
    Binding(.mark, " ", help: "Mark or unmark the entry", hint: "mark"),
    Binding(.markRange, "V", help: "Start or end marking a range"),
    Binding(.markAll, "A", help: "Mark all entries shown", hint: "mark all"),
    Binding(.unmark, .escape, help: "Clear marks, or return to the list"),
    .undo, .redo, .history)

  static let history = KeyScreen(
    "history", title: "History",
    .back,
    Binding(.down, .down, "j", help: "Previous revision", hint: "earlier"),
    Binding(.wholeText, .tab, help: "Show changes or the whole text", hint: "text"),
    Binding(.revert, "r", .enter, help: "Revert to this revision", hint: "revert"),
    .help,
    Binding(.up, .up, "k", help: "Next revision"),
    Binding(.first, "g", .home, help: "Latest revision"),
    Binding(.last, "G", .end, help: "First revision"),
    Binding(.pageDown, .pageDown, " ", help: "Scroll down", hint: "scroll"),
    Binding(.pageUp, .pageUp, help: "Scroll up"),
    .undo, .redo)

  static let versions = KeyScreen(
    "versions", title: "Versions", shared: Binding.scrolling,
    Binding(.nextVersion, .tab, help: "Switch sides, or show the next version", hint: "other side"),
    Binding(.keepLeft, "<", help: "Keep left", hint: "keep left"),
    Binding(.keepRight, ">", help: "Keep right", hint: "keep right"),
    Binding(.editMerged, "e", help: "Merge both into one text", hint: "edit both"),
    .back, .help, .history)

  static let status = KeyScreen(
    "status", title: "Status", shared: Binding.scrolling,
    Binding(.back, "q", .escape, help: "Return to the list", hint: "back"),
    Binding(.edit, "e", help: "Edit the author's name", hint: "author's name"),
    Binding(.lock, "L", help: "Lock the diary; the first time, encrypt it", hint: "lock"),
    .help)

  static let export = KeyScreen(
    "export", title: "Export", isTyping: true,
    Binding(.accept, .enter, .control("s"), help: "Start the export", hint: "export"),
    Binding(.cancel, .escape, help: "Close; stops a running export", hint: "cancel"),
    Binding(
      .nextField, .tab, .down, "j", help: "Folder, entries, format, location, encryption",
      hint: "next"),
    .previousField, .nextChoice, .previousChoice, .helpWhileTyping)

  static let details = KeyScreen(
    "details", title: "Details of an entry", isTyping: true,
    Binding(.accept, .enter, .control("s"), help: "Apply", hint: "save"),
    .cancel,
    Binding(
      .nextField, .tab, .down, "j", help: "Next field: star, mood, weather, place", hint: "next"),
    .previousField,
    Binding(.toggleStar, " ", "*", help: "Star or unstar", hint: "star"),
    Binding(.chooseNext, .right, help: "Next suggestion, unless you typed text"),
    Binding(.choosePrevious, .left, help: "Previous suggestion"),
    Binding(.choosePlace, .function(2), help: "Choose the place from a list", hint: "places"),
    .helpWhileTyping)

  static let placeChooser = KeyScreen(
    "place-chooser", title: "Places of an entry", shared: Binding.listMotions,
    Binding(.open, .enter, help: "Use the place", hint: "choose"),
    Binding(.cancel, .escape, "q", help: "Cancel", hint: "cancel"),
    .help)

  static let templates = KeyScreen(
    "templates", title: "Templates", isTyping: true, shared: Binding.pagingWhileTyping,
    Binding(.open, .enter, help: "Insert the template", hint: "insert it"),
    Binding(.cancel, .escape, help: "Cancel", hint: "cancel"),
    Binding(.down, .down, help: "Next template", hint: "choose"),
    Binding(.up, .up, help: "Previous template"),
    Binding(.first, .home, help: "Go to the beginning"),
    Binding(.last, .end, help: "Go to the end"),
    .helpWhileTyping)

  static let dialog = KeyScreen(
    "dialog", title: "Dialog",
    Binding(.accept, .enter, help: "Press the selected button", hint: "choose"),
    Binding(.no, .escape, "n", "N", "q", help: "No", hint: "no"),
    Binding(.yes, "y", "Y", help: "Yes"),
    Binding(.nextField, .tab, .right, "l", help: "Next button", hint: "next"),
    Binding(.previousField, KeyEvent(.tab, .shift), .left, "h", help: "Previous button"),
    Binding(.down, .down, help: "Scroll down, or next button"),
    Binding(.up, .up, help: "Scroll up, or previous button"),
    Binding(.pageDown, .pageDown, help: "Down one page"),
    Binding(.pageUp, .pageUp, help: "Up one page"))

  static let notice = KeyScreen(
    "notice", title: "Message",
    Binding(.accept, .enter, .escape, "q", "n", help: "Close", hint: "close"),
    Binding(.down, .down, "j", help: "Down one line", hint: "scroll"),
    Binding(.up, .up, "k", help: "Up one line"),
    Binding(.pageDown, .pageDown, " ", help: "Down one page"),
    Binding(.pageUp, .pageUp, help: "Up one page"))

  static let draftOffer = KeyScreen(
    "draft-offer", title: "Unsaved draft", shared: Binding.scrolling,
    Binding(.accept, .enter, "y", help: "Press the selected button", hint: "choose"),
    Binding(.cancel, .escape, help: "Keep it for later", hint: "keep"),
    Binding(.open, "c", help: "Continue writing", hint: "continue"),
    Binding(.delete, "d", help: "Select Discard"),
    Binding(.nextField, .tab, .right, help: "Next button", hint: "next"),
    Binding(.previousField, KeyEvent(.tab, .shift), .left, help: "Previous button"))

  static let drafts = KeyScreen(
    "drafts", title: "Drafts", shared: Binding.listMotions,
    Binding(.open, .enter, help: "Continue writing", hint: "continue"),
    Binding(
      .delete, "d", help: "Discard the draft; remove a discarded one (asks first)",
      hint: "discard"),
    .help, .back, .undo, .redo)

  static let find = KeyScreen(
    "find", title: "Find in the text", isTyping: true,
    Binding(.accept, .enter, help: "Next match; then replace"),
    Binding(.next, .function(3), help: "Next match"),
    Binding(.previous, KeyEvent(.function(3), .shift), help: "Previous match"),
    Binding(.replace, .function(4), help: "Replace matches"),
    Binding(.nextField, .tab, help: "Text to find or replacement"),
    Binding(.previousField, KeyEvent(.tab, .shift), help: "Other field"),
    Binding(.cancel, .escape, help: "Close; the cursor stays at the match"),
    Binding(.help, .function(1), help: "All keys"))

  static let replacing = KeyScreen(
    "replacing", title: "Replace in the text",
    Binding(.yes, "y", help: "Replace this one"),
    Binding(.no, "n", help: "Skip this one"),
    Binding(.replaceAll, "a", help: "Replace this and all others"),
    Binding(.cancel, "q", .escape, help: "Stop"),
    Binding(.help, .function(1), help: "All keys"))

  /// The keys of a dialog with one line of input.
  static let line = KeyScreen(
    "line", title: "Text field", isTyping: true,
    Binding(.accept, .enter, .control("s"), help: "Apply", hint: "save"),
    .cancel, .helpWhileTyping)

  static let journals = KeyScreen(
    "journals", title: "Journals", shared: Binding.listMotions,
    Binding(.open, .enter, help: "Show its entries", hint: "show"),
    Binding(.new, "n", help: "New journal", hint: "add"),
    Binding(.rename, "r", help: "Rename it with its entries", hint: "rename"),
    .help,
    Binding(.back, "q", .escape, help: "Return to the list", hint: "back"),
    Binding(.recolor, "v", help: "Change its color", hint: "color"),
    Binding(.lockJournal, "L", help: "Lock or unlock it", hint: "lock"),
    Binding(.notify, "b", help: "Turn the diary's desktop notifications on or off", hint: "notify"),
    Binding(.markRead, "R", help: "Mark everything in the diary as read", hint: "mark read"),
    Binding(.moveUp, "K", KeyEvent(.up, .alt), help: "Move up"),
    Binding(.moveDown, "J", KeyEvent(.down, .alt), help: "Move down"),
    Binding(.merge, "M", help: "Merge it into another", hint: "merge"),
    Binding(.delete, "d", help: "Delete it (asks where its entries go)", hint: "delete"),
    .undo, .redo)

  /// The keys of a dialog with a list of options.
  static let choice = KeyScreen(
    "choice", title: "Choosing from a list", shared: Binding.listMotions,
    Binding(.open, .enter, help: "Select", hint: "choose"),
    Binding(.cancel, .escape, "q", help: "Cancel", hint: "cancel"),
    Binding(.new, "n", help: "New journal, if offered", hint: "new journal"),
    .help)

  /// The keys of help. Letters are keys only until something is typed.
  static let help = KeyScreen(
    "help", title: "Help", isTyping: true,
    Binding(.back, "q", .enter, help: "Go back", hint: "back"),
    Binding(.down, .down, help: "Down one line", hint: "scroll"),
    Binding(.cancel, .escape, help: "Clear the search, or close", hint: "end search"),
    Binding(.up, .up, help: "Up one line"),
    Binding(.pageDown, .pageDown, " ", help: "Down one page"),
    Binding(.pageUp, .pageUp, help: "Up one page"),
    Binding(.first, .home, help: "Go to the beginning"),
    Binding(.last, .end, help: "Go to the end"),
    Binding(.help, "?", .function(1), help: "Close"))

  static let tagList = KeyScreen(
    "tags", title: "Tags", shared: Binding.listMotions,
    Binding(.open, .enter, help: "Show its entries", hint: "show"),
    Binding(.search, "/", help: "Filter by name", hint: "find"),
    Binding(.rename, "r", help: "Rename it, or merge it with another", hint: "rename"),
    .help, .back,
    Binding(.changeOrder, "v", help: "Sort by count or by name", hint: "order"),
    Binding(.delete, "d", help: "Remove it from all entries", hint: "remove"),
    .undo, .redo)

  static let palette = KeyScreen(
    "commands", title: "Commands", isTyping: true, shared: Binding.pagingWhileTyping,
    Binding(.open, .enter, help: "Run it", hint: "run"),
    Binding(.cancel, .escape, help: "Close", hint: "close"),
    Binding(.down, .down, .control("n"), help: "Next command", hint: "choose"),
    Binding(.up, .up, .control("p"), help: "Previous command"),
    .helpWhileTyping)

  static let statistics = KeyScreen(
    "statistics", title: "Statistics", shared: Binding.scrolling,
    Binding(.open, .enter, help: "Show its entries; for a year, its months", hint: "show"),
    Binding(
      .previousYear, .left, "h", "p", "<", help: "Months of the previous year", hint: "earlier"),
    Binding(
      .nextYear, .right, "l", "n", ">", help: "Months of the next year, or the last twelve",
      hint: "later"),
    .help,
    Binding(.places, .alt("p"), help: "Show all places", hint: "places"),
    Binding(.map, "m", help: "Show all places on a map"),
    Binding(.moods, .alt("f"), help: "Show moods over time"),
    .back,
    Binding(
      .focusNext, .tab, help: "Next section: months, years, tags, places", hint: "next section"),
    .previousSection)

  static let places = KeyScreen(
    "places", title: "Places", shared: Binding.listMotions,
    Binding(.open, .enter, help: "Show the place's entries", hint: "show"),
    Binding(.changeOrder, "v", help: "Sort by count, latest day or name", hint: "order"),
    Binding(.map, "m", help: "Show all places on a map", hint: "map"),
    .help, .back)

  static let map = KeyScreen(
    "map", title: "Map",
    Binding(.open, .enter, help: "Show the entries of the selected place", hint: "show"),
    Binding(.next, .tab, "n", help: "Next place", hint: "next"),
    Binding(.zoomIn, "+", "=", help: "Zoom in", hint: "zoom in"),
    Binding(.zoomOut, "-", help: "Zoom out", hint: "out"),
    Binding(.wholeMap, "0", help: "All places in view", hint: "all"),
    Binding(.route, "v", help: "Show or hide the route between places", hint: "route"),
    .help, .back,
    Binding(.previous, KeyEvent(.tab, .shift), "p", help: "Previous place"),
    Binding(.left, .left, "h", help: "Pan left"),
    Binding(.right, .right, "l", help: "Pan right"),
    Binding(.up, .up, "k", help: "Pan up"),
    Binding(.down, .down, "j", help: "Pan down"),
    .pageUp, .pageDown)

  static let moods = KeyScreen(
    "moods", title: "Moods", shared: Binding.scrolling,
    Binding(.open, .enter, help: "Show the entries of the mood or tag", hint: "show"),
    Binding(.previousYear, .left, "h", "p", "<", help: "Previous year", hint: "earlier"),
    Binding(
      .nextYear, .right, "l", "n", ">", help: "Next year, or the last twelve months",
      hint: "later"),
    .help, .back,
    Binding(.focusNext, .tab, help: "Next section: moods, tags", hint: "next section"),
    .previousSection)

  static let trips = KeyScreen(
    "trips", title: "Trips", shared: Binding.listMotions,
    Binding(.open, .enter, help: "Show the trip's entries", hint: "show"),
    Binding(.map, "m", help: "Show the route on a map", hint: "map"),
    .help, .back)

  static let yearReview = KeyScreen(
    "year-review", title: "Year in review", shared: Binding.scrolling,
    Binding(.open, .enter, help: "Show the selected entry, or entries", hint: "show"),
    Binding(.previousYear, .left, "h", "p", "<", help: "Previous year", hint: "earlier"),
    Binding(.nextYear, .right, "l", "n", ">", help: "Next year", hint: "later"),
    Binding(.map, "m", help: "Show the year on a map", hint: "map"),
    Binding(.slideShow, "s", help: "Slide show of the photos shown", hint: "slide show"),
    .help, .back,
    Binding(.focusNext, .tab, help: "Next section", hint: "next section"),
    .previousSection)

  static let sync = KeyScreen(
    "sync", title: "Sync", shared: Binding.listMotions,
    Binding(.syncNow, "Y", help: "Sync now with all remotes", hint: "sync"),
    Binding(.addRemote, "a", help: "Add a remote", hint: "add a remote"),
    .help,
    Binding(.back, "q", help: "Return to the list", hint: "back"),
    Binding(
      .open, .enter, help: "Sync with the selected remote; approve a person or change their role",
      hint: "sync this one"),
    Binding(
      .delete, "d", help: "Remove the remote, device or person (asks first)", hint: "remove it"),
    Binding(
      .keepPhotos, "p", help: "Photos from the selected remote: all, previews or none",
      hint: "photos"),
    Binding(.rename, "r", help: "Rename the device", hint: "rename"),
    Binding(.cancel, .escape, help: "Stop syncing, or go back"))

  static let newRemote = KeyScreen(
    "remote", title: "New remote", isTyping: true,
    Binding(.accept, .enter, .control("s"), help: "Add the remote", hint: "add it"),
    Binding(.cancel, .escape, help: "Close; stops a running operation", hint: "cancel"),
    Binding(.nextField, .tab, .down, "j", help: "Address, name, encryption, photos", hint: "next"),
    .previousField, .nextChoice, .previousChoice, .helpWhileTyping)

  static let unlock = KeyScreen(
    "unlock", title: "Locked diary",
    Binding(.accept, .enter, help: "Open the diary", hint: "open"),
    Binding(.cancel, .escape, help: "Clear the line, or quit", hint: "quit"),
    .helpWhileTyping)

  static let encryption = KeyScreen(
    "encryption", title: "Encrypting",
    Binding(.cancel, .escape, "q", help: "Stop without changing anything", hint: "stop"),
    .help)

  static let settings = KeyScreen(
    "settings", title: "Settings", shared: Binding.listMotions,
    Binding(.open, .enter, " ", help: "Change it", hint: "change"),
    Binding(.right, .right, "l", help: "Next value", hint: "next value"),
    Binding(.left, .left, "h", help: "Previous value"),
    Binding(.search, "/", help: "Find a setting", hint: "find"),
    Binding(.delete, .delete, "d", help: "Reset it to the default", hint: "default"),
    .help, .back)
}
