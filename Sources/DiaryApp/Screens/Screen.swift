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
