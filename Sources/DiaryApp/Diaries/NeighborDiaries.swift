import DiaryCore
import Localization

// The diaries beside the open one stand below its journals. Another one, or all as one, is opened by the
// program beginning anew with it: nothing of the one stays in the other.
extension AppState {
  /// Leaves what is open for something else.
  fileprivate mutating func open(_ opening: DiaryOpening) -> [Effect] {
    self.opening = opening
    return leave(evenUnsaved: false)
  }
}

extension NeighborDiary {
  /// What it is called on a screen.
  var title: String { DiaryName(name).title }
}

extension Effect {
  /// Asks which diaries there are beside this one, and how it stands with them.
  static let loadNeighbors = Effect.telling(in: .latest("neighbors")) { context in
    guard let directory = context.environment.diaries else { return }
    let others = await directory.others()
    if !Task.isCancelled { context.post(.neighborsLoaded(others)) }
  }

  static func open(_ opening: DiaryOpening) -> Effect { .update { $0.open(opening) } }
}

extension Message {
  fileprivate static func neighborsLoaded(_ loaded: [NeighborDiary]) -> Message {
    Message(loaded) { state in
      let old = state.context.rowsBeforeJournals
      state.neighbors = loaded
      let shift = state.context.rowsBeforeJournals - old
      state.screens.update(JournalsState.self) { [context = state.context] screen in
        guard screen.isCounted else { return }
        screen.choice.select(screen.choice.selected + shift, count: screen.rowCount(in: context))
      }
    }
  }
}
