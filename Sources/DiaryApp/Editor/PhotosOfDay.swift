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

  /// Looks for the photos of a day and offers them for the entry that is being written.
  static func offerPhotos(of day: CalendarDay, to draft: ID<Draft>) -> Effect {
    .run(day, in: .latest("day-photos")) { context in
      await context.environment.photosOfDay(day)
    } then: { state, photos in
      state.screens.update(EditorState.self) {
        if $0.draft == draft, $0.original == nil { $0.photosOfDay = photos }
      }
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

extension ScreenContext {
  /// Opens the editor on a new entry, which the photos of its day are offered for or put into.
  mutating func begin(
    _ editor: EditorState, on day: CalendarDay, takesPhotos: Bool = false
  ) -> [Effect] {
    push(editor)
    return [
      .readPrompts,
      takesPhotos
        ? .takePhotos(of: day, to: editor.draft) : .offerPhotos(of: day, to: editor.draft),
    ]
  }

  /// Adds photos of these paths to the entry that is being written.
  mutating func addPhotos(_ paths: [String], to draft: ID<Draft>) -> [Effect] {
    toast = localized("Adding \(CountWords.media(ofFiles: paths))…")
    return [.changeEditor { $0.photosUnderWay += 1 }, .addPhotos(paths, to: draft)]
  }
}

extension EditorState {
  /// Puts the photos that are offered into the entry.
  mutating func takePhotosOfDay(in app: inout ScreenContext) -> [Effect] {
    guard !photosOfDay.isEmpty else {
      app.toast = localized("There are no new photos of this day in photos_folder.")
      return []
    }
    let paths = photosOfDay.map(\.path)
    photosOfDay = []
    return app.addPhotos(paths, to: draft)
  }

  /// What is said of them while the entry has none; `nil` where none are offered.
  func offer(in app: ScreenContext) -> String? {
    guard !photosOfDay.isEmpty, page.photos.isEmpty, photosUnderWay == 0,
      let key = app.keys[.editor].keyName(of: .photosOfDay)
    else { return nil }
    return localized("\(CountWords.media(ofFiles: photosOfDay.map(\.path))) of the day: \(key)")
  }
}

extension AppState {
  /// Takes up what an empty page asks; where that can't be read, that is said, unless something else is.
  fileprivate mutating func takePrompts(_ read: Result<Prompts, TemplateError>, of file: String) {
    switch read {
    case .success(let prompts): context.prompts = prompts
    case .failure(let error): context.toast = context.toast ?? error.line(ofPrompts: file)
    }
  }

  /// Puts photos that were found into the entry, if it is still being written.
  fileprivate mutating func take(_ photos: [FoundPhoto], to draft: ID<Draft>) -> [Effect] {
    guard !photos.isEmpty, screens.topmost(EditorState.self)?.draft == draft else { return [] }
    return context.addPhotos(photos.map(\.path), to: draft)
  }
}
