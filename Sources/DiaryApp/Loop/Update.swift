import DiaryCore
import Localization
import TerminalUI

extension AppState {
  /// Takes a message in: the new state, and what is to be done outside.
  package mutating func update(_ message: Message, now: EntryDate) -> [Effect] {
    context.now = now
    awaitsRows = false
    if message.endsWrite {
      undo.ended()
      context.sync.recordSave()
    }
    var effects = carryOut(message.change(&self))
    if isLocked {
      layOut()
      return effects
    }
    if hasWrittenOne { return effects + leaving() }
    effects += nextUndo() + ScreenStack.withAll(of: &self) { $0.requests(in: &$1) }
    effects += pendingJournals() + pendingFigures() + pendingReturning()
    undo.began(saving: effects.count { $0.changesDiary })
    effects += pendingLengths() + pendingMediaLengths()
    layOut()
    effects += pendingMatches() + pendingComparison() + pendingSpelling()
    if let rows = context.list.pendingRows() { effects.append(.loadRows(rows)) }
    effects +=
      pendingFound() + pendingTrashCount() + pendingSync() + pendingAutoLock()
      + pendingNews()
    let wanted = context.pictures.request(wantedPictures)
    if !wanted.stale.isEmpty { effects.append(.cancelPictures(wanted.stale)) }
    return effects + wanted.missing.inView.map { .makePicture($0, isAhead: false) }
      + wanted.missing.ahead.map { .makePicture($0, isAhead: true) }
  }

  /// What is to be done before the first message: nothing but what the first frame needs.
  package mutating func start(_ first: FirstRows? = nil) -> [Effect] {
    context.list.pendingRows().map { [.loadRows($0, begun: $0.offset == 0 ? first : nil)] } ?? []
  }

  mutating func receive(_ event: TerminalEvent) -> [Effect] {
    switch event {
    case .key, .paste, .burst, .mouse, .resumed:
      if isAutoLockOverdue { return lock() }
      if event != .resumed { autoLock.lastInput = uptime }
    case .resize, .capsLock, .learned, .terminate: break
    }
    switch event {
    case .key(let key):
      // What can't be seen shouldn't be done.
      let command = context.keys[.everywhere].command(for: key)
      let isLeaving = screens.isEmpty && context.found == nil && command == .back
      guard isLargeEnough || isLeaving || command == .leave || command == .suspend else {
        return []
      }
      context.toast = nil
      return receive(key)
    // What can't be seen shouldn't be changed.
    case .paste(let text):
      return isLargeEnough ? ScreenStack.withFront(of: &self) { $0.paste(text, in: &$1) } : []
    case .burst(let keys):
      // Only where a text is written does a paste differ from its keys: as such it continues no list.
      if let editor = context.front as? EditorState, context.isTypingText(in: editor) {
        return receive(.paste(keys.compactMap(\.typedText).joined()))
      }
      return keys.flatMap { key in
        defer { layOut() }
        return receive(.key(key))
      }
    case .mouse(let mouse): return isLargeEnough ? receive(mouse) : []
    case .resize(let size): context.size = size
    case .capsLock(let isOn): context.hasCapsLock = isOn
    case .learned(let facts): context.facts = facts
    case .resumed: return [.redraw]
    case .terminate: return leave(evenUnsaved: true)
    }
    return []
  }

  private mutating func receive(_ key: KeyEvent) -> [Effect] {
    let depth = depth
    if leavingKey?.key != key { leavingKey = nil }
    let effects = giveFront(key)
    guard effects.contains(.leave) else {
      if self.depth < depth { leavingKey = LeavingKey(key: key, time: uptime) }
      return effects
    }
    let others = effects.filter { $0 != .leave }
    if leavingKey?.isRepeated(by: key, at: uptime) == true {
      context.toast = localized("Press \(key.name) again to quit.")
      return others
    }
    return others + leave(evenUnsaved: false)
  }

  /// Gives a key to the screen or dialog in front.
  mutating func giveFront(_ key: KeyEvent) -> [Effect] {
    if let effects = runOwnCommand(key) { return effects }
    return ScreenStack.withFront(of: &self) { $0.handle(key, in: &$1) }
  }

  /// Ends the program; what is written and not saved is kept as a draft first. A save that runs is
  /// waited for; should it fail, the program ends only if it must.
  mutating func leave(evenUnsaved: Bool) -> [Effect] {
    // Nothing has been opened that there would be something to keep of.
    if isLocked { return [.leave] }
    if withEditor({ $0.isSaving }) == true || isSavingCaption {
      endsAfterSave = evenUnsaved
      return []
    }
    // What stands in an open dialog goes into the draft.
    for dialog in screens.all(DetailsState.self) { changeEditor(dialog.takeIntoEditor) }
    return captionToKeep() + draftToKeep() + leaving(atOnce: evenUnsaved)
  }

  private mutating func receive(_ mouse: MouseEvent) -> [Effect] {
    var mouse = mouse
    if !(context.front is EditorState) {
      // Where there is no text, nothing is dragged, and a third press is the first of the next two.
      switch mouse.action {
      case .drag, .release: return []
      case .triplePress: mouse.action = .press
      default: break
      }
    }
    return ScreenStack.withFront(of: &self) { $0.click(mouse, in: &$1) }
  }
}

/// A key that has left a screen. Pressed once too often, it would end the program.
struct LeavingKey: Sendable {
  let key: KeyEvent
  /// In the program's time.
  let time: Duration

  /// Nobody has seen by then that the list is in front.
  private static let pause = Duration.milliseconds(500)

  func isRepeated(by key: KeyEvent, at time: Duration) -> Bool {
    key == self.key && time - self.time < Self.pause
  }
}
