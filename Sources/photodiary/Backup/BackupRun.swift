import ArgumentParser
import DiaryApp
import DiaryCore
import DiaryStore
import Words

/// `backup`: makes, checks or restores, and says what came of it.
struct BackupRun: Sendable {
  /// As it was given.
  let folder: String
  let store: String

  private let progress = ProgressLine()

  init(folder: String, store: String) {
    self.folder = folder
    self.store = store
  }

  func make(keeping retention: BackupRetention?) throws {
    defer { progress.clear() }
    let summary = try StoreBackup(root: store).run(
      to: folder, at: LocalTime.today(), keeping: retention, progress: show)
    progress.clear()
    for name in summary.removed { ErrorLine.note(localized("Removed backup \(name).")) }
    for finding in summary.findings { ErrorLine.write(finding.text) }
    try Output.write { output in try output.line(Self.words(summary)) }
    guard summary.findings.isEmpty else {
      ErrorLine.note(
        localized("Backed up, but the diary is damaged. Run `photodiary verify` for details."))
      if retention != nil {
        ErrorLine.note(localized("Older backups were kept: they may have what the diary lost."))
      }
      throw ExitCode.failure
    }
  }

  func check() throws {
    defer { progress.clear() }
    var damages: [BackupDamage] = []
    let summary = try BackupCheck(path: folder).run(progress: show) { damages.append($0) }
    progress.clear()
    try Output.write { output in
      for damage in damages { try output.line(damage.text) }
    }
    ErrorLine.note(Self.words(summary))
    if summary.faults > 0 { throw ExitCode.failure }
  }

  func restore() throws {
    defer { progress.clear() }
    let summary = try BackupRestore(backup: folder, to: store).run(
      at: LocalTime.today(), progress: show
    ) { damage in
      progress.clear()
      ErrorLine.write(damage.text)
    }
    progress.clear()
    let (files, bytes) = (CountWords.files(summary.photos), CountWords.bytes(summary.bytes))
    try Output.write { output in
      try output.line(localized("Restored to \(summary.path): \(files), \(bytes)."))
    }
  }

  private func show(_ stage: BackupStage) {
    switch stage {
    case .copied(let count, let total) where count % 16 == 0:
      progress.show(
        localized("\(CountWords.grouped(count)) of \(CountWords.grouped(total)) files copied"))
    case .verified(let count, let total) where count % 16 == 0:
      progress.show(
        localized("\(CountWords.grouped(count)) of \(CountWords.grouped(total)) files checked"))
    case .copied, .verified: break
    }
  }

  private static func words(_ summary: BackupSummary) -> String {
    let (files, bytes) = (CountWords.files(summary.photos), CountWords.bytes(summary.bytes))
    guard summary.shared > 0 else {
      return localized("Backed up to \(summary.path): \(files), \(bytes).")
    }
    let shared = CountWords.bytes(summary.shared)
    return localized(
      "Backed up to \(summary.path): \(files), \(bytes), of which \(shared) take no extra space.")
  }

  private static func words(_ summary: BackupCheckSummary) -> String {
    let backups = summary.backups
    return switch (backups, summary.faults) {
    case (1, 0): localized("Checked 1 backup. No problems found.")
    case (_, 0): localized("Checked \(backups) backups. No problems found.")
    case (_, let faults):
      localized(
        counting: backups, one: "Checked 1 backup. Problems found: \(faults).",
        other: "Checked \(backups) backups. Problems found: \(faults).")
    }
  }
}
