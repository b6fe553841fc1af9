import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func updateExport(_ event: KeyEvent, _ export: ExportState) -> [Effect] {
    var export = export
    defer { putExport(export) }
    let command = keys[.export].command(for: event)
    switch command ?? keys[.everywhere].withoutLetters.command(for: event) {
    case .leave: return [.cancelExport, .leave]
    case .redraw: return [.redraw]
    case .help: return updateEverywhere(.help)
    default: break
    }
    guard case .asking = export.phase else {
      guard command == .cancel, case .running = export.phase else { return [] }
      export.phase = .stopping
      return [.cancelExport]
    }
    let count = ExportState.Field.allCases.count
    switch command {
    case .cancel:
      screens.pop()
      return [.stopMeasuring]
    case .accept:
      guard !export.folder.text.isBlank else { return [] }
      guard !export.isEncrypted else {
        screens.push(PassphraseState())
        return []
      }
      export.phase = .running(nil)
      return [.stopMeasuring, .export(export.request())]
    case .nextField:
      export.focus = .init(rawValue: (export.focus.rawValue + 1) % count) ?? .folder
    case .previousField:
      export.focus = .init(rawValue: (export.focus.rawValue + count - 1) % count) ?? .folder
    default:
      switch export.focus {
      case .folder: _ = type(event, into: &export.folder)
      case .entries where Self.changes(event):
        export.choice = Self.next(export.choice, of: export.choices.count, event)
        return export.measuring
      case .format where Self.changes(event):
        let formats = ExportFormat.allCases
        let index = formats.firstIndex(of: export.format) ?? 0
        export.format = formats[Self.next(index, of: formats.count, event)]
      case .location where Self.changes(event): export.keepsLocation.toggle()
      case .encryption where Self.changes(event): export.isEncrypted.toggle()
      default: break
      }
    }
    return []
  }

  /// Begins the export that the dialog asks for, encrypted.
  mutating func export(with passphrase: Passphrase) -> [Effect] {
    guard var export = screens.topmost(ExportState.self) else { return [] }
    export.phase = .running(nil)
    screens.put(export)
    return [.stopMeasuring, .export(export.request(passphrase))]
  }

  /// A press goes to a field, and changes what stands there as Space does.
  mutating func clickExport(_ mouse: MouseEvent, _ export: ExportState) -> [Effect] {
    let form = ExportView.form(export, self)
    guard mouse.action.isPress, case .asking = export.phase,
      let field = form.field(at: mouse.point).flatMap(ExportState.Field.init)
    else { return [] }
    var export = export
    export.focus = field
    let value = form.value(of: field.rawValue)
    if field != .folder, value.contains(mouse.point) {
      return updateExport(.character(" "), export)
    }
    _ = export.folder.handle(mouse, in: value)
    putExport(export)
    return []
  }

  private static func changes(_ event: KeyEvent) -> Bool {
    [KeyEvent(.left), KeyEvent(.right), .character(" ")].contains(event)
  }

  /// The choice beside one: the one before it for ←.
  private static func next(_ index: Int, of count: Int, _ event: KeyEvent) -> Int {
    (index + (event == KeyEvent(.left) ? count - 1 : 1)) % count
  }

  /// Opens the dialog. Of the choices, the last one is proposed.
  mutating func askExport(_ choices: [ExportChoice]) -> [Effect] {
    let export = ExportState(homeFolder: homeFolder, choices: choices, ticket: nextTicket())
    screens.push(export)
    return export.measuring
  }

  private mutating func putExport(_ export: ExportState) { screens.put(export) }
}
