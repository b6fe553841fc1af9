import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func updateExport(_ event: KeyEvent, _ export: ExportState) -> [Effect] {
    var export = export
    defer { putExport(export) }
    let command = keys.export.command(for: event)
    switch command ?? keys.everywhere.withoutLetters.command(for: event) {
    case .leave: return [.cancelExport, .leave]
    case .redraw: return [.redraw]
    case .help: return updateEverywhere(.help)
    default: break
    }
    guard case .asking = export.phase else {
      guard command == .cancel, case .running = export.phase else { return [] }
      export.phase = .stopping
      return [.cancelExport]
    }
    let count = ExportState.Field.allCases.count
    switch command {
    case .cancel:
      layers.removeLast()
      return []
    case .accept:
      guard !export.folder.text.isBlank else { return [] }
      export.phase = .running(nil)
      return [.export(export.request)]
    case .nextField:
      export.focus = .init(rawValue: (export.focus.rawValue + 1) % count) ?? .folder
    case .previousField:
      export.focus = .init(rawValue: (export.focus.rawValue + count - 1) % count) ?? .folder
    default:
      switch export.focus {
      case .folder: _ = type(event, into: &export.folder)
      case .format where Self.changes(event):
        export.format = export.format == .markdown ? .json : .markdown
      case .location where Self.changes(event): export.keepsLocation.toggle()
      default: break
      }
    }
    return []
  }

  private static func changes(_ event: KeyEvent) -> Bool {
    [KeyEvent(.left), KeyEvent(.right), .character(" ")].contains(event)
  }

  private mutating func putExport(_ export: ExportState) {
    guard let place = layers.lastIndex(where: \.isExport) else { return }
    layers[place] = .export(export)
  }

  mutating func exportMoved(_ stage: ExportStage) {
    guard let place = layers.lastIndex(where: \.isExport), case .export(var export) = layers[place],
      case .running = export.phase
    else { return }
    export.phase = .running(stage)
    layers[place] = .export(export)
  }

  mutating func exportEnded(_ outcome: ExportOutcome?) {
    var folder = ""
    layers.removeAll { layer in
      guard case .export(let export) = layer else { return false }
      folder = export.folder.text.printable
      return true
    }
    guard let outcome else {
      toast = localized("The export was stopped; nothing was left behind.")
      return
    }
    let (entries, photos) = (
      CountWords.entries(outcome.entries), CountWords.photos(outcome.photos)
    )
    toast = localized("Exported \(entries) and \(photos). They are in \(folder).")
    if !outcome.problems.isEmpty {
      layers.append(
        .notice(
          NoticeState(title: localized("Exported, but not all of it"), lines: outcome.problems)))
    }
  }

  /// An export that failed gives the dialog back, so that another folder can be named.
  mutating func exportFailed(_ error: DiaryError) {
    showError(error)
    guard let place = layers.lastIndex(where: \.isExport), case .export(var export) = layers[place]
    else { return }
    export.phase = .asking
    layers[place] = .export(export)
  }
}

extension Layer {
  var isExport: Bool { if case .export = self { true } else { false } }
}
