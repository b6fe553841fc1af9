import DiaryCore
import Localization
import TerminalUI

extension ExportState: TaskScreen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.export]] }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    if focus == .folder { folder.insert(text.trimmed.printable) }
    return []
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    let command = app.keys[.export].command(for: event)
    switch command ?? app.keys[.everywhere].withoutLetters.command(for: event) {
    case .leave: return [.cancelExport, .leave]
    case .redraw: return [.redraw]
    case .help: return app.updateEverywhere(.help)
    default: break
    }
    guard phase == .asking else { return command == .cancel ? stop(.cancelExport, in: &app) : [] }
    let count = Field.allCases.count
    switch command {
    case .cancel:
      app.pop()
      return [.stopMeasuring]
    case .accept:
      guard !folder.text.isBlank else { return [] }
      guard !isEncrypted else {
        app.push(PassphraseState(for: .export))
        return []
      }
      phase = .running(nil)
      return [.stopMeasuring, .export(request())]
    case .nextField: focus = .init(rawValue: (focus.rawValue + 1) % count) ?? .folder
    case .previousField: focus = .init(rawValue: (focus.rawValue + count - 1) % count) ?? .folder
    default:
      switch focus {
      case .folder: _ = app.type(event, into: &folder)
      case .entries where changes(event):
        choice = Self.next(choice, of: choices.count, event)
        return measuring
      case .format where changes(event):
        let formats = ExportFormat.allCases
        let index = formats.firstIndex(of: format) ?? 0
        format = formats[Self.next(index, of: formats.count, event)]
      case .location where changes(event): keepsLocation.toggle()
      case .encryption where changes(event): isEncrypted.toggle()
      default: break
      }
    }
    return []
  }

  /// A press goes to a field, and changes what stands there as Space does.
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    let form = form(app)
    guard mouse.action.isPress, phase == .asking,
      let field = form.field(at: mouse.point).flatMap(Field.init)
    else { return [] }
    focus = field
    let value = form.value(of: field.rawValue)
    if field != .folder, value.contains(mouse.point) {
      return handle(.character(" "), in: &app)
    }
    _ = folder.handle(mouse, in: value)
    return []
  }

  private func changes(_ event: KeyEvent) -> Bool {
    [.left, .right, " "].contains(event)
  }

  /// The choice beside one: the one before it for ←.
  private static func next(_ index: Int, of count: Int, _ event: KeyEvent) -> Int {
    (index + (event == .left ? count - 1 : 1)) % count
  }

  /// Opens the dialog. Of the choices, the last one is proposed.
  static func open(_ choices: [ExportChoice], in app: inout ScreenContext) -> [Effect] {
    let export = ExportState(
      homeFolder: app.homeFolder, choices: choices, requestID: app.nextRequestID())
    app.push(export)
    return export.measuring
  }
}
