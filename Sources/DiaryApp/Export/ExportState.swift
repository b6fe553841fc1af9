import DiaryCore
import TerminalUI

/// The export dialog: where to and how, then how far it is.
package struct ExportState: Sendable {
  enum Field: Int, Sendable, CaseIterable {
    case folder, format, location
  }

  enum Phase: Sendable {
    case asking
    case running(ExportStage?)
    /// Esc was pressed; the export is being undone.
    case stopping
  }

  var folder: TextField
  var format = ExportRequest.Format.markdown
  var keepsLocation = false
  var focus = Field.folder
  var phase = Phase.asking
  let homeFolder: String
  /// Those that were marked; `nil` for the whole diary.
  let entries: [ID<Entry>]?

  init(homeFolder: String, entries: [ID<Entry>]? = nil) {
    folder = TextField("~/diary-export")
    self.homeFolder = homeFolder
    self.entries = entries
  }

  var request: ExportRequest {
    ExportRequest(
      folder: FolderWords.path(folder.text, homeFolder: homeFolder), format: format,
      keepsLocation: keepsLocation, entries: entries)
  }
}
