import DiaryCore
import TerminalUI
import Text

/// A voice note that is being recorded for the editor's entry.
package struct RecordingState: Sendable {
  /// The editor's draft.
  let draft: ID<Draft>
  /// The start time; `nil` until the recording program runs.
  var begun: EntryDate?
  /// Indicates that it is being added to the entry.
  var isFinishing = false

  init(for draft: ID<Draft>) { self.draft = draft }
}

extension RecordingState: Screen {
  package var coversScreen: Bool { false }
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.recording]] }

  static func open(of editor: EditorState, in app: inout AppState) -> [Effect] {
    app.push(RecordingState(for: editor.draft))
    return [.beginRecording]
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    switch command(for: event, in: app) {
    case _ where isFinishing: return []
    // Quitting keeps what was said.
    case .accept, .leave:
      guard begun != nil else { return [] }
      isFinishing = true
      return [.changeEditor { $0.pendingPhotos += 1 }, .finishRecording(to: draft)]
    case .cancel:
      guard begun != nil else { return [] }
      app.push(
        ConfirmState(
          title: localized("Discard the recording?"), isFinal: true,
          effects: [.discardRecording],
          text: { _ in
            [localized("Recording continues until you answer. Discarding can't be undone.")]
          }))
      return []
    // Other commands are ignored, because they would leave the recording running.
    default: return []
    }
  }
}

extension RecordingState {
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  private func box(_ app: AppState) -> DialogBox {
    box(title: localized("Voice note"), body: [text(app)], in: app)
  }

  /// Returns a status like `● Recording 0:07`.
  private func text(_ app: AppState) -> String {
    if isFinishing { return localized("Saving…") }
    guard let begun else { return "…" }
    let seconds = max(0, Int(app.now.instant - begun.instant))
    return "● " + localized("Recording \(DurationText.clock(milliseconds: seconds * 1000))")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(localized("Voice note"), [text(app)])
  }
}

// MARK: Effects

extension Effect {
  static var beginRecording: Effect {
    .run { context in
      await Result.of { () async throws(MessageError) in
        guard let recorder = context.environment.recorder else { throw .noRecorder }
        try await recorder.start()
      }
    } thenPerform: { state, result in
      switch result {
      case .failure(let error):
        state.endRecording(error)
        return []
      case .success:
        let now = state.now
        state.screens.update(RecordingState.self) { $0.begun = now }
        return [.tickRecording]
      }
    }
  }

  /// Checks after a short time that the recording still runs, which also updates its time.
  static var tickRecording: Effect {
    .posting(in: .latest("recording")) { context in
      try? await Task.sleep(for: .milliseconds(500))
      guard !Task.isCancelled else { return }
      context.post(.recordingTicked(await context.environment.recorder?.failure()))
    }
  }

  static func finishRecording(to draft: ID<Draft>) -> Effect {
    .posting(draft, in: .queue("recording")) { context in
      guard let recorder = context.environment.recorder else { return }
      var added = AddedPhotos(to: draft)
      do throws(MessageError) {
        let path = try await recorder.finish()
        do {
          added.attachments = [try await context.service.addAttachment(at: path).attachment]
          await recorder.remove(path)
        } catch {
          // The file is kept.
          added.refused = [DiaryError(error).line, path]
        }
      } catch {
        added.refused = [error.line]
      }
      context.post(.recorded(added))
    }
  }

  static var discardRecording: Effect {
    .run(in: .queue("recording")) { context in
      await context.environment.recorder?.discard()
    } then: { state, _ in
      state.screens.removeAll(RecordingState.self) { _ in true }
    }
  }
}

extension Message {
  static func recordingTicked(_ failure: MessageError?) -> Message {
    .performing(failure) { state in
      guard let open = state.screens.topmost(RecordingState.self) else { return [] }
      if open.isFinishing { return [] }
      guard let failure else { return [.tickRecording] }
      state.endRecording(failure)
      return []
    }
  }

  /// Adds the recording to the entry in the same way as a selected file.
  static func recorded(_ added: AddedPhotos) -> Message {
    .performing(added) { state in
      state.screens.removeAll(RecordingState.self) { _ in true }
      return Message.photosAdded(added).change(&state)
    }
  }
}

extension AppState {
  /// Closes the dialog after the recording couldn't start or ended unexpectedly.
  fileprivate mutating func endRecording(_ error: MessageError) {
    screens.removeAll(ConfirmState.self) { $0.effects == [.discardRecording] }
    screens.removeAll(RecordingState.self) { _ in true }
    showError(error.line)
  }
}
