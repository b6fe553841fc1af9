import DiaryCore
import Localization

extension Effect {
  /// Looks for the photos of a day and puts them into the entry that is being written.
  static func takePhotos(of day: CalendarDay, to draft: ID<Draft>) -> Effect {
    .run(day, draft, in: .latest("day-photos")) { context in
      await context.environment.photosOfDay(day)
    } thenPerform: { state, photos in
      state.take(photos, to: draft)
    }
  }

  /// Reads the questions of the person's own.
  static var readPrompts: Effect {
    .run { context in
      (context.environment.readPrompts(), context.environment.promptFile)
    } then: { state, read in
      state.takePrompts(read.0, of: read.1)
    }
  }
}

extension AppState {
  /// Takes up what an empty page asks; where that can't be read, that is said.
  mutating func takePrompts(_ read: Result<Prompts, TemplateError>, of file: String) {
    switch read {
    case .success(let prompts): context.prompts = prompts
    case .failure(let error): context.toast = error.line(ofPrompts: file)
    }
  }

  /// Puts photos that were found into the entry, if it is still being written.
  fileprivate mutating func take(_ photos: [FoundPhoto], to draft: ID<Draft>) -> [Effect] {
    guard !photos.isEmpty, screens.topmost(EditorState.self)?.draft == draft else { return [] }
    context.toast = localized("Adding \(CountWords.photos(photos.count))…")
    return changeEditor { $0.photosUnderWay += 1 } + [.addPhotos(photos.map(\.path), to: draft)]
  }
}
