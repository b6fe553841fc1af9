import DiaryCore
import Text

/// The reading of the words in photos in the background: all photos once after the start, then
/// those of changed entries.
struct PhotoTextActivity: Sendable {
  /// Indicates that all photos are to be checked.
  var isDue = true
  /// The photos of entries that have changed since.
  private var changed: [Photo] = []
  fileprivate var isRunning = false
  fileprivate var progress: Progress?
  fileprivate var outcome: PhotoTextOutcome?
  /// Indicates that no program is installed.
  fileprivate var isMissing = false

  /// The most photos of changed entries; for more, all are checked.
  private static let maxChanged = 500

  /// Records the photos of an entry that was saved here or arrived.
  mutating func changed(_ entry: Entry) {
    guard !isDue else { return }
    // The other program may not know these photos, nor those that were passed over.
    if outcome?.isBusy == true { isDue = true }
    changed += entry.photos
    if changed.count > Self.maxChanged { isDue = true }
  }

  /// Returns the effect that reads the photos that are due, unless one is running.
  fileprivate mutating func next() -> Effect? {
    guard !isRunning, isDue || !changed.isEmpty else { return nil }
    let photos = isDue ? nil : changed
    (isDue, changed, isRunning, progress) = (false, [], true, nil)
    return .readPhotoTexts(photos)
  }

  /// Describes the state; `nil` before the first run.
  var words: String? {
    if isMissing { return localized("install tesseract to read them") }
    if isRunning { return progress?.text() ?? localized("reading…") }
    guard let outcome else { return nil }
    if outcome.isBusy { return localized("another window reads them") }
    if outcome.endedBy != nil { return localized("tesseract failed at several photos") }
    return outcome.left == 0
      ? localized("all read")
      : localized(id: "phototexts.left", "\(CountText.grouped(outcome.left)) left")
  }
}

extension AppState {
  /// Reads the words in photos that are due, or stops when the setting is turned off.
  mutating func pendingPhotoTexts() -> [Effect] {
    guard preferences.readsPhotoTexts else {
      guard photoTexts.isRunning || photoTexts.outcome != nil || photoTexts.isMissing else {
        return []
      }
      photoTexts = PhotoTextActivity()
      return [.stopReadingPhotoTexts]
    }
    // A locked diary's photos can't be opened.
    guard !isLocked, !isLocking else {
      guard photoTexts.isRunning else { return [] }
      photoTexts = PhotoTextActivity()
      return [.stopReadingPhotoTexts]
    }
    return photoTexts.next().map { [$0] } ?? []
  }
}

// MARK: - Effects

extension Effect {
  private static let slot = "photoTexts"

  /// Reads the words in photos, or in all photos for `nil`, at a low priority. When the program
  /// ends, what has been read is kept.
  static func readPhotoTexts(_ photos: [Photo]?) -> Effect {
    .posting(photos ?? [], photos == nil, in: .interruptible(slot), priority: .background) {
      context in
      guard let run = context.environment.photoTextRun() else {
        return context.post(.photoTextsRead(nil))
      }
      do {
        let outcome =
          if let photos { await run.read(photos) } else {
            try await run.readAll { context.post(.readingPhotoTexts($0)) }
          }
        if !Task.isCancelled { context.post(.photoTextsRead(outcome)) }
      } catch {
        // The list reports that the diary can't be read.
        if !Task.isCancelled { context.post(.photoTextsRead(nil, isMissing: false)) }
      }
    }
  }

  static var stopReadingPhotoTexts: Effect { .stop(slot) }
}

extension Message {
  static func readingPhotoTexts(_ progress: Progress) -> Message {
    Message(progress) { $0.photoTexts.progress = progress }
  }

  /// Handles the end of a run; the outcome is `nil` if it couldn't begin.
  static func photoTextsRead(_ outcome: PhotoTextOutcome?, isMissing: Bool = true) -> Message {
    Message(outcome?.read ?? 0, isMissing) { state in
      state.photoTexts.isRunning = false
      state.photoTexts.outcome = outcome
      state.photoTexts.isMissing = outcome == nil && isMissing
      // Searches that are shown find the new words.
      if let outcome, outcome.withWords > 0, !state.photoPhrases.isEmpty {
        state.changeFound { if $0.predicate?.photoPhrases.isEmpty == false { $0.refresh() } }
      }
    }
  }
}
