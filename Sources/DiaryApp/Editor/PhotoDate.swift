import DiaryCore
import Localization

extension EditorState {
  /// Gives the entry the date of its first photo.
  mutating func takePhotoDate(in app: inout ScreenContext) {
    guard let date = photoDate(in: app) else {
      app.toast = localized("No photo here has a date taken.")
      return
    }
    setDate(date)
    app.toast =
      app.keys[.editor].keyName(of: .undo).map {
        localized("Changed the entry's date to the photo's. Press \($0) to undo.")
      } ?? localized("Changed the entry's date to the photo's.")
  }

  /// The words that propose the date of a new entry's first photo; `nil` when there is no need. It
  /// is never taken unasked. The key comes first, to be there on a narrow screen too.
  func proposal(before: [Photo], in app: ScreenContext) -> String? {
    guard original == nil, before.isEmpty, !isDateChanged,
      let date = photoDate(in: app), let entry = fields?.date,
      date.day != entry.day, let key = app.keys[.editor].keyName(of: .datePhoto)
    else { return nil }
    return localized("Press \(key) to date the entry \(DateWords.short(date.day)), \(date.clock).")
  }

  /// When the first photo of an entry that says so was taken, in its own zone, else in this one.
  private func photoDate(in app: ScreenContext) -> EntryDate? {
    page.photos.lazy.compactMap { photo in
      EntryDate(taken: photo.taken) { local in
        // The offset of the place at about that time, asked for once more with it known.
        let guess = app.localDate(Timestamp(milliseconds: local * 1000)).offset
        return app.localDate(Timestamp(milliseconds: (local - Int64(guess)) * 1000)).offset
      }
    }.first
  }
}
