import DiaryCore
import Localization
import TerminalUI

/// How far a long-running task of a screen is.
enum TaskPhase: Hashable, Sendable {
  /// It is found out what there is to do.
  case preparing(Progress?)
  /// The person says what is to be done.
  case asking
  case running(Progress?)
  /// Esc was pressed; what is under way is waited for or taken back.
  case stopping

  mutating func move(to progress: Progress) {
    switch self {
    case .preparing: self = .preparing(progress)
    case .running: self = .running(progress)
    case .asking, .stopping: break
    }
  }
}

/// A screen or dialog that asks what is to be done, and shows how far it is.
protocol TaskScreen: Screen {
  var phase: TaskPhase { get set }
  /// What it does now; when it is stopped, what becomes of what was done so far.
  var taskWords: String { get }
}

extension TaskScreen {
  /// Stops it; where nothing has been done yet, it is left.
  mutating func stop(_ cancel: Effect, in app: inout ScreenContext) -> [Effect] {
    switch phase {
    case .preparing, .asking: app.pop()
    case .running: phase = .stopping
    case .stopping: return []
    }
    return [cancel]
  }

  /// Draws how far it is, with a bar where it is known how much there is to do.
  func drawProgress(in grid: inout Grid, _ app: ScreenContext, stop command: Command) {
    switch phase {
    case .asking: break
    case .preparing(let progress), .running(let progress):
      let stop = keyTables(app.keys)[0].stoppingWords(command)
      let inner = DialogBox(title: taskWords, body: ["", "", stop])
        .draw(in: &grid, grid.bounds, app.theme.dialog)
      guard let progress else { return }
      if let fraction = progress.fraction {
        ProgressBar.draw(
          fraction, in: &grid, inner.line(2), done: app.theme.accent, rest: app.theme.rule)
      }
      grid.draw(progress.words(), in: inner.line(3), app.theme.dim)
    case .stopping:
      DialogBox(title: localized("Stopping"), body: [taskWords])
        .draw(in: &grid, grid.bounds, app.theme.dialog)
    }
  }
}

extension Message {
  static func moved<Task: TaskScreen>(
    _ task: Task.Type, to progress: Progress, function: String
  ) -> Message {
    Message(progress, function: function) { state in
      state.screens.update(task) { $0.phase.move(to: progress) }
    }
  }
}
