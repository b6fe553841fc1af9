import DiaryCore
import System

/// Checks a store without changing anything: every line of the logs, every photo, the index.
///
/// The memory needed is that of the ids, not of the texts.
package struct StoreVerifier: Sendable {
  let layout: StoreLayout

  private let elsewhere: Set<String>
  private let mark: StoreMark?

  /// - Parameters:
  ///   - cipher: opens its files, if they are encrypted.
  ///   - devicePath: the file that holds this device's id: what this machine remembers of the store is
  ///     next to it. `nil` for a copy.
  ///   - elsewhere: the files that are on other machines.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String? = nil,
    elsewhere: Set<AssetFile> = []
  ) {
    let layout = StoreLayout(root: root, cipher: cipher)
    self.layout = layout
    mark = devicePath.flatMap { DeviceFile(path: $0, layout: layout).mark() }
    self.elsewhere = Set(elsewhere.map(layout.relativePath))
  }

  /// Reports what it comes upon, in the order of files. `progress` is told how many photos have
  /// been read. Throws when there is no store to check, or one of a newer format.
  package func run(
    progress: (Progress) -> Void = { _ in }, _ report: (StoreIssue) -> Void
  ) throws(DiaryError) -> CheckSummary {
    guard let found = FileSystem.status(of: layout.root) else {
      throw .store(path: layout.root, .missing)
    }
    guard FileSystem.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)

    var summary = CheckSummary()
    func note(_ finding: StoreIssue) {
      summary.count(finding)
      report(finding)
    }
    if found.permissions & 0o077 != 0 { note(StoreIssue(.openToOthers, ".")) }
    for name in try FileSystem.names(in: layout.root)
    where name.hasPrefix(DurableFile.temporaryPrefix) { note(StoreIssue(.temporaryFile, name)) }

    KeysCheck(layout: layout).run(note)
    var logs = try LogCheck(layout: layout)
    logs.mark = mark
    try logs.run(note)
    let assets = try AssetCheck(layout: layout, referenced: logs.assets, elsewhere: elsewhere)
      .run(note, progress: progress)
    try IndexCheck(layout: layout, revisions: logs.seen).run(note)
    try JournalCheck(layout: layout).run(note)
    checkOwner(isNeeded: logs.hasRevisions, logs.records.owner, note)
    checkFormat(isNeeded: logs.hasRevisions, note)
    summary.lines = logs.lines
    summary.assets = assets
    return summary
  }

  private func checkFormat(isNeeded: Bool, _ report: (StoreIssue) -> Void) {
    switch StoreFormat.state(of: layout) {
    case .missing where isNeeded: report(StoreIssue(.missingFormat, "FORMAT.txt"))
    case .damaged: report(StoreIssue(.damagedFormat, "FORMAT.txt"))
    case .missing, .said: break
    }
  }

  /// The file says what the logs do, and isn't missed where these say it.
  private func checkOwner(
    isNeeded: Bool, _ known: OwnerRecord?, _ report: (StoreIssue) -> Void
  ) {
    let name = layout.relative(layout.owner)
    do throws(DiaryError) {
      let owner = try OwnerFile(layout: layout).read()
      if owner == nil, isNeeded, known == nil {
        report(StoreIssue(.missingOwner, name))
      } else if let owner, let known, owner != known.author {
        report(StoreIssue(.damagedOwner, name))
      }
    } catch {
      report(StoreIssue(.damagedOwner, name))
    }
  }
}

/// Checks that every file in `journals/` is a device's list of journals.
struct JournalCheck {
  let layout: StoreLayout

  func run(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    let folder = JournalFolder(layout: layout)
    for name in try FileSystem.names(in: layout.journals) {
      let path = layout.relative(Path.join(layout.journals, name))
      // Hidden ones are what a write left, or another program's.
      if name.hasPrefix(".") {
        report(StoreIssue(.temporaryFile, path))
      } else if StoreLayout.device(ofJournals: name) == nil {
        report(StoreIssue(.unknownFile, path))
      } else {
        do throws(DiaryError) {
          if try folder.read(Path.join(layout.journals, name)) == nil {
            report(StoreIssue(.damagedJournals, path))
          }
        } catch {
          report(StoreIssue(.unreadable, path))
        }
      }
    }
  }
}
