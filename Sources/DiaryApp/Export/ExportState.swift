import DiaryCore
import TerminalUI

/// The export dialog: where to and how, then how far it is.
package struct ExportState: Sendable {
  enum Field: Int, Sendable, CaseIterable {
    case folder, entries, format, location, encryption
  }

  var folder: TextField
  /// Which entries there are to choose from.
  let choices: [ExportChoice]
  var choice: Int
  var format = ExportFormat.markdown
  var keepsLocation = false
  /// Whether it becomes one file that a passphrase opens.
  var isEncrypted = false
  var focus = Field.folder
  var phase = TaskPhase.asking
  /// How much each choice is, as far as it has been counted.
  var sizes: [Int: ExportSize] = [:]
  let homeFolder: String
  /// Of what is counted for this dialog.
  let requestID: Int

  /// The last choice is the one that is proposed.
  init(homeFolder: String, choices: [ExportChoice], requestID: Int) {
    folder = TextField("~/diary-export")
    self.homeFolder = homeFolder
    self.choices = choices
    choice = choices.count - 1
    self.requestID = requestID
  }

  var entries: [ID<Entry>]? { choices[choice].ids }

  /// Counts what is chosen, unless that has been done.
  var measuring: [Effect] {
    sizes[choice] == nil ? [.measureExport(entries, choice: choice, requestID: requestID)] : []
  }

  func request(_ passphrase: Passphrase? = nil) -> ExportRequest {
    ExportRequest(
      folder: FolderWords.path(folder.text, homeFolder: homeFolder), format: format,
      keepsLocation: keepsLocation, entries: entries, passphrase: passphrase)
  }
}
