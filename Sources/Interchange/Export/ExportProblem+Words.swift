import DiaryCore
import Words

extension ExportProblem {
  /// The problem on one line, safe for a terminal.
  package var line: String {
    localized("The file \(photo) of “\(entry)” was left out: \(reason).").printable
  }

  private var reason: String {
    switch fault {
    case .missing: localized("its file is missing or unreadable. Run `photodiary verify`")
    case .locationNotRemoved(.unavailable):
      localized("its location couldn't be removed because photodiary-picture failed")
    case .locationNotRemoved:
      localized("its location couldn't be removed. Use --keep-location to export it anyway")
    }
  }
}
