import DiaryCore

extension ExportProblem {
  var english: String {
    let reason =
      switch fault {
      case .missing: "its file is missing or unreadable. Run `photodiary verify`"
      case .locationNotRemoved(.unavailable):
        "its location couldn't be removed because photodiary-picture failed"
      case .locationNotRemoved:
        "its location couldn't be removed. Use --keep-location to export it anyway"
      }
    return "The file \(photo) of “\(entry)” was left out: \(reason)."
  }
}
