import DiaryCore
import Localization
import TerminalUI

/// The dialog that adds a remote: where it is and how it is used, then how far it is.
struct NewRemoteState: Sendable {
  enum Field: Int, Sendable, CaseIterable {
    case address, name, encryption, photos
  }

  var address = TextField()
  var name = TextField()
  var isPlain = false
  var photos = PhotoPolicy.all
  var focus = Field.address
  var phase = TaskPhase.asking

  /// What is asked for. A remote that holds the diary already needs its words.
  func remote(with words: String? = nil) -> NewRemote {
    NewRemote(
      name: String(name.text.trimmed), address: String(address.text.trimmed), isPlain: isPlain,
      photos: photos, words: words)
  }
}

extension NewRemoteState: TaskScreen {
  var coversScreen: Bool { false }
  var isTyping: Bool { true }
  var holdsBack: Bool { phase != .asking }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.newRemote]] }

  mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    guard phase == .asking else { return [] }
    field?.insert(text.trimmed.printable)
    return []
  }

  /// The focused field's text; `nil` of one in which something is chosen.
  private var field: TextField? {
    get {
      switch focus {
      case .address: address
      case .name: name
      case .encryption, .photos: nil
      }
    }
    set {
      guard let newValue else { return }
      switch focus {
      case .address: address = newValue
      case .name: name = newValue
      case .encryption, .photos: break
      }
    }
  }

  mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    let command = app.keys[.newRemote].command(for: event)
    switch command ?? app.keys[.everywhere].withoutLetters.command(for: event) {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help: return app.updateEverywhere(.help)
    default: break
    }
    guard phase == .asking else {
      guard command == .cancel, phase != .stopping else { return [] }
      phase = .stopping
      return app.stopSync()
    }
    switch command {
    case .cancel: app.pop()
    case .accept: return accept(in: &app)
    case .nextField: moveFocus(by: 1)
    case .previousField: moveFocus(by: -1)
    default:
      if var field {
        _ = app.type(event, into: &field)
        self.field = field
      } else if [.left, .right, " "].contains(event) {
        change(by: event == .left ? -1 : 1)
      }
    }
    return []
  }

  /// A press goes to a field, and changes what stands there as Space does.
  mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    let form = form(app)
    guard mouse.action.isPress, phase == .asking,
      let pressed = form.field(at: mouse.point).flatMap(Field.init)
    else { return [] }
    focus = pressed
    let value = form.value(of: pressed.rawValue)
    guard value.contains(mouse.point) else { return [] }
    if field == nil { change(by: 1) } else { _ = field?.handle(mouse, in: value) }
    return []
  }

  private mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let remote = remote()
    if remote.address.isEmpty {
      focus = .address
      app.toast = localized("Type an address.")
    } else if remote.name.isEmpty {
      focus = .name
      app.toast = localized("Type a name.")
    } else {
      phase = .running(nil)
      return app.startSync(.add(remote), isByHand: true)
    }
    return []
  }

  private mutating func moveFocus(by count: Int) {
    let fields = Field.allCases.count
    focus = Field(rawValue: (focus.rawValue + count + fields) % fields) ?? .address
  }

  private mutating func change(by count: Int) {
    if focus == .encryption { isPlain.toggle() }
    guard focus == .photos else { return }
    let policies = PhotoPolicy.allCases
    let index = policies.firstIndex(of: photos) ?? 0
    photos = policies[(index + count + policies.count) % policies.count]
  }
}
