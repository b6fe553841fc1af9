import DiaryCore
import TerminalUI

/// The screen that brings another diary: what would come of a file or folder, then how far it is.
package struct DiaryImportState: Sendable {
  let path: String
  var phase = TaskPhase.preparing(nil)
  /// What would come of it, once that has been read.
  private var found: ImportPreview?
  /// Whether what has changed there since it was imported comes, too.
  var bringsUpdates = false
  var scroll = ScrollPosition()

  init(_ path: String) { self.path = path }

  /// Without the folders before it.
  var name: String { String(path.split(separator: "/").last ?? "/") }

  var preview: ImportPreview? { phase == .asking ? found : nil }

  mutating func take(_ preview: ImportPreview) {
    guard case .preparing = phase else { return }
    (phase, found) = (.asking, preview)
  }
}
