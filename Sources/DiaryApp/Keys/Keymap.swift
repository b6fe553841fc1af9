import TerminalUI

/// What keys do, on each screen: the contract's, but for what a person has changed.
package struct Keymap: Hashable, Sendable {
  private var changed: [KeyScreen: KeyTable] = [:]

  package init() {}

  subscript(_ screen: KeyScreen) -> KeyTable {
    get { changed[screen] ?? screen.defaults }
    set { changed[screen] = newValue }
  }
}

extension Keymap {
  /// Keys that work on every screen, also where text is typed.
  var everywhere: KeyTable { self[.everywhere] }
  var list: KeyTable { self[.list] }
  var search: KeyTable { self[.search] }
  var reader: KeyTable { self[.reader] }
  var viewer: KeyTable { self[.viewer] }
  var gallery: KeyTable { self[.gallery] }
  var calendar: KeyTable { self[.calendar] }
  var onThisDay: KeyTable { self[.onThisDay] }
  var copyOut: KeyTable { self[.copyOut] }
  var editor: KeyTable { self[.editor] }
  /// Of every field that text is typed into.
  var text: KeyTable { self[.text] }
  var photoStrip: KeyTable { self[.photoStrip] }
  var picker: KeyTable { self[.picker] }
  var folderPicker: KeyTable { self[.folderPicker] }
  var photoImport: KeyTable { self[.photoImport] }
  var diaryPicker: KeyTable { self[.diaryPicker] }
  var diaryImport: KeyTable { self[.diaryImport] }
  var tagList: KeyTable { self[.tagList] }
  var statistics: KeyTable { self[.statistics] }
  var places: KeyTable { self[.places] }
  var journals: KeyTable { self[.journals] }
  /// Of a dialog in which one of some lines is chosen.
  var choice: KeyTable { self[.choice] }
  var palette: KeyTable { self[.palette] }
  var help: KeyTable { self[.help] }
  var trash: KeyTable { self[.trash] }
  var history: KeyTable { self[.history] }
  var versions: KeyTable { self[.versions] }
  var status: KeyTable { self[.status] }
  var export: KeyTable { self[.export] }
  var details: KeyTable { self[.details] }
  var templates: KeyTable { self[.templates] }
  var dialog: KeyTable { self[.dialog] }
  /// Of something to be read before going on.
  var notice: KeyTable { self[.notice] }
  var draftOffer: KeyTable { self[.draftOffer] }
  var find: KeyTable { self[.find] }
  var replacing: KeyTable { self[.replacing] }
  /// What a key does in a dialog, or everywhere.
  func dialogCommand(for event: KeyEvent) -> Command? {
    dialog.command(for: event) ?? everywhere.command(for: event)
  }
  /// Of a dialog with one line to type: a caption, a name.
  var line: KeyTable { self[.line] }
}
