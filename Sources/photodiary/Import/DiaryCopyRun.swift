import ArgumentParser
import DiaryCore
import Localization
import Sync

/// `import` of another copy of this diary: what it has and this one lacks comes in, as by a sync.
struct DiaryCopyRun {
  let path: String
  let sync: SyncEngine

  func run() async throws {
    let taken = try await ProgressLine.showing(after: .seconds(1)) { progress in
      try await sync.take(copyAt: path, progress: progress)
    }
    for issue in taken.issues { ErrorLine.write(issue) }
    let (changes, files) = (CountWords.changes(taken.lines), CountWords.files(taken.files))
    try Output.write { output in
      try output.line(
        taken.lines == 0 && taken.files == 0
          ? localized("Nothing in \(path) that isn't here.")
          : localized("Added \(changes) and \(files) from \(path)."))
    }
    if Task.isCancelled { throw Interruption.ending }
    if !taken.issues.isEmpty { throw ExitCode.failure }
  }
}
