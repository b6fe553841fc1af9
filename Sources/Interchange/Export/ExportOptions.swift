import DiaryCore

/// What a person may choose about an export.
package struct ExportOptions: Hashable, Sendable {
  /// Whether copies of photos keep the position where they were taken.
  package var keepsLocation: Bool
  /// What the export is encrypted with, into one file; `nil` for a folder.
  package var passphrase: Passphrase?

  package init(keepsLocation: Bool = false, passphrase: Passphrase? = nil) {
    self.keepsLocation = keepsLocation
    self.passphrase = passphrase
  }
}
