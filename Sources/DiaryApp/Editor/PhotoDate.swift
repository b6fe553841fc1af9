import DiaryCore
import Words

extension AppState {
  /// When the first photo of an entry that says so was taken, in its own zone, else in this one.
  func photoDate(_ photos: [Photo]) -> EntryDate? {
    photos.lazy.compactMap { photo in
      EntryDate(taken: photo.taken) { local in
        // The offset of the place at about that time, asked for once more with it known.
        let guess = localDate(Timestamp(milliseconds: local * 1000)).offset
        return localDate(Timestamp(milliseconds: (local - Int64(guess)) * 1000)).offset
      }
    }.first
  }

  /// Gives the entry the date of its first photo.
  mutating func takePhotoDate(_ editor: inout EditorState) {
    guard let date = photoDate(editor.page.photos) else {
      toast = localized("No photo here has a date taken.")
      return
    }
    editor.setDate(date)
    toast =
      keys[.editor].keyName(of: .undo).map {
        localized("Changed the entry's date to the photo's. Press \($0) to undo.")
      } ?? localized("Changed the entry's date to the photo's.")
  }

  /// The words that propose the date of a new entry's first photo; `nil` when there is no need. It
  /// is never taken unasked. The key comes first, to be there on a narrow screen too.
  func proposal(for editor: EditorState, before: [Photo]) -> String? {
    guard editor.original == nil, before.isEmpty, !editor.isDateChanged,
      let date = photoDate(editor.page.photos), let entry = editor.fields?.date,
      date.day != entry.day, let key = keys[.editor].keyName(of: .datePhoto)
    else { return nil }
    return localized("Press \(key) to date the entry \(DateWords.short(date.day)), \(date.clock).")
  }
}
