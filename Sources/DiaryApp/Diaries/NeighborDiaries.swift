import DiaryCore
import Localization

// The diaries beside the open one stand below its journals. Another one is opened by the program beginning
// anew with it: nothing of the one stays in the other.
extension AppState {
  /// Leaves this diary for another one.
  fileprivate mutating func open(_ diary: NeighborDiary) -> [Effect] {
    opening = diary
    return leave(evenUnsaved: false)
  }
}

extension NeighborDiary {
  /// What it is called on a screen.
  var title: String { name?.printable ?? localized("Your own diary") }
}

extension Effect {
  /// Asks which diaries there are beside this one, and how it stands with them.
  static let loadNeighbors = Effect.telling(in: .latest("neighbors")) { context in
    guard let directory = context.environment.diaries else { return }
    let others = await directory.others()
    if !Task.isCancelled { context.post(.neighborsLoaded(others)) }
  }

  static func open(_ diary: NeighborDiary) -> Effect { .update { $0.open(diary) } }
}

extension Message {
  fileprivate static func neighborsLoaded(_ loaded: [NeighborDiary]) -> Message {
    Message(loaded) { state in
      state.neighbors = loaded
      state.screens.update(JournalsState.self) { [context = state.context] screen in
        screen.choice.select(screen.choice.selected, count: screen.rowCount(in: context))
      }
    }
  }
}
