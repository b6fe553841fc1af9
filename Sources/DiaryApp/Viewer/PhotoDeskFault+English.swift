import DiaryCore

extension PhotoDeskFault {
  var english: String {
    switch self {
    case .unreadable(let name):
      "The photo \(name.printable) can't be read from the diary's assets. Run `photodiary verify`."
    case .insideStore(let folder):
      "\(folder.printable) is inside the diary's own folder. Choose another place."
    case .notAFolder(let path): "\(path.printable) is not a folder. Choose another place."
    case .locationStays(let name):
      "The place can't be removed from \(name.printable) with certainty, so nothing was copied."
        + " Copy it with its place kept."
    case .notWritten(let path, let reason):
      "\(path.printable) can't be written: \(reason). Nothing was copied."
    case .noViewer:
      "No viewer was opened: neither xdg-open nor gio is installed. w copies the photo to a folder."
    case .viewerFailed(let program):
      "No viewer was opened: \(program) found none for this photo, or no desktop to open it on."
    }
  }
}
