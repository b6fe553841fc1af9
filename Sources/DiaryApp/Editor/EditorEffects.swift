import DiaryCore
import Localization
import TerminalUI
import TextEditing

extension Effect {
  /// Photos that a person has chosen for the entry that is being written in that session.
  static func addPhotos(_ paths: [String], to draft: ID<Draft>) -> Effect {
    .telling(paths, draft) { context in
      context.post(.photosAdded(await context.service.added(paths, to: draft)))
    }
  }

  /// A paste that may be the paths of photos, which are added if there are such files.
  static func takeDropped(_ dropped: DroppedPaths, requestID: Int, to draft: ID<Draft>) -> Effect {
    .telling(dropped, requestID, draft) { context in
      var missing: [(path: String, count: Int)] = []
      for paths in dropped.readings {
        if let path = await context.environment.files.firstMissing(of: paths) {
          missing.append((path, paths.count))
          continue
        }
        var added = await context.service.added(paths, to: draft)
        added.drop = requestID
        return context.post(.photosAdded(added))
      }
      // The likeliest reading tells why.
      guard let (path, count) = missing.first else { return }
      context.post(.droppedText(requestID: requestID, missing: path, of: count, to: draft))
    }
  }

  /// Adds the photo of the desktop's clipboard; its text goes into that field. What was put into a file
  /// for it has to go.
  static func takeClipboard(to draft: ID<Draft>, _ field: EditorState.Field) -> Effect {
    .telling(draft, field, in: .stoppable("paste")) { context in
      let clipboard = context.environment.clipboard
      switch await clipboard.content() {
      case .photo(let path):
        var added = await context.service.added([path], to: draft)
        added.areInText = true
        await clipboard.discard(photoAt: path)
        context.post(.photosAdded(added))
      case .text(let text): context.post(.clipboardText(text, to: draft, field))
      case .nothing(let failure): context.post(.clipboardEmpty(failure, to: draft))
      }
    }
  }
}

extension Message {
  /// Photos that are in the diary now, what is to be said of them, and what was refused.
  static func photosAdded(_ added: AddedPhotos) -> Message {
    .performing(added) { state in
      // The editor may have been left meanwhile, and another one opened.
      guard state.withEditor({ $0.draft == added.draft }) == true else { return [] }
      state.toast = nil
      var effects: [Effect] = []
      if var editor = state.screens.topmost(EditorState.self) {
        let before = editor.page.photos
        editor.photosUnderWay = max(0, editor.photosUnderWay - 1)
        editor.take(added)
        // The proposal first: what comes behind it may be cut off.
        let words = [
          editor.proposal(before: before, in: state.context),
          editor.words(of: added, before: before),
        ].compactMap(\.self).joined(separator: " ")
        state.toast = words.isEmpty ? nil : words
        effects =
          state.changeEditor { $0 = editor } + state.saveWithPhotos(unless: !added.refused.isEmpty)
      }
      if !added.refused.isEmpty {
        state.screens.push(NoticeState(title: localized("Couldn't add it"), lines: added.refused))
      }
      return effects
    }
  }

  /// A paste that looked like photos is a text: it stands where it was pasted. `missing` is the
  /// first of its paths at which there is no file.
  static func droppedText(
    requestID: Int, missing: String, of count: Int, to draft: ID<Draft>
  ) -> Message {
    .performing(requestID, missing, count) { state in
      let drop = state.withEditor { editor in
        editor.draft == draft ? editor.drops.first { $0.requestID == requestID } : nil
      }
      if case .some(.some(let drop)) = drop {
        let name = missing.split(separator: "/").last ?? "/"
        var words =
          count > 1
          ? localized("Couldn't add any of the \(count): \(name) not found.")
          : localized("Couldn't add \(name): file not found.")
        if drop.field != .photos { words += " " + localized("Pasted as text.") }
        state.toast = words
      }
      return state.photoEnded(draft) { $0.drops.removeAll { $0.requestID == requestID } }
    }
  }

  /// The clipboard's text is as good as a paste of the terminal's, into the field where it was asked
  /// for.
  static func clipboardText(
    _ text: String, to draft: ID<Draft>, _ field: EditorState.Field
  ) -> Message {
    .performing(text) { state in
      guard state.screens.topmost(EditorState.self)?.draft == draft else {
        return []
      }
      // The paste first: it may have photos to wait for in its turn.
      let effects = ScreenStack.withTopmost(EditorState.self, of: &state) { editor, app in
        editor.keepingDraft(in: &app) { $0.insert(text, into: field, in: &$1) }
      }
      return effects + state.photoEnded(draft) { _ in }
    }
  }

  static func clipboardEmpty(_ failure: ClipboardError, to draft: ID<Draft>) -> Message {
    .performing(failure) { state in
      guard state.withEditor({ $0.draft == draft }) == true else { return [] }
      state.toast =
        switch failure {
        case .noProgram: localized("To paste a photo, install wl-paste or xclip.")
        case .noDesktop:
          localized("There is no desktop clipboard here (DISPLAY and WAYLAND_DISPLAY aren't set).")
        case .noAnswer: localized("The clipboard is empty or couldn't be read.")
        case .empty: localized("The clipboard has no photo or text.")
        case .tooLarge: localized("The clipboard's photo is too large; save it to a file first.")
        case .failed: localized("The clipboard can't be read here.")
        }
      return state.photoEnded(draft) { _ in }
    }
  }

  static func editedExternally(
    _ entry: Entry, _ edited: Result<EditedText?, ExternalEditingError>
  ) -> Message {
    .performing(entry, edited) { state in
      switch edited {
      case .success(nil):
        state.toast = localized("Nothing changed.")
        return [.redraw]
      case .success(let text?):
        // If that fails, the text is in the editor.
        state.openEditor(of: entry, with: text)
        return [.redraw] + state.saveFromDialog()
      case .failure(let error):
        // The user decides whether to save it.
        if let text = error.saved { state.openEditor(of: entry, with: text) }
        state.context.showError(error.line)
        return [.redraw]
      }
    }
  }
}

extension AppState {
  /// Opens an entry with a text that isn't saved yet.
  fileprivate mutating func openEditor(of entry: Entry, with text: EditedText) {
    var editor = EditorState(entry, draft: .random())
    editor.change { page in
      page.title = TextField(text.title, keepsHistory: false)
      page.content = TextArea(text.content, keepsHistory: false)
    }
    screens.push(editor)
  }
}

extension DiaryService {
  fileprivate func added(_ paths: [String], to draft: ID<Draft>) async -> AddedPhotos {
    let isMedia = { (path: String) in MediaType(ofFileNamed: path).isMedia }
    let photos = paths.filter { !isMedia($0) }
    let results = await concurrentResults(photos) { path async throws(DiaryError) in
      try await self.addPhoto(at: path)
    }
    var added = AddedPhotos(to: draft)
    for path in paths where isMedia(path) {
      do throws(DiaryError) {
        added.attachments.append(try await addAttachment(at: path).attachment)
      } catch {
        added.refused.append(error.line)
      }
    }
    for result in results.compactMap(\.self) {
      switch result {
      case .failure(let error): added.refused.append(error.line)
      case .success(let (photo, problem, wasThere)):
        added.photos.append(photo)
        if let problem {
          added.remarks.append(PhotoView.placeholder(photo, problem: problem))
        }
        // Looked for only where there may be such an entry.
        guard wasThere else { continue }
        let query = EntryQuery(.photo(photo.asset), limit: 1)
        if let entry = (try? await entries(query))?.first {
          added.entries[photo.asset] = TitleWords.quoted(entry)
        }
      }
    }
    return added
  }
}
