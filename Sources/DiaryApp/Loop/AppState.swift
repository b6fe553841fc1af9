import DiaryCore
import DiarySettings
import TerminalUI

/// Everything that is shown, and nothing else: what screens share, the screens themselves, and what only
/// the loop has.
@dynamicMemberLookup
package struct AppState: Sendable {
  /// What screens may see and change besides themselves.
  package var context: ScreenContext
  /// What lies over the list; the last one is in front and sees the keys first.
  package var screens = ScreenStack() { didSet { context.see(screens) } }
  /// How long the program had run when the last message came.
  package var uptime = Duration.zero
  /// The key that left a screen last.
  var leavingKey: LeavingKey?
  /// Where one has been.
  package internal(set) var jumps = JumpList()
  /// How the diary was left the last time.
  package internal(set) var remembered = RememberedView()
  package var undo = UndoStack()
  /// What was thrown away, until it is known to be kept where it can be brought back from.
  var discarding: [EditorState] = []
  /// What is being compared beside the screen.
  var comparing: Comparison?
  /// Whether the entries in the trash have to be counted again.
  var trashedIsStale = true
  /// Set when the program is to end after the save that runs; `true` if even when that fails.
  var endsAfterSave: Bool?
  /// Whether the program is about to begin anew, with the diary locked.
  var isLocking = false
  /// What the program is about to begin anew with.
  var opening: DiaryOpening?
  var autoLock = AutoLock()
  /// The system's number of the program, which stays when it begins anew.
  var process: Int32 = 0
  /// The text that was being written when the diary was locked, until it is opened again.
  var resumedDraft: ID<Draft>?
  /// Whether the diary has just been opened: the next frame waits for its rows.
  var awaitsRows = false
  /// Whether the program was opened to write one entry, and ends with that.
  var writesOne = false
  /// The entry that was added last.
  package internal(set) var added: ID<Entry>?

  package init(
    size: Size, colors: ColorDepth, now: EntryDate, homeFolder: String, startFolder: String,
    localDate: @escaping @Sendable (Timestamp) -> EntryDate,
    assetPath: @escaping @Sendable (Photo) -> String
  ) {
    context = ScreenContext(
      size: size, colors: colors, now: now, homeFolder: homeFolder, startFolder: startFolder,
      localDate: localDate, assetPath: assetPath)
  }

  package subscript<Value>(dynamicMember path: KeyPath<ScreenContext, Value>) -> Value {
    context[keyPath: path]
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<ScreenContext, Value>) -> Value {
    get { context[keyPath: path] }
    // In place: what is changed may be large.
    _modify { yield &context[keyPath: path] }
  }

  /// Does what of some effects is the loop's own, after what screens have said: the others are left.
  mutating func carryOut(_ effects: [Effect]) -> [Effect] {
    (context.takeSaid() + effects).flatMap { effect in
      guard case .update(let change) = effect.work else { return [effect] }
      return carryOut(change(&self))
    }
  }
}
