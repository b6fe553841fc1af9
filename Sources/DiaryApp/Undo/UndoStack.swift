import DiaryCore

/// The changes of this run that can be taken back, and those taken back that can be made again.
///
/// A step tells by revisions what it replaces, so that what another program wrote meanwhile is
/// kept beside it. Undoing never removes a revision but saves a new one that says the same as an
/// earlier one, and from then on stands for it in all other steps.
package struct UndoStack: Sendable {
  package enum Direction: Hashable, Sendable {
    case undo, redo
  }

  /// The next one last.
  private var undoSteps: [UndoStep] = []
  private var redoSteps: [UndoStep] = []
  /// Texts that were thrown away since the last change, the latest last: undo offers them first.
  var discarded: [ID<Draft>] = []
  /// What was asked for while a change was being saved; it comes after that.
  private(set) var waiting: [Direction] = []
  /// Changes that are being saved.
  private var saving = 0

  mutating func ask(_ direction: Direction) { waiting.append(direction) }

  /// The next direction that was asked for, once nothing is being saved.
  mutating func next() -> Direction? {
    saving == 0 && !waiting.isEmpty ? waiting.removeFirst() : nil
  }

  /// It stays where it is until it has been carried out.
  func step(_ direction: Direction) -> UndoStep? {
    direction == .undo ? undoSteps.last : redoSteps.last
  }

  mutating func began(saving count: Int) { saving += count }

  var isSaving: Bool { saving > 0 }

  mutating func ended() { saving = max(0, saving - 1) }

  /// Notes a new change, after which nothing can be made again.
  mutating func record(_ step: UndoStep) {
    undoSteps.append(step)
    redoSteps = []
    discarded = []
  }

  /// Notes that the next step was carried out, and how to go the other way.
  mutating func carriedOut(_ direction: Direction, inverse: UndoStep) {
    guard let step = removeNext(direction) else { return }
    let names = step.names(after: inverse)
    for index in undoSteps.indices { undoSteps[index].rename(names) }
    for index in redoSteps.indices { redoSteps[index].rename(names) }
    if direction == .undo { redoSteps.append(inverse) } else { undoSteps.append(inverse) }
  }

  /// Drops the next step, which can't be carried out any more.
  mutating func drop(_ direction: Direction) { _ = removeNext(direction) }

  /// Drops the steps that would make journals again what they were before.
  mutating func forgetJournals() {
    undoSteps.removeAll { !$0.journals.isEmpty }
    redoSteps.removeAll { !$0.journals.isEmpty }
  }

  /// Drops all steps, and the texts that it would offer.
  mutating func forgetAll() { (undoSteps, redoSteps, discarded) = ([], [], []) }

  /// Drops the steps of entries that are gone for good.
  mutating func forget(_ entries: Set<ID<Entry>>) {
    undoSteps = undoSteps.compactMap { $0.without(entries) }
    redoSteps = redoSteps.compactMap { $0.without(entries) }
  }

  /// What was asked for after a step that failed isn't what was meant any more.
  mutating func stopWaiting() { waiting = [] }

  private mutating func removeNext(_ direction: Direction) -> UndoStep? {
    direction == .undo ? undoSteps.popLast() : redoSteps.popLast()
  }
}
