import DiaryCore
import TerminalUI

/// A screen or dialog: a value with the state of one feature, and all that the app needs from it.
///
/// Only members without a default below are required. A feature declares its screen in its own
/// folder, and its keys in `DefaultKeys.swift`.
package protocol Screen: Sendable {
  /// Covers the complete screen if `true`; a dialog leaves the screen behind it visible.
  var coversScreen: Bool { get }
  /// Indicates that letters are input now, so that only other keys are commands.
  var isTyping: Bool { get }
  /// Indicates that the input is shown as dots.
  var isInputHidden: Bool { get }
  /// Allows switching to other screens now. False while something is being written or answered
  /// here.
  var allowsSwitching: Bool { get }
  /// Blocks switching to other screens while it is open, even behind another screen.
  var blocksSwitching: Bool { get }
  /// Indicates a dialog about the text in the editor behind it; it is closed with the editor.
  var belongsToEditor: Bool { get }
  /// Keeps the list's position while entries opened from here are read.
  var leavesList: Bool { get }
  /// The command that opens this screen from any other.
  var opener: Command? { get }
  /// The entry that is read here, for word count and reading time.
  var readEntry: Entry? { get }
  /// The comparison that it needs.
  var wantedComparison: Comparison? { get }
  /// Returns the state to restore when Ctrl-O leads back here; `nil` if it doesn't. Screens over
  /// this one are then omitted too.
  func location(in app: AppState) -> Location.Screen?

  /// Returns its key tables, the most specific first.
  func keyTables(_ keys: Keymap) -> [KeyTable]
  /// Returns `false` for a command that can't have an effect now, such as deleting where nothing is
  /// selected.
  func isAvailable(_ command: Command, in app: AppState) -> Bool
  /// Returns the keys shown in the last row of a dialog, in the order of their importance: the one
  /// that applies, the one that leaves, and the others.
  func dialogHints(in app: AppState) -> [Binding]

  // Handlers of input change the screen itself and the context. `app.screens` still has the screen
  // as it was before the call; changes of the stack are queued and applied after it.
  mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect]
  mutating func paste(_ text: String, in app: inout AppState) -> [Effect]
  mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect]
  /// Returns effects that read what is now needed, and records that they are requested.
  mutating func requests(in app: inout AppState) -> [Effect]
  /// Adjusts scroll positions to the screen's size and contents.
  mutating func layOut(in app: AppState)
  /// Draws the screen. Returns the cursor's position if it is visible.
  func draw(in grid: inout Grid, _ app: AppState) -> Point?
  func pictures(in app: AppState) -> WantedPictures
  /// Describes the contents in words, for `--plain` and screen readers.
  func accessibleText(in app: AppState) -> AccessibleText
  /// Returns the screen after a change of an entry; `nil` to close it because nothing is left to
  /// show.
  func applying(_ change: DiaryChange, in app: AppState) -> Self?
  /// Makes the next `requests(in:)` read data again that depends on many entries. The former data
  /// is drawn until then.
  mutating func diaryChanged()
}

extension Screen {
  package var coversScreen: Bool { true }
  package var isTyping: Bool { false }
  package var isInputHidden: Bool { false }
  package var allowsSwitching: Bool { coversScreen && !isTyping }
  package var blocksSwitching: Bool { false }
  package var belongsToEditor: Bool { false }
  package var leavesList: Bool { false }
  package var opener: Command? { nil }
  package var readEntry: Entry? { nil }
  package var wantedComparison: Comparison? { nil }
  package func location(in app: AppState) -> Location.Screen? { nil }
  package func isAvailable(_ command: Command, in app: AppState) -> Bool { true }
  package func dialogHints(in app: AppState) -> [Binding] {
    coversScreen ? [] : keyTables(app.keys).first?.bindings ?? []
  }
  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] { [] }
  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] { [] }
  package mutating func requests(in app: inout AppState) -> [Effect] { [] }
  package mutating func layOut(in app: AppState) {}
  package func pictures(in app: AppState) -> WantedPictures { WantedPictures() }
  package func applying(_ change: DiaryChange, in app: AppState) -> Self? { self }
  package mutating func diaryChanged() {}

  /// Returns the command of a key in the screen's own tables.
  func screenCommand(for key: KeyEvent, in app: AppState) -> Command? {
    keyTables(app.keys).lazy.compactMap { $0.command(for: key) }.first
  }

  /// Returns the command of a key here or everywhere.
  func command(for key: KeyEvent, in app: AppState) -> Command? {
    screenCommand(for: key, in: app) ?? app.keys[.everywhere].command(for: key)
  }

  /// Returns the command of a key in a form: the same, but letters are input in a text field.
  func formCommand(for key: KeyEvent, in app: AppState) -> Command? {
    (keyTables(app.keys) + [app.keys[.everywhere]]).lazy
      .compactMap { (isTyping ? $0.withoutLetters : $0).command(for: key) }.first
  }
}

// MARK: - Stack

/// The screens and dialogs over the list, the front one last.
package struct ScreenStack: Sendable {
  /// A screen with an ID that identifies it while its value changes.
  private struct Slot: Sendable {
    let id: Int
    var screen: any Screen
  }

  private var slots: [Slot] = []
  private var nextID = 0

  package init() {}

  init(_ screens: [any Screen]) { insert(screens, at: 0) }

  /// Indicates that only the list is open.
  package var isEmpty: Bool { slots.isEmpty }
  package var count: Int { slots.count }
  /// The screen that receives keys; `nil` for the list.
  package var front: (any Screen)? { slots.last?.screen }
  /// The front screen among those that cover everything; `nil` for the list.
  var frontFullScreen: (any Screen)? { slots.last { $0.screen.coversScreen }?.screen }
  /// The screens from back to front, without the list.
  var all: [any Screen] { slots.map(\.screen) }

  package func front<Kind: Screen>(as kind: Kind.Type) -> Kind? { front as? Kind }

  /// Returns the front screen of a type, even if others cover it.
  package func topmost<Kind: Screen>(
    _ kind: Kind.Type, where isMatch: (Kind) -> Bool = { _ in true }
  ) -> Kind? {
    index(of: kind, where: isMatch).flatMap { slots[$0].screen as? Kind }
  }

  package func all<Kind: Screen>(_ kind: Kind.Type) -> [Kind] {
    slots.compactMap { $0.screen as? Kind }
  }

  package func contains<Kind: Screen>(
    _ kind: Kind.Type, where isMatch: (Kind) -> Bool = { _ in true }
  ) -> Bool {
    index(of: kind, where: isMatch) != nil
  }

  func contains(where isMatch: (any Screen) -> Bool) -> Bool {
    slots.contains { isMatch($0.screen) }
  }

  /// Returns the visible screens, from the one that covers everything to the front.
  func visible(over bottom: any Screen) -> [any Screen] {
    let whole = slots.lastIndex { $0.screen.coversScreen }
    return whole.map { slots[$0...].map(\.screen) } ?? [bottom] + all
  }

  /// Returns the screens over the front one of a type.
  func above<Kind: Screen>(_ kind: Kind.Type) -> ArraySlice<any Screen> {
    all[((index(of: kind) ?? slots.count - 1) + 1)...]
  }

  private func index<Kind: Screen>(
    of kind: Kind.Type, where isMatch: (Kind) -> Bool = { _ in true }
  ) -> Int? {
    slots.lastIndex { ($0.screen as? Kind).map(isMatch) ?? false }
  }

  // MARK: Changing

  package mutating func push(_ screen: some Screen) { insert([screen], at: slots.count) }

  mutating func pop() { slots.removeLast() }

  /// Removes all screens. IDs aren't reused.
  mutating func removeAll() { slots = [] }

  mutating func replaceFront(with screen: some Screen) {
    if !slots.isEmpty { slots[slots.count - 1].screen = screen }
  }

  /// Replaces the front screen of the type, if there is one.
  mutating func put<Kind: Screen>(
    _ screen: Kind, where isMatch: (Kind) -> Bool = { _ in true }
  ) {
    if let index = index(of: Kind.self, where: isMatch) { slots[index].screen = screen }
  }

  /// Changes all screens of a type.
  mutating func update<Kind: Screen>(_ kind: Kind.Type, _ body: (inout Kind) -> Void) {
    for index in slots.indices {
      guard var screen = slots[index].screen as? Kind else { continue }
      body(&screen)
      slots[index].screen = screen
    }
  }

  mutating func diaryChanged() {
    for index in slots.indices { slots[index].screen.diaryChanged() }
  }

  /// Changes all screens and removes those for which `body` returns `nil`.
  mutating func transformAll(_ body: (any Screen) -> (any Screen)?) {
    slots = slots.compactMap { slot in body(slot.screen).map { Slot(id: slot.id, screen: $0) } }
  }

  mutating func layOut(in app: AppState) {
    for index in slots.indices { slots[index].screen.layOut(in: app) }
  }

  mutating func removeAll<Kind: Screen>(
    _ kind: Kind.Type, where isMatch: (Kind) -> Bool = { _ in true }
  ) {
    slots.removeAll { ($0.screen as? Kind).map(isMatch) ?? false }
  }

  /// Removes the front screen of a type and, of those over it, all but the kept ones.
  mutating func remove<Kind: Screen>(
    _ kind: Kind.Type, where isMatch: (Kind) -> Bool, keeping isKept: (any Screen) -> Bool
  ) {
    guard let index = index(of: kind, where: isMatch) else { return }
    slots.replaceSubrange(index..., with: slots[(index + 1)...].filter { isKept($0.screen) })
  }

  /// Removes everything over the front screen that matches. Does nothing if none matches.
  mutating func goBack(to isMatch: (any Screen) -> Bool) {
    if let index = slots.lastIndex(where: { isMatch($0.screen) }) {
      slots.removeSubrange((index + 1)...)
    }
  }

  /// Inserts screens behind all others.
  mutating func insertBehindAll(_ new: [any Screen]) { insert(new, at: 0) }

  /// Inserts screens over the front one that matches, otherwise behind all others.
  mutating func insert(_ new: [any Screen], over isMatch: (any Screen) -> Bool) {
    insert(new, at: slots.lastIndex { isMatch($0.screen) }.map { $0 + 1 } ?? 0)
  }

  private mutating func insert(_ new: [any Screen], at index: Int) {
    let added = new.enumerated().map { Slot(id: nextID + $0.offset, screen: $0.element) }
    slots.insert(contentsOf: added, at: index)
    nextID += new.count
  }

  /// The screens' IDs, from back to front.
  fileprivate var ids: [Int] { slots.map(\.id) }

  fileprivate subscript(id: Int) -> (any Screen)? {
    get { slots.first { $0.id == id }?.screen }
    set {
      let index = slots.firstIndex { $0.id == id }
      if let newValue, let index { slots[index].screen = newValue }
    }
  }
}

extension AppState {
  typealias ScreenBody<Kind> = (inout Kind, inout AppState) -> [Effect]

  /// Passes a screen, the front one unless an ID is given, and the state to a closure, and stores
  /// the changed screen unless it was closed. Then applies the effects that change the state, and
  /// returns the others.
  mutating func withScreen(_ id: Int? = nil, _ body: ScreenBody<any Screen>) -> [Effect] {
    let id = id ?? screens.ids.last
    var screen = id.flatMap { screens[$0] } ?? bottom
    let effects = body(&screen, &self)
    if let id { screens[id] = screen }
    return applyUpdates(effects)
  }

  /// Does the same for the front screen of a type, if there is one.
  mutating func withTopmost<Kind: Screen>(
    _ kind: Kind.Type, _ body: ScreenBody<Kind>
  ) -> [Effect] {
    guard let id = screens.ids.last(where: { screens[$0] is Kind }) else { return [] }
    return withScreen(id) { screen, state in
      guard var meant = screen as? Kind else { return [] }
      defer { screen = meant }
      return body(&meant, &state)
    }
  }

  /// Does the same for each screen over the list.
  mutating func withAll(_ body: ScreenBody<any Screen>) -> [Effect] {
    screens.ids.flatMap { withScreen($0, body) }
  }
}
