import Localization
import Synchronization

/// How far a long-running task has come: an export, an import, a backup or a check.
package struct Progress: Hashable, Sendable {
  /// What a task does now, and so what is counted. Each phase is counted by itself, for nobody knows
  /// how long the next one takes.
  package enum Phase: Hashable, Sendable {
    /// The bytes that were read of an archive.
    case unpacking
    /// The entries that were read of another diary.
    case reading
    /// The photos that were found in a folder and looked at.
    case searching
    /// The photos and attachments of another diary that were brought.
    case bringing
    /// The entries of another diary that were saved.
    case saving
    /// The photos of a folder that were added; beside them, the entries that show them.
    case adding
    /// The entries that were exported; beside them, the photos.
    case exporting
    /// The files of a diary that were copied.
    case copying
    /// The files of a diary or of a backup that were checked.
    case checking
    /// The photos of which previews were drawn.
    case drawing
    /// The files that went to a remote; beside them, the bytes.
    case sending
    /// The files that came from a remote; beside them, the bytes.
    case receiving
  }

  package var phase: Phase
  package var done: Int
  /// How much there is to do; `nil` while nobody knows.
  package var total: Int?
  /// What is counted beside it.
  package var besides: Int

  package init(_ phase: Phase, _ done: Int, of total: Int? = nil, besides: Int = 0) {
    self.phase = phase
    self.done = done
    self.total = total
    self.besides = besides
  }

  /// From 0 to 1; `nil` while nobody knows how much there is.
  package var fraction: Double? {
    total.flatMap { $0 > 0 ? Double(done) / Double($0) : nil }
  }

  /// What was counted, in words.
  package func words(separator: String = " · ") -> String {
    ([counted] + [beside].compactMap(\.self)).joined(separator: separator)
  }

  private var counted: String {
    let (count, all) = (CountWords.grouped(done), CountWords.grouped(total ?? 0))
    return switch phase {
    case .unpacking: localized("\(done >> 20) MiB unpacked")
    case .reading: localized("\(CountWords.entries(done)) read")
    case .searching where total == nil: localized("\(CountWords.photos(done)) so far")
    case .searching, .adding: CountWords.photos(done, of: total ?? 0)
    case .bringing: localized("\(count) of \(all) photos and files")
    case .saving, .exporting: CountWords.entries(done, of: total ?? 0)
    case .copying: localized("\(count) of \(all) files copied")
    case .checking where total == nil: localized("\(CountWords.files(done)) checked")
    case .checking: localized("\(count) of \(all) files checked")
    case .drawing: localized("\(count) of \(all) previews drawn")
    case .sending: localized("\(count) of \(all) files sent")
    case .receiving: localized("\(count) of \(all) files received")
    }
  }

  private var beside: String? {
    switch phase {
    case .exporting: CountWords.photos(besides)
    case .adding where besides > 0: CountWords.entries(besides)
    case .sending, .receiving: CountWords.bytes(besides)
    default: nil
    }
  }
}

/// Lets progress through twenty times a second: each is a whole frame of a screen, and keys wait for
/// it.
package final class ProgressThrottle: Sendable {
  private let last = Mutex<ContinuousClock.Instant?>(nil)
  private let progress: @Sendable (Progress) -> Void

  package init(_ progress: @escaping @Sendable (Progress) -> Void) { self.progress = progress }

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
