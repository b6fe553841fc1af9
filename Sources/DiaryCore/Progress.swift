import Synchronization
import Text

/// The progress of a long-running task, such as an export, an import, a backup or a check.
package struct Progress: Hashable, Sendable {
  /// The phase of a task, which determines what is counted. Each phase is counted separately,
  /// because the duration of the next one is unknown.
  package enum Phase: Hashable, Sendable {
    /// Reading an archive; counts bytes.
    case unpacking
    /// Reading another diary; counts entries.
    case reading
    /// Searching a folder; counts the photos found and inspected.
    case searching
    /// Importing files of another diary; counts photos and attachments.
    case importing
    /// Saving entries of another diary; counts entries.
    case saving
    /// Adding photos of a folder; counts photos, and entries as `secondaryCount`.
    case adding
    /// Exporting; counts entries, and photos as `secondaryCount`.
    case exporting
    /// Copying a diary; counts files.
    case copying
    /// Checking a diary or backup; counts files.
    case checking
    /// Reading the words in photos; counts photos, and those with words as `secondaryCount`.
    case readingPhotos
    /// Drawing previews; counts photos.
    case drawing
    /// Sending to a remote; counts files, and bytes as `secondaryCount`.
    case sending
    /// Receiving from a remote; counts files, and bytes as `secondaryCount`.
    case receiving
  }

  package var phase: Phase
  package var done: Int
  /// The total; `nil` while it is unknown.
  package var total: Int?
  /// A second count; see `Phase`.
  package var secondaryCount: Int

  package init(_ phase: Phase, _ done: Int, of total: Int? = nil, secondaryCount: Int = 0) {
    self.phase = phase
    self.done = done
    self.total = total
    self.secondaryCount = secondaryCount
  }

  /// The fraction from 0 to 1; `nil` while the total is unknown.
  package var fraction: Double? {
    total.flatMap { $0 > 0 ? Double(done) / Double($0) : nil }
  }

  /// Returns a text with the counts.
  package func text(separator: String = " · ") -> String {
    ([counted] + [secondCount].compactMap(\.self)).joined(separator: separator)
  }

  private var counted: String {
    let (count, all) = (CountText.grouped(done), CountText.grouped(total ?? 0))
    return switch phase {
    case .unpacking: localized("\(done >> 20) MiB unpacked")
    case .reading: localized("\(CountText.entries(done)) read")
    case .searching where total == nil: localized("\(CountText.photos(done)) so far")
    case .searching, .adding: CountText.photos(done, of: total ?? 0)
    case .importing: localized("\(count) of \(all) photos and files")
    case .saving, .exporting: CountText.entries(done, of: total ?? 0)
    case .copying: localized("\(count) of \(all) files copied")
    case .checking where total == nil: localized("\(CountText.files(done)) checked")
    case .checking: localized("\(count) of \(all) files checked")
    case .readingPhotos: localized("\(count) of \(all) photos read")
    case .drawing: localized("\(count) of \(all) previews made")
    case .sending: localized("\(count) of \(all) files sent")
    case .receiving: localized("\(count) of \(all) files received")
    }
  }

  private var secondCount: String? {
    switch phase {
    case .exporting: CountText.photos(secondaryCount)
    case .adding where secondaryCount > 0: CountText.entries(secondaryCount)
    case .readingPhotos: localized("\(CountText.grouped(secondaryCount)) with words")
    case .sending, .receiving: CountText.bytes(secondaryCount)
    default: nil
    }
  }
}

/// Limits progress reports to twenty per second: each one draws a whole screen, which delays keys.
package final class ProgressThrottle: Sendable {
  private let last = Mutex<ContinuousClock.Instant?>(nil)
  private let progress: @Sendable (Progress) -> Void

  package init(_ progress: @escaping @Sendable (Progress) -> Void) { self.progress = progress }

  /// Passes on a report, unless the last one was less than 50 milliseconds ago.
  package func report(_ now: Progress) {
    let time = ContinuousClock.now
    let isDue = last.withLock { last in
      if let last, time - last < .milliseconds(50) { return false }
      last = time
      return true
    }
    if isDue { progress(now) }
  }
}
