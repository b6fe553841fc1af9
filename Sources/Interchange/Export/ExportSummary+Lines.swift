import DiaryCore
import Words

extension ExportSummary {
  /// Of a site, the page that a browser shows first.
  package var sitePage: String { "\(folder)/\(SiteFrame.home.text)" }

  /// What a person should know of an export that went well, a line each, safe for a terminal: what
  /// photos lost with their positions, and what became of files that only an earlier export in the
  /// same folder had.
  package var notes: [String] { partialLines + obsoleteLines }

  private var partialLines: [String] {
    guard partialPhotos > 0 else { return [] }
    let photos = CountWords.photos(partialPhotos)
    return [
      localized(
        "\(photos) exported without the embedded video or pictures; --keep-location keeps them"
      )
    ]
  }

  private var obsoleteLines: [String] {
    var lines = kept.map { path in
      localized(
        "\(path.printable) is no longer part of the export, but was kept because you edited it")
    }
    if removed > 0 {
      lines.append(
        localized("Removed \(CountWords.files(removed)) of the earlier export in that folder"))
    }
    return lines
  }
}
