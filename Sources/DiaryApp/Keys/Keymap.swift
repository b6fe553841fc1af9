import TerminalUI

/// What keys do, on each screen: the contract's, but for what a person has changed.
package struct Keymap: Hashable, Sendable {
  private var changed: [KeyScreen: KeyTable] = [:]

  /// The commands of a person's own.
  var own: [OwnCommand] = []

  package init() {}

  subscript(_ screen: KeyScreen) -> KeyTable {
    get { changed[screen] ?? screen.defaults }
    set { changed[screen] = newValue }
  }
}
