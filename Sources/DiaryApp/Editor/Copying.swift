import Words

extension AppState {
  /// A text has gone to the clipboard, or not.
  mutating func copied(_ fault: CopyFault?) {
    toast =
      switch fault {
      case nil: localized("Copied.")
      case .noProgram:
        localized("Copied in the diary only: wl-copy, xclip and xsel are not installed.")
      case .noDesktop:
        localized("Copied in the diary only: there is no desktop, and the terminal takes no more.")
      case .failed: localized("Copied in the diary only: the desktop's clipboard took nothing.")
      }
  }
}
