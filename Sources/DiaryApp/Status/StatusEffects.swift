import DiaryCore
import Localization

extension Effect {
  static var loadStatus: Effect {
    .read { .statusLoaded(await $0.status()) }
  }

  static func renameAuthor(_ name: String) -> Effect {
    .write(name) { context async throws(DiaryError) in
      _ = try await context.service.rename(author: name)
      let status = await context.service.status()
      return Message(function: "authorRenamed") { state in
        state.screens.removeAll(AuthorNameState.self)
        state.screens.update(StatusState.self) { $0.status = status }
        guard let author = status.author else { return }
        state.authorName = author.name
        state.toast = localized("Changed the author's name to “\(author.name)”.")
      }
    }
  }
}

extension Message {
  static func statusLoaded(_ status: DiaryStatus) -> Message {
    Message { state in state.screens.update(StatusState.self) { $0.status = status } }
  }
}
