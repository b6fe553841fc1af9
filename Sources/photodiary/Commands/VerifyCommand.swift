import ArgumentParser
import DiaryCore
import DiaryStore
import Localization

struct VerifyCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: localized("Check every line and photo, or repair the diary."),
    discussion: localized(
      id: "discussion.verify",
      """
      Prints one line for each finding: notes, which are harmless, and faults, for which the exit \
      status is 1.

      --repair rebuilds what can be rebuilt from the entries (index.json, owner.json, FORMAT.txt) \
      and moves what can't be read to set-aside/ in the diary's folder. It never deletes anything \
      that someone wrote. --prune removes photos that no entry or draft uses, a day after they \
      were added; photos named by a damaged line or a file in set-aside/ are kept.
      """))

  @Flag(help: .localized("Repair what can be repaired, then check again."))
  var repair = false

  @Flag(help: .localized("With --repair: remove photos that nothing uses."))
  var prune = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if prune, !repair { throw ValidationError(localized("--prune only works with --repair.")) }
  }

  func run(in dependencies: Dependencies) async throws {
    let folders = dependencies.folders
    let storeRepair = StoreRepair(
      root: folders.store, cipher: dependencies.layout.cipher, devicePath: folders.device,
      draftsFolder: folders.drafts, authorName: { AuthorName(folders: folders).find() },
      now: LocalTime.now)
    if repair {
      try storeRepair.run(prunes: prune) { action in ErrorLine.report(action.text) }
    }
    var findings: [StoreIssue] = []
    let summary = try await ProgressLine.showing { report in
      try StoreVerifier(
        root: folders.store, cipher: dependencies.layout.cipher, devicePath: folders.device,
        elsewhere: dependencies.sync.elsewhere
      )
      .run(progress: report) { findings.append($0) }
    }
    try listing.write(findings.map(\.json)) { output in
      for finding in findings {
        try output.line(finding.severity.words.padded(to: 7) + finding.text)
      }
    }
    let remedies = storeRepair.remedies(for: findings.filter { $0.severity == .fault })
    let advice = Remedy.allCases.filter(remedies.contains).map(\.text)
    ErrorLine.report(([summary.line] + advice).joined(separator: " "))
    if summary.faults > 0 { throw ExitCode.failure }
  }
}

extension StoreIssue {
  fileprivate var json: JSONValue {
    [
      "severity": .string(severity.rawValue),
      "kind": .string(kind.rawValue),
      "file": .string(file),
      "line": .optional(line),
      "byte": .optional(byte),
      "entry": .optional(entry?.description),
      "text": .string(Language.english.speaking { text }),
    ]
  }
}

extension StoreIssue.Severity {
  fileprivate var words: String {
    switch self {
    case .note: localized("note")
    case .fault: localized("fault")
    }
  }
}

extension CheckSummary {
  fileprivate var line: String {
    let (lines, files) = (CountWords.lines(lines), CountWords.files(assets))
    guard faults > 0 else {
      return localized("Checked \(lines) and \(files). No problems found.")
    }
    return localized(
      counting: faults, one: "Checked \(lines) and \(files). Found \(faults) problem.",
      other: "Checked \(lines) and \(files). Found \(faults) problems.")
  }
}
