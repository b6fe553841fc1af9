import DiaryCore
import Words

extension AppState {
  /// Something that might have been a photo is none.
  private mutating func photoEnded(
    _ draft: ID<Draft>, _ body: (inout EditorState) -> Void
  ) -> [Effect] {
    _ = withEditor { editor in
      guard editor.draft == draft else { return }
      editor.photosUnderWay = max(0, editor.photosUnderWay - 1)
      body(&editor)
    }
    return saveWithPhotos(unless: false)
  }

  /// Saves what was to be saved as soon as its photos are there. What was refused has to be read
  /// first; then it's for the person to say.
  private mutating func saveWithPhotos(unless isRefused: Bool) -> [Effect] {
    let isDue = withEditor { editor in
      guard editor.savesWithPhotos, editor.photosUnderWay == 0 else { return false }
      editor.savesWithPhotos = false
      return !isRefused
    }
    return isDue == true ? saveFromDialog() : []
  }
}
