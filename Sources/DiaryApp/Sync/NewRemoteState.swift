import DiaryCore
import TerminalUI
import Text

/// A dialog that asks for a new remote's address and settings, and then shows the progress of
/// adding it.
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

  init() {}

  /// Creates the dialog for a remote that is added again with newer recovery words.
  init(again remote: RemoteState) {
    (address, name) = (TextField(remote.address), TextField(remote.name))
    (isPlain, photos) = (remote.isPlain, remote.photos)
  }

  /// Returns the remote as entered. A remote that already holds the diary needs its recovery words.
  func remote(with words: String? = nil) -> NewRemote {
    NewRemote(
      name: String(name.text.trimmed), address: String(address.text.trimmed), isPlain: isPlain,
      photos: photos, recoveryWords: words)
  }
}

extension NewRemoteState: TaskScreen {
  var coversScreen: Bool { false }
  var isTyping: Bool { phase == .asking && field != nil }
  var blocksSwitching: Bool { phase != .asking }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.newRemote]] }

  mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    guard phase == .asking else { return [] }
    field?.insert(text.trimmed.printable)
    return []
  }

  /// The focused text field, or `nil` if the focused field offers choices.
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

  mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    let command = formCommand(for: event, in: app)
    switch command {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help: return app.updateEverywhere(.help)
    case .cancel where phase.isRunning:
      phase = .stopping
      return app.stopSync()
    case _ where phase != .asking: break
    case .cancel, .back: app.pop()
    case .accept: return accept(in: &app)
    case .nextField: moveFocus(by: 1)
    case .previousField: moveFocus(by: -1)
    default:
      if var field {
        _ = app.type(event, into: &field)
        self.field = field
      } else if command == .left || command == .right {
        change(by: command == .left ? -1 : 1)
      }
    }
    return []
  }

  /// Focuses the clicked field. A click on the value of a field with choices selects the next
  /// choice.
  mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
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

  private mutating func accept(in app: inout AppState) -> [Effect] {
    let remote = remote()
    if remote.address.isEmpty {
      focus = .address
      app.toast = localized("Type an address.")
    } else if remote.name.isEmpty {
      focus = .name
      app.toast = localized("Type a name.")
    } else if app.sync.state?.needsNewestWords(toAdd: remote) == true {
      app.push(RemoteWordsState.newest)
    } else {
      phase = .running(nil)
      return app.startSync(.add(remote), isManual: true)
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

// MARK: - Drawing

extension NewRemoteState {
  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    guard phase == .asking else {
      drawProgress(in: &grid, app)
      return nil
    }
    let theme = app.theme
    box(app).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(app)
    form.drawLabels(focus: focus.rawValue, in: &grid, theme)
    var caret: Point?
    for field in Field.allCases {
      let style = focus == field ? theme.accent : theme.text
      let value = form.value(of: field.rawValue)
      switch field {
      case .address, .name:
        let text = field == .address ? address : name
        let point = text.draw(in: &grid, value, style)
        if focus == field { caret = point }
      case .encryption, .photos: grid.draw(text(of: field), in: value, style)
      }
    }
    for (index, row) in explanationRows(app.size).enumerated() {
      let line = form.line(Field.allCases.count + (isSpacious(app.size) ? 1 : 0) + index)
      grid.draw(row, in: line.inset(left: 1), theme.dim)
    }
    return caret
  }

  var taskText: String {
    phase == .stopping
      ? localized("Files already sent there are kept.")
      : localized("Adding “\(String(name.text.trimmed).printable)”")
  }

  func form(_ app: AppState) -> FormRows {
    FormRows(Field.allCases.map(Self.label), in: box(app).text(in: Rect(app.size)))
  }

  private static func label(_ field: Field) -> String {
    switch field {
    case .address: localized("Address")
    case .name: localized("Name")
    case .encryption: localized("Files")
    case .photos: localized("Photos")
    }
  }

  /// Returns the text or choice shown in a field.
  private func text(of field: Field) -> String {
    switch field {
    case .address: address.text
    case .name: name.text
    case .encryption: SyncText.encryption(isPlain: isPlain)
    case .photos: SyncText.photos(photos)
    }
  }

  /// A hint about the focused field, which fits into two rows of a small screen.
  private var explanation: String {
    switch focus {
    case .address: localized("/folder, git URL, rclone:R:PATH or ssh://HOST/PATH")
    case .name: localized("Your name for it on this machine.")
    case .encryption where isPlain: localized("Anyone who can read them can read your diary.")
    case .encryption: localized("Only your devices and the six words open them.")
    case .photos:
      switch photos {
      case .all: localized("This machine keeps every photo in full.")
      case .small: localized("Gets previews of other devices' photos.")
      case .none: localized("Fetches other devices' photos when you open them.")
      }
    }
  }

  private func explanationRows(_ size: Size) -> [String] {
    // The hint starts one column to the right of the labels.
    LineWrapping.rows(ofText: explanation, columns: DialogBox.textColumns(on: size.columns) - 1)
  }

  private static let maxExplanationRows = 2

  /// True if the screen is large enough for blank lines between the parts of the dialog.
  private func isSpacious(_ size: Size) -> Bool { size.rows > 16 }

  private func box(_ app: AppState) -> DialogBox {
    let gap = isSpacious(app.size) ? [""] : []
    let fields = Array(repeating: "", count: Field.allCases.count)
    let explanation = Array(repeating: "", count: Self.maxExplanationRows)
    return box(title: localized("Add a remote"), body: fields + gap + explanation, in: app)
  }

  func accessibleText(in app: AppState) -> AccessibleText {
    let title = localized("Add a remote")
    switch phase {
    case .stopping: return AccessibleText(title, selected: localized("Stopping…"))
    case .preparing(let progress), .running(let progress):
      return AccessibleText(title, selected: progress?.text() ?? taskText)
    case .asking:
      let label = Self.label(focus)
      switch focus {
      case .address: return AccessibleText(title, [explanation], field: .init(label, address))
      case .name: return AccessibleText(title, [explanation], field: .init(label, name))
      case .encryption, .photos:
        return AccessibleText(title, [explanation], selected: "\(label): \(text(of: focus))")
      }
    }
  }
}

/// A dialog that asks for the recovery words of a remote that already holds the diary.
struct RemoteWordsState: LineDialog {
  var field: TextField
  /// The reason for asking, or the error of the previous attempt.
  private let reason: String

  /// A dialog that asks for the newest words.
  static var newest: Self {
    Self(
      typed: "", why: localized("Type the newest six recovery words, separated by spaces."))
  }

  init(typed: String, why reason: String) {
    field = TextField(typed, keepsHistory: false)
    self.reason = reason
  }

  var title: String { localized("The diary's six recovery words") }
  var label: String { localized("Recovery words") }

  func dialogHints(in app: AppState) -> [Binding] {
    let keys = app.keys[.line]
    return keys.bindings(with: keys.hint(.accept, "check"))
  }

  var lines: [String] { [reason.printable] }

  func accept(in app: inout AppState) -> [Effect] {
    guard !field.text.isBlank else { return [] }
    app.pop()
    return [.addRemote(with: field.text)]
  }
}

extension SyncState {
  /// Returns `true` if the encrypted remote was added before under the same name: only newer
  /// recovery words can change anything. Words that haven't been confirmed are shown without them.
  fileprivate func needsNewestWords(toAdd remote: NewRemote) -> Bool {
    unseenRecoveryWords == nil
      && remotes.contains {
        $0.name == remote.name && $0.address == remote.address && !$0.isPlain && !remote.isPlain
      }
  }
}

extension Effect {
  /// Retries adding the remote of the dialog behind, with recovery words.
  fileprivate static func addRemote(with words: String) -> Effect {
    .update { state in
      guard var dialog = state.screens.topmost(NewRemoteState.self) else { return [] }
      dialog.phase = .running(nil)
      state.screens.put(dialog)
      return state.startSync(.add(dialog.remote(with: words)), isManual: true)
    }
  }
}
