/// The screens and dialogs that have keys of their own, by their names in a person's settings.
package enum KeyScreen: String, Hashable, Sendable, CaseIterable {
  case everywhere, list, search, reader, viewer, gallery, calendar
  case onThisDay = "on-this-day"
  case copyOut = "copy-out"
  case editor, text
  case photoStrip = "photo-strip"
  case picker
  case folderPicker = "folder-picker"
  case photoImport = "photo-import"
  case diaryPicker = "diary-picker"
  case diaryImport = "import"
  case trash, history, versions, status, export, details, templates, dialog, notice
  case draftOffer = "draft-offer"
  case find, replacing
  case line, journals, choice, help
  case tagList = "tags"
  case palette = "commands"
  case statistics, places

  /// The contract's keys.
  var defaults: KeyTable {
    switch self {
    case .everywhere: .everywhere
    case .list: .list
    case .search: .search
    case .reader: .reader
    case .viewer: .viewer
    case .gallery: .gallery
    case .calendar: .calendar
    case .onThisDay: .onThisDay
    case .copyOut: .copyOut
    case .editor: .editor
    case .text: .text
    case .photoStrip: .photoStrip
    case .picker: .picker
    case .folderPicker: .folderPicker
    case .photoImport: .photoImport
    case .diaryPicker: .diaryPicker
    case .diaryImport: .diaryImport
    case .trash: .trash
    case .history: .history
    case .versions: .versions
    case .status: .status
    case .export: .export
    case .details: .details
    case .templates: .templates
    case .dialog: .dialog
    case .notice: .notice
    case .draftOffer: .draftOffer
    case .find: .find
    case .replacing: .replacing
    case .line: .line
    case .journals: .journals
    case .choice: .choice
    case .help: .help
    case .tagList: .tagList
    case .palette: .palette
    case .statistics: .statistics
    case .places: .places
    }
  }
}
