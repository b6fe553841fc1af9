import DiaryCore
import Words

extension PhotoDeskFault {
  /// What happened, and what to do.
  package var line: String {
    switch self {
    case .unreadable(let name):
      localized("Couldn't read \(name.printable) from the diary's assets. Run `photodiary verify`.")
    case .insideStore(let folder):
      localized("\(folder.printable) is inside the diary's own folder. Choose another place.")
    case .notAFolder(let path): localized("\(path.printable) isn't a folder. Choose another place.")
    case .locationStays(let name):
      localized(
        """
        Couldn't safely remove the location from \(name.printable), so nothing was copied. Copy it \
        with its location kept.
        """)
    case .notWritten(let path, let reason):
      localized("Couldn't write \(path.printable): \(reason). Nothing was copied.")
    case .noViewer:
      localized(
        "Couldn't open a viewer: install xdg-open or gio. Press w to copy the photo to a folder.")
    case .viewerFailed(let program):
      localized(
        "Couldn't open a viewer: \(program) found none for this photo, or there is no desktop.")
    }
  }
}
