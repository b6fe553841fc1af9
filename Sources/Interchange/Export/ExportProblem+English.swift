import DiaryCore

extension ExportProblem {
  var english: String {
    let reason =
      switch fault {
      case .missing: "its file is missing or unreadable. Run `photodiary verify`"
      case .locationNotRemoved(.unavailable):
        "its location could not be removed, for the program photodiary-picture failed"
      case .locationNotRemoved:
        "its location could not be removed. Export with --keep-location if it may be known"
      }
    return "The file \(photo) of “\(entry)” was left out: \(reason)."
  }
}
