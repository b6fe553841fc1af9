import TerminalUI

extension AppState {
  /// The tables of the front screen and of everywhere.
  var helpTables: [KeyTable] {
    let own: [KeyTable] =
      switch layers.last {
      case .reader: [keys.reader]
      case .viewer: [keys.viewer]
      case .gallery: [keys.gallery]
      case .calendar(let calendar): [calendar.jump == nil ? keys.calendar : keys.line]
      case .onThisDay: [keys.onThisDay]
      case .copyOut: [keys.copyOut]
      case .editor(let editor) where editor.find?.isAsking == true: [keys.replacing]
      case .editor(let editor) where editor.find != nil: [keys.find]
      case .editor: [keys.editor, keys.photoStrip]
      case .picker(let picker): [picker.table(in: keys)]
      case .photoImport: [keys.photoImport]
      case .diaryImport: [keys.diaryImport]
      case .trash: [keys.trash]
      case .history: [keys.history]
      case .versions: [keys.versions]
      case .status: [keys.status]
      case .export: [keys.export]
      case .details: [keys.details]
      case .templates: [keys.templates]
      case .caption, .line: [keys.line]
      case .tagList: [keys.tagList]
      case .statistics: [keys.statistics]
      case .places: [keys.places]
      case .journals: [keys.journals]
      case .palette: [keys.palette]
      case .journalChoice: [keys.choice]
      case .draftOffer: [keys.draftOffer]
      case .confirm: [keys.dialog]
      case .notice: [keys.notice]
      case .help: [keys.help]
      default: search == nil ? [keys.list] : [keys.search]
      }
    guard isTyping else { return own + [everywhere] }
    let isPage = layers.last?.isEditor == true
    let text = isPage ? keys.text.without(keys.editor) : keys.text.forOneLine
    return own[...0] + [text] + own[1...] + [everywhere.withoutLetters]
  }

  /// Those of everywhere that do something in front.
  private var everywhere: KeyTable {
    canGoElsewhere ? keys.everywhere : keys.everywhere.without([.jumpBack, .jumpForward])
  }

  /// Whether letters are typed on the front screen.
  private var isTyping: Bool {
    switch layers.last {
    case .editor, .details, .templates, .picker, .caption, .line, .export, .copyOut, .palette: true
    case .calendar(let calendar): calendar.jump != nil
    case .tagList(let list): list.isFiltering
    case nil: search != nil
    default: false
    }
  }

  /// The key by which the front screen calls a command, for a text that says how; `nil` if none does.
  func keyName(of command: Command) -> String? {
    helpTables.lazy.compactMap { $0.keyName(of: command) }.first
  }
}
