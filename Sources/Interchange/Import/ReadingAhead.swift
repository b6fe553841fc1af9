import DiaryCore

/// Reads an import in parts, so that one part can be read while the one before it is compared with
/// the diary.
actor ReadingAhead {
  private var reader: (any DiaryReader)?
  private let size: Int

  /// Of `size` entries and notes at most.
  init(_ input: ImportInput, _ defaults: EntryDraft.Defaults, partsOf size: Int) {
    reader = input.reader(defaults)
    self.size = size
  }

  /// The next part; an empty one at the end.
  func part() -> Result<[ReadItem], DiaryError> {
    var items: [ReadItem] = []
    do throws(DiaryError) {
      while items.count < size, !Task.isCancelled, let item = try reader?.next() {
        items.append(item)
      }
      return .success(items)
    } catch {
      return .failure(error)
    }
  }
}
