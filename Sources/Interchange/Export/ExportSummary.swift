import DiaryCore
import Localization

/// What an export did.
package struct ExportSummary: Hashable, Sendable {
  /// The folder that holds the export, with symbolic links resolved.
  package var folder: String
  package var entries: Int
  package var photos: Int
  /// Files that are new or replaced; the others of the export already held what they should.
  package var written: Int
  /// Files of an earlier export that went, for the diary no longer has what they showed.
  package var removed: Int
  /// Files that would have gone with them but for what a person has changed there: their paths.
  package var kept: [String]
  /// What the export had to leave out.
  package var problems: [ExportIssue]
  /// Photos that lost with their positions a film or another picture, too, which stood in their files.
  package var partialPhotos: Int
  /// Why photos that are on other machines couldn't be fetched, a line for each place that failed.
  package var fetchErrors: [String] = []
}

/// A photo or an attachment that an export had to leave out.
package struct ExportIssue: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// The diary doesn't have the file, or can't read it.
    case missing
    /// It is on another machine, and couldn't be fetched.
    case elsewhere
    /// The position couldn't be taken out of the copy.
    case locationNotRemoved(PictureProblem)
  }

  /// Its name and the title of the entry that has it.
  package var photo: String
  package var entry: String
  package var failure: Fault
}

extension ExportSummary {
  /// Of a site, the page that a browser shows first.
  package var sitePage: String { "\(folder)/\(SiteFrame.home.text)" }

  /// What else a person should know of an export, a line each, safe for a terminal: which remotes
  /// failed, what photos lost with their positions, and what became of files that only an earlier export in the
  /// same folder had.
  package var notes: [String] { fetchErrors + partialLines + obsoleteLines }

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

extension ExportIssue {
  /// The problem on one line, safe for a terminal.
  package var line: String {
    localized("The file \(photo) of “\(entry)” was left out: \(reason).").printable
  }

  private var reason: String {
    switch failure {
    case .elsewhere:
      localized("it's on another machine, and couldn't be fetched. Sync, then export again")
    case .missing: localized("its file is missing or unreadable. Run `photodiary verify`")
    case .locationNotRemoved(.unavailable):
      localized("its location couldn't be removed because photodiary-picture failed")
    case .locationNotRemoved:
      localized("its location couldn't be removed. Use --keep-location to export it anyway")
    }
  }
}
