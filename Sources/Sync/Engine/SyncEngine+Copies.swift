import DiaryCore
import DiaryStore
import Localization
import System

/// Copies of the diary that were made by hand, and went on apart.
extension SyncEngine {
  /// What came of taking in another copy.
  package struct TakenCopy: Hashable, Sendable {
    /// Changes, and photos and attachments, that weren't here.
    package var lines = 0
    package var files = 0
    /// What wasn't taken, a line each. Safe for a terminal.
    package var issues: [String] = []
  }

  /// Takes in all that another copy of the diary has and this one lacks. Nothing that is here is lost,
  /// nothing there is changed, and doing it twice adds nothing.
  ///
  /// - Throws: When there is no diary in the folder, or somebody else's.
  package func take(
    copyAt path: String, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> TakenCopy {
    let copy = try await diary(DiaryCopy(at: path, now: now()))
    let own = try await diary(await repository.existingOwner())
    if let own, let other = copy.owner, other.id != own.id {
      throw SyncError(
        localized("\(path) is another diary, of \(other.name). Nothing was changed.").printable)
    }
    try await diary(await repository.vouchForOldLogs())
    var taken = TakenCopy()
    if copy.isFounded {
      try await takeLines(of: copy, &taken)
    } else {
      taken.lines += try await diary(await repository.adoptOldLogs(of: copy))
    }
    try await takeFiles(of: copy, &taken, progress)
    await repository.finish()
    return taken
  }

  private func takeLines(of copy: DiaryCopy, _ taken: inout TakenCopy) async throws(SyncError) {
    let (all, oldLogs) = try await diary((try copy.segments(), try copy.oldLogs()))
    let segments = all.sorted { $0.key < $1.key }.flatMap(\.value).map(LineSegment.init)
    let received = try await diary(
      await repository.receive(segments, oldLogs: oldLogs, .everyone))
    taken.lines += received.lines
    let names = try await diary(await repository.knownDevices())
    for issue in received.issues {
      taken.issues.append(issue.line(names.first { $0.id == issue.device }?.name))
    }
  }

  private func takeFiles(
    of copy: DiaryCopy, _ taken: inout TakenCopy, _ progress: @Sendable (Progress) -> Void
  ) async throws(SyncError) {
    let missing = try await namedFiles().filter { !repository.hasAsset($0) }
    for (index, file) in missing.enumerated() {
      if Task.isCancelled { break }
      progress(Progress(.bringing, index + 1, of: missing.count))
      guard let path = copy.path(of: file) else { continue }
      do {
        let isKept = try repository.keepAsset(file) { put in try Sealing.plain.read(path, put) }
        if isKept {
          taken.files += 1
        } else {
          taken.issues.append(localized("\(path) is damaged, and wasn't taken.").printable)
        }
      } catch let error as DiaryError {
        throw SyncError(error.line)
      } catch {
        taken.issues.append(localized("\(path) can't be read, and wasn't taken.").printable)
      }
    }
  }
}

extension LineSegment {
  fileprivate init(_ segment: OutgoingSegment) {
    self.init(device: segment.device, numbers: segment.numbers) { () throws(DiaryError) in
      try segment.bytes()
    }
  }
}
