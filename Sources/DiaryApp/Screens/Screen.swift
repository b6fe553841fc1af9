import DiaryCore
import TerminalUI

/// A screen or dialog: a value that holds what the feature shows, and all that the app asks of it.
/// What a screen doesn't have, the defaults leave out.
///
/// A feature declares its screen in its own folder, and nothing else lists the screens; only the names
/// of their keys in settings stand in one list, `KeyScreen.allCases`.
package protocol Screen: Sendable {
  /// Whether it covers the whole screen; a dialog shows what is behind it.
  var coversScreen: Bool { get }
  /// Whether letters are typed on it now, so that only other keys call commands.
  var isTyping: Bool { get }
  /// Whether dots stand for what is typed on it.
  var isTypedUnseen: Bool { get }
  /// Whether one may go elsewhere from it now: nothing is being written or answered on it.
  var canBeLeft: Bool { get }
  /// Whether nobody goes elsewhere while it is open, even behind another screen.
  var holdsBack: Bool { get }
  /// Whether it asks about the text that is being written behind it, and goes when that is closed.
  var belongsToEditor: Bool { get }
  /// Whether the list stays where it is while entries are read that were come to from here.
  var leavesList: Bool { get }
  /// Whether pictures of the screen behind it, or of its own, are covered in part.
  var coversPictures: Bool { get }
  /// The command that leads here from any other screen.
  var opener: Command? { get }
  /// The entry that is read on it, whose words are counted.
  var readEntry: Entry? { get }
  /// The comparison that it waits for.
  var wantedComparison: Comparison? { get }
  /// What is kept of it to come back to; `nil` for one that isn't come back to.
  func location(in app: ScreenContext) -> Location.Screen?

  /// The tables of its keys, the most special one first.
  func keyTables(_ keys: Keymap) -> [KeyTable]
  /// The keys that the bottom line names while it is the dialog in front.
  func dialogHints(in app: ScreenContext) -> [Binding]

  // It changes itself, and says to the context what is to become of other screens. What the context shows
  // of what is open has it as it was until it is done.
  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect]
  mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect]
  mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect]
  /// What it has to read now, which is then noted.
  mutating func requests(in app: inout ScreenContext) -> [Effect]
  /// Fits what scrolls into the screen.
  mutating func layOut(in app: ScreenContext)
  /// Returns where the cursor stands, if it is shown.
  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point?
  func pictures(in app: ScreenContext) -> WantedPictures
  /// What it shows, in words.
  func accessibleText(in app: ScreenContext) -> AccessibleText
  /// Takes a change of an entry in; `nil` when there is nothing left to show.
  func applying(_ change: DiaryChange, in app: ScreenContext) -> Self?
}

extension Screen {
  package var coversScreen: Bool { true }
  package var isTyping: Bool { false }
  package var isTypedUnseen: Bool { false }
  package var canBeLeft: Bool { coversScreen && !isTyping }
  package var holdsBack: Bool { false }
  package var belongsToEditor: Bool { false }
  package var leavesList: Bool { false }
  package var coversPictures: Bool { !coversScreen }
  package var opener: Command? { nil }
  package var readEntry: Entry? { nil }
  package var wantedComparison: Comparison? { nil }
  package func location(in app: ScreenContext) -> Location.Screen? { nil }
  package func dialogHints(in app: ScreenContext) -> [Binding] { [] }
  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] { [] }
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] { [] }
  package mutating func requests(in app: inout ScreenContext) -> [Effect] { [] }
  package mutating func layOut(in app: ScreenContext) {}
  package func pictures(in app: ScreenContext) -> WantedPictures { WantedPictures() }
  package func applying(_ change: DiaryChange, in app: ScreenContext) -> Self? { self }

  /// What a key calls among the screen's own keys.
  func ownCommand(for key: KeyEvent, in app: ScreenContext) -> Command? {
    keyTables(app.keys).lazy.compactMap { $0.command(for: key) }.first
  }

  /// What a key calls here, or everywhere.
  func command(for key: KeyEvent, in app: ScreenContext) -> Command? {
    ownCommand(for: key, in: app) ?? app.keys[.everywhere].command(for: key)
  }
}

// MARK: - Stack

/// The screens and dialogs over the list, the front one last.
package struct ScreenStack: Sendable {
  /// A screen, and a number by which it is known while it changes.
  private struct Slot: Sendable {
    let id: Int
    var screen: any Screen
  }

  private var slots: [Slot] = []
  private var nextID = 0

  package init() {}

  init(_ screens: [any Screen]) { insert(screens, at: 0) }

  /// Whether nothing lies over the list.
  package var isEmpty: Bool { slots.isEmpty }
  package var count: Int { slots.count }
  /// The one that sees keys first; `nil` where that is the list.
  package var front: (any Screen)? { slots.last?.screen }
  /// The front one of those that cover the whole screen; `nil` where that is the list.
  var frontWhole: (any Screen)? { slots.last { $0.screen.coversScreen }?.screen }
  /// Those over the list, from the one at the back to the one in front.
  var all: [any Screen] { slots.map(\.screen) }

  package func front<Kind: Screen>(as kind: Kind.Type) -> Kind? { front as? Kind }

  /// The front one of a kind, which others may cover.
  package func topmost<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool = { _ in true }
  ) -> Kind? {
    index(of: kind, where: isMeant).flatMap { slots[$0].screen as? Kind }
  }

  package func all<Kind: Screen>(_ kind: Kind.Type) -> [Kind] {
    slots.compactMap { $0.screen as? Kind }
  }

  package func contains<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool = { _ in true }
  ) -> Bool {
    index(of: kind, where: isMeant) != nil
  }

  func contains(where isMeant: (any Screen) -> Bool) -> Bool {
    slots.contains { isMeant($0.screen) }
  }

  /// What can be seen, from the one that covers the whole screen to the front one.
  func visible(over bottom: any Screen) -> [any Screen] {
    let whole = slots.lastIndex { $0.screen.coversScreen }
    return whole.map { slots[$0...].map(\.screen) } ?? [bottom] + all
  }

  /// Those that lie over the front one of a kind.
  func above<Kind: Screen>(_ kind: Kind.Type) -> ArraySlice<any Screen> {
    all[((index(of: kind) ?? slots.count - 1) + 1)...]
  }

  private func index<Kind: Screen>(
    of kind: Kind.Type, where isMeant: (Kind) -> Bool = { _ in true }
  ) -> Int? {
    slots.lastIndex { ($0.screen as? Kind).map(isMeant) ?? false }
  }

  // MARK: Changing

  package mutating func push(_ screen: some Screen) { insert([screen], at: slots.count) }

  mutating func pop() { slots.removeLast() }

  /// Takes all away. No later one is taken for one of these.
  mutating func removeAll() { slots = [] }

  mutating func replaceFront(with screen: some Screen) {
    if !slots.isEmpty { slots[slots.count - 1].screen = screen }
  }

  /// Puts a screen in the place of the front one of its kind; does nothing where there is none.
  mutating func put<Kind: Screen>(
    _ screen: Kind, where isMeant: (Kind) -> Bool = { _ in true }
  ) {
    if let index = index(of: Kind.self, where: isMeant) { slots[index].screen = screen }
  }

  /// Changes all of a kind.
  mutating func update<Kind: Screen>(_ kind: Kind.Type, _ body: (inout Kind) -> Void) {
    for index in slots.indices {
      guard var screen = slots[index].screen as? Kind else { continue }
      body(&screen)
      slots[index].screen = screen
    }
  }

  /// Changes every one, and takes those away that there is nothing left of.
  mutating func transformAll(_ body: (any Screen) -> (any Screen)?) {
    slots = slots.compactMap { slot in body(slot.screen).map { Slot(id: slot.id, screen: $0) } }
  }

  mutating func layOut(in app: ScreenContext) {
    for index in slots.indices { slots[index].screen.layOut(in: app) }
  }

  mutating func removeAll<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool = { _ in true }
  ) {
    slots.removeAll { ($0.screen as? Kind).map(isMeant) ?? false }
  }

  /// Takes the front one of a kind away, and those over it that have no sense without it.
  mutating func remove<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool, keeping isKept: (any Screen) -> Bool
  ) {
    guard let index = index(of: kind, where: isMeant) else { return }
    slots.replaceSubrange(index..., with: slots[(index + 1)...].filter { isKept($0.screen) })
  }

  /// Takes away what lies over the front one that is meant; nothing where there is none.
  mutating func goBack(to isMeant: (any Screen) -> Bool) {
    if let index = slots.lastIndex(where: { isMeant($0.screen) }) {
      slots.removeSubrange((index + 1)...)
    }
  }

  /// Puts screens behind all others.
  mutating func insertBehindAll(_ new: [any Screen]) { insert(new, at: 0) }

  /// Puts screens right over the front one that is meant, else behind all others.
  mutating func insert(_ new: [any Screen], over isMeant: (any Screen) -> Bool) {
    insert(new, at: slots.lastIndex { isMeant($0.screen) }.map { $0 + 1 } ?? 0)
  }

  private mutating func insert(_ new: [any Screen], at index: Int) {
    let added = new.enumerated().map { Slot(id: nextID + $0.offset, screen: $0.element) }
    slots.insert(contentsOf: added, at: index)
    nextID += new.count
  }

  // MARK: While they change the app

  /// The numbers of those over the list, from the back to the front.
  fileprivate var ids: [Int] { slots.map(\.id) }

  fileprivate subscript(id: Int) -> (any Screen)? {
    get { slots.first { $0.id == id }?.screen }
    set {
      let index = slots.firstIndex { $0.id == id }
      if let newValue, let index { slots[index].screen = newValue }
    }
  }
}

extension ScreenStack {
  typealias Body<Kind> = (inout Kind, inout ScreenContext) -> [Effect]

  /// Gives the front screen, and what it may see and change, to a closure. What becomes of the screen
  /// is kept; then is done what it said.
  static func withFront(of state: inout AppState, _ body: Body<any Screen>) -> [Effect] {
    with(state.screens.ids.last, of: &state, body)
  }

  /// Gives the front screen of a kind to a closure as `withFront(of:_:)` does, if there is one.
  static func withTopmost<Kind: Screen>(
    _ kind: Kind.Type, of state: inout AppState, _ body: Body<Kind>
  ) -> [Effect] {
    guard let id = state.screens.ids.last(where: { state.screens[$0] is Kind }) else { return [] }
    return with(id, of: &state) { screen, context in
      guard var meant = screen as? Kind else { return [] }
      defer { screen = meant }
      return body(&meant, &context)
    }
  }

  /// Gives every one over the list to a closure as `withFront(of:_:)` does.
  static func withAll(of state: inout AppState, _ body: Body<any Screen>) -> [Effect] {
    state.screens.ids.flatMap { with($0, of: &state, body) }
  }

  private static func with(
    _ id: Int?, of state: inout AppState, _ body: Body<any Screen>
  ) -> [Effect] {
    var screen = id.flatMap { state.screens[$0] } ?? state.context.bottom
    let effects = body(&screen, &state.context)
    if let id { state.screens[id] = screen }
    return state.carryOut(effects)
  }
}
