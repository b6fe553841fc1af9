import DiaryCore
import TerminalUI

/// The screen that brings another diary: what would come of a file or folder, then how far it is.
package struct DiaryImportState: Sendable {
  enum Phase: Sendable {
    case reading(Progress?)
    case asking(ImportPreview)
    case writing(Progress?)
    /// Esc was pressed; what was written so far is being taken back.
    case stopping
  }

  let path: String
  var phase = Phase.reading(nil)
  /// Whether what has changed there since it was imported comes, too.
  var bringsUpdates = false
  var scroll = ScrollPosition()

  init(_ path: String) { self.path = path }

  /// Without the folders before it.
  var name: String { String(path.split(separator: "/").last ?? "/") }

  var preview: ImportPreview? {
    if case .asking(let preview) = phase { preview } else { nil }
  }
}
