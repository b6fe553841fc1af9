import DiaryCore

/// Reads an import in parts, so that one part can be read while the one before it is compared with
/// the diary.
actor Prefetcher {
  private var reader: (any DiaryReader)?
  private let input: ImportInput
  private let size: Int
  /// What is told at the end of the files that nothing has read; `nil` until then.
  private var ending: ArraySlice<ImportNote>?

  /// Of `size` entries and notes at most.
  init(_ input: ImportInput, _ defaults: EntryDraft.Defaults, partsOf size: Int) {
    reader = input.reader(defaults)
    self.input = input
    self.size = size
  }

  /// The next part; an empty one at the end.
  func part() -> Result<[ReadItem], DiaryError> {
    var items: [ReadItem] = []
    do throws(DiaryError) {
      while items.count < size, !Task.isCancelled, let item = try next() { items.append(item) }
      return .success(items)
    } catch {
      return .failure(error)
    }
  }

  private func next() throws(DiaryError) -> ReadItem? {
    if ending == nil {
      if let item = try reader?.next() { return item }
      ending = notesOfOthers()[...]
    }
    return ending?.popFirst().map { .note($0) }
  }

  /// Nothing is passed over in silence.
  private func notesOfOthers() -> [ImportNote] {
    guard !input.tree.isFile, let touched = reader?.touchedFiles else { return [] }
    let named = Set(input.notes.map(\.place))
    let others = input.tree.allFiles().filter {
      !touched.contains($0) && !named.contains(.file($0))
    }
    return PassedOver.notes(of: others)
  }
}
