import ArgumentParser
import DiaryCore
import DiaryStore
import Localization
import Sync

/// `backup`: makes, checks or restores, and says what came of it.
struct BackupRun: Sendable {
  /// As it was given.
  let folder: String
  let layout: StoreLayout
  let sync: SyncEngine

  func make(keeping retention: BackupRetention?) async throws {
    let elsewhere = sync.elsewhere
    if !elsewhere.isEmpty {
      let fetched = try await ProgressLine.showing { report in
        await sync.fetch(elsewhere, progress: report)
      }
      for line in fetched.errors { ErrorLine.write(line) }
    }
    let summary = try await ProgressLine.showing { report in
      try StoreBackup(
        root: layout.root, cipher: layout.cipher, elsewhere: sync.elsewhere
      ).run(to: folder, at: LocalTime.today(), keeping: retention, progress: report)
    }
    for name in summary.removed { ErrorLine.report(localized("Removed backup \(name).")) }
    for finding in summary.findings { ErrorLine.write(finding.text) }
    try Output.write { output in try output.line(Self.words(summary)) }
    guard summary.findings.isEmpty else {
      let lacking = summary.findings.count { $0.kind == .assetElsewhere }
      if lacking > 0 {
        ErrorLine.report(
          localized(
            """
            Backed up, but without \(CountWords.files(lacking)) that couldn't be fetched from your \
            remotes.
            """))
      }
      if lacking < summary.findings.count {
        ErrorLine.report(
          localized("Backed up, but the diary is damaged. Run `photodiary verify` for details."))
      }
      if retention != nil {
        ErrorLine.report(localized("Older backups were kept: they may have what this one lacks."))
      }
      throw ExitCode.failure
    }
  }

  func check() async throws {
    var damages: [BackupIssue] = []
    let summary = try await ProgressLine.showing { report in
      try BackupCheck(path: folder).run(progress: report) { damages.append($0) }
    }
    try Output.write { output in
      for damage in damages { try output.line(damage.text) }
    }
    ErrorLine.report(Self.words(summary))
    if summary.faults > 0 { throw ExitCode.failure }
  }

  func restore() async throws {
    var damages: [BackupIssue] = []
    defer { for damage in damages { ErrorLine.write(damage.text) } }
    let summary = try await ProgressLine.showing { report in
      try BackupRestore(backup: folder, to: layout.root, replacing: layout.cipher.pins).run(
        at: LocalTime.today(), progress: report
      ) { damages.append($0) }
    }
    let (files, bytes) = (CountWords.files(summary.photos), CountWords.bytes(summary.bytes))
    try Output.write { output in
      try output.line(localized("Restored to \(summary.path): \(files), \(bytes)."))
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
