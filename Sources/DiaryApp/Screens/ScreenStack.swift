/// The screens and dialogs over the list, the front one last.
package struct ScreenStack: Sendable {
  private var screens: [any Screen]

  package init(_ screens: [any Screen] = []) { self.screens = screens }

  package var isEmpty: Bool { screens.isEmpty }
  package var count: Int { screens.count }
  /// The one that sees keys first; `nil` where that is the list.
  package var front: (any Screen)? { screens.last }
  /// The front one of those that cover the whole screen; `nil` where that is the list.
  var frontWhole: (any Screen)? { screens.last(where: \.coversScreen) }
  /// What can be seen, from the one that covers the whole screen to the front one.
  var visible: ArraySlice<any Screen> {
    screens[(screens.lastIndex(where: \.coversScreen) ?? 0)...]
  }
  /// From the one at the back to the one in front.
  var all: [any Screen] { screens }

  package func front<Kind: Screen>(as kind: Kind.Type) -> Kind? { screens.last as? Kind }

  /// The front one of a kind, which others may cover.
  package func topmost<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool = { _ in true }
  ) -> Kind? {
    for case let screen as Kind in screens.reversed() where isMeant(screen) { return screen }
    return nil
  }

  package func all<Kind: Screen>(_ kind: Kind.Type) -> [Kind] { screens.compactMap { $0 as? Kind } }

  package func contains<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool = { _ in true }
  ) -> Bool {
    topmost(kind, where: isMeant) != nil
  }

  func contains(where isMeant: (any Screen) -> Bool) -> Bool { screens.contains(where: isMeant) }

  /// Those that lie over the front one of a kind.
  func above<Kind: Screen>(_ kind: Kind.Type) -> ArraySlice<any Screen> {
    let index = screens.lastIndex { $0 is Kind } ?? screens.count - 1
    return screens[(index + 1)...]
  }

  // MARK: Changing

  package mutating func push(_ screen: some Screen) { screens.append(screen) }

  mutating func pop() { screens.removeLast() }

  mutating func replaceFront(with screen: some Screen) { screens[screens.count - 1] = screen }

  /// Puts a screen in the place of the front one of its kind; does nothing where there is none.
  mutating func put<Kind: Screen>(
    _ screen: Kind, where isMeant: (Kind) -> Bool = { _ in true }
  ) {
    let index = screens.lastIndex { ($0 as? Kind).map(isMeant) ?? false }
    if let index { screens[index] = screen }
  }

  /// Changes all of a kind.
  mutating func update<Kind: Screen>(_ kind: Kind.Type, _ body: (inout Kind) -> Void) {
    for index in screens.indices {
      guard var screen = screens[index] as? Kind else { continue }
      body(&screen)
      screens[index] = screen
    }
  }

  /// Changes all of a kind, and takes those away that there is nothing left of.
  mutating func transform<Kind: Screen>(_ kind: Kind.Type, _ body: (Kind) -> Kind?) {
    screens = screens.compactMap { screen in
      guard let meant = screen as? Kind else { return screen }
      return body(meant)
    }
  }

  /// Changes every one, and takes those away that there is nothing left of.
  mutating func transformAll(_ body: (any Screen) -> (any Screen)?) {
    screens = screens.compactMap(body)
  }

  mutating func layOut(in app: AppState) {
    for index in screens.indices { screens[index].layOut(in: app) }
  }

  mutating func removeAll<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool = { _ in true }
  ) {
    screens.removeAll { ($0 as? Kind).map(isMeant) ?? false }
  }

  /// Takes the front one of a kind away, and those over it that have no sense without it.
  mutating func remove<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: (Kind) -> Bool, keeping isKept: (any Screen) -> Bool
  ) {
    guard let index = screens.lastIndex(where: { ($0 as? Kind).map(isMeant) ?? false }) else {
      return
    }
    screens.replaceSubrange(index..., with: screens[(index + 1)...].filter(isKept))
  }

  /// Takes away what lies over the front one that is meant; nothing where there is none.
  mutating func goBack(to isMeant: (any Screen) -> Bool) {
    if let index = screens.lastIndex(where: isMeant) { screens.removeSubrange((index + 1)...) }
  }

  /// Puts screens behind all others.
  mutating func insertBehindAll(_ new: [any Screen]) { screens.insert(contentsOf: new, at: 0) }

  /// Puts screens right over the front one that is meant, else behind all others.
  mutating func insert(_ new: [any Screen], over isMeant: (any Screen) -> Bool) {
    let index = screens.lastIndex(where: isMeant).map { $0 + 1 } ?? 0
    screens.insert(contentsOf: new, at: index)
  }
}
