import DiaryCore
import Words

extension ExportSummary {
  /// What became of files that only an earlier export in the same folder had, a line each, safe for a
  /// terminal.
  package var obsoleteLines: [String] {
    var lines = kept.map { path in
      localized("\(path.printable) is no longer of the export; it stays, as it was changed by hand")
    }
    if removed > 0 {
      lines.append(
        localized("\(CountWords.files(removed)) of the earlier export in that folder removed"))
    }
    return lines
  }
}
