import DiaryCore
import Localization

extension Effect {
  /// Counts what an export of these entries, of all for `nil`, would write.
  static func measureExport(_ entries: [ID<Entry>]?, choice: Int, requestID: Int) -> Effect {
    .run(entries, choice, requestID, in: .latest("measure")) { context in
      // A diary that can't be read says so when it is exported.
      (try? await context.environment.exporter.size(of: entries)) ?? nil
    } then: { (state, size: ExportSize?) in
      state.screens.update(ExportState.self) { export in
        if let size, export.requestID == requestID { export.sizes[choice] = size }
      }
    }
  }

  static var stopMeasuring: Effect { .stop("measure") }

  static func export(_ request: ExportRequest) -> Effect {
    .run(request, in: .stoppable("export")) { context async throws(DiaryError) in
      try await context.environment.exporter.export(request) { progress in
        context.post(.moved(ExportState.self, to: progress, function: "exportMoved(_:)"))
      }
    } then: { state, outcome in
      ExportState.end(with: outcome, in: &state)
    } failed: { state, error in
      // The dialog is given back, so that another folder can be named.
      state.context.showError(error)
      state.screens.update(ExportState.self) { $0.phase = .asking }
    }
  }

  /// Begins the export that the dialog asks for, encrypted.
  static func beginExport(with passphrase: Passphrase) -> Effect {
    .update { state in
      guard var export = state.screens.topmost(ExportState.self) else { return [] }
      export.phase = .running(nil)
      state.screens.put(export)
      return [.stopMeasuring, .export(export.request(passphrase))]
    }
  }

  static var cancelExport: Effect { .stop("export") }
}

extension ExportState {
  /// Tells what was exported; `nil` when it was stopped.
  fileprivate static func end(with outcome: ExportOutcome?, in app: inout AppState) {
    app.screens.removeAll(ExportState.self)
    guard let outcome else {
      app.toast = localized("Export stopped. Nothing was left behind.")
      return
    }
    let (entries, photos) = (
      CountWords.entries(outcome.entries), CountWords.photos(outcome.photos)
    )
    var lines = outcome.problems + outcome.notes
    if let page = outcome.page {
      let exported = localized("Exported \(entries) and \(photos).")
      let way = app.keys[.viewer].keyName(of: .openOutside).map {
        localized("Press \($0) to open it in the browser.")
      }
      lines += (lines.isEmpty ? [] : [""]) + [exported, page, way].compactMap(\.self)
    } else {
      app.toast = localized("Exported \(entries) and \(photos) to \(outcome.folder.printable).")
    }
    guard !lines.isEmpty else { return }
    let title =
      !outcome.problems.isEmpty
      ? localized("Exported only in part")
      : outcome.notes.isEmpty
        ? localized("The site is written") : localized("Notes on the export")
    app.screens.push(NoticeState(title: title, lines: lines, page: outcome.page))
  }
}
