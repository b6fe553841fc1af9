import DiaryCore
import Words

extension AppState {
  mutating func photosAdded(_ added: AddedPhotos) -> [Effect] {
    // The editor may have been left meanwhile, and another one opened.
    guard withEditor({ $0.draft == added.draft }) == true else { return [] }
    toast = nil
    var effects: [Effect] = []
    if var editor = screens.topmost(EditorState.self) {
      let before = editor.page.photos
      editor.photosUnderWay = max(0, editor.photosUnderWay - 1)
      editor.take(added)
      // The proposal first: what comes behind it may be cut off.
      toast = [editor.proposal(before: before, in: self), editor.words(of: added, before: before)]
        .compactMap(\.self).joined(separator: " ")
      if toast?.isEmpty == true { toast = nil }
      effects = changeEditor { $0 = editor } + saveWithPhotos(unless: !added.refused.isEmpty)
    }
    if !added.refused.isEmpty {
      screens.push(NoticeState(title: localized("Couldn't add it"), lines: added.refused))
    }
    return effects
  }

  /// A paste that looked like photos is a text: it stands where it was pasted. `missing` is the
  /// first of its paths at which there is no file.
  mutating func droppedText(
    _ ticket: Int, missing: String, of count: Int, to draft: ID<Draft>
  ) -> [Effect] {
    let drop = withEditor { editor in
      editor.draft == draft ? editor.drops.first { $0.ticket == ticket } : nil
    }
    if case .some(.some(let drop)) = drop {
      let name = missing.split(separator: "/").last ?? "/"
      toast =
        count > 1
        ? localized("Couldn't add any of the \(count): \(name) not found.")
        : localized("Couldn't add \(name): file not found.")
      if drop.field != .photos { toast? += " " + localized("Pasted as text.") }
    }
    return photoEnded(draft) { $0.drops.removeAll { $0.ticket == ticket } }
  }

  /// The clipboard's text is as good as a paste of the terminal's, into the field where it was asked
  /// for.
  mutating func clipboardText(
    _ text: String, to draft: ID<Draft>, _ field: EditorState.Field
  ) -> [Effect] {
    guard screens.topmost(EditorState.self)?.draft == draft else { return [] }
    // The paste first: it may have photos to wait for in its turn.
    let effects = ScreenStack.withTopmost(EditorState.self, of: &self) { editor, app in
      editor.keepingDraft(in: &app) { $0.insert(text, into: field, in: &$1) }
    }
    return effects + photoEnded(draft) { _ in }
  }

  mutating func clipboardEmpty(_ fault: ClipboardFault, to draft: ID<Draft>) -> [Effect] {
    guard withEditor({ $0.draft == draft }) == true else { return [] }
    toast =
      switch fault {
      case .noProgram: localized("To paste a photo, install wl-paste or xclip.")
      case .noDesktop:
        localized("There is no desktop clipboard here (DISPLAY and WAYLAND_DISPLAY aren't set).")
      case .noAnswer: localized("The clipboard is empty or couldn't be read.")
      case .empty: localized("The clipboard has no photo or text.")
      case .tooLarge: localized("The clipboard's photo is too large; save it to a file first.")
      case .failed: localized("The clipboard can't be read here.")
      }
    return photoEnded(draft) { _ in }
  }

  /// Something that might have been a photo is none.
  private mutating func photoEnded(
    _ draft: ID<Draft>, _ body: (inout EditorState) -> Void
  ) -> [Effect] {
    _ = withEditor { editor in
      guard editor.draft == draft else { return }
      editor.photosUnderWay = max(0, editor.photosUnderWay - 1)
      body(&editor)
    }
    return saveWithPhotos(unless: false)
  }

  /// Saves what was to be saved as soon as its photos are there. What was refused has to be read
  /// first; then it's for the person to say.
  private mutating func saveWithPhotos(unless isRefused: Bool) -> [Effect] {
    let isDue = withEditor { editor in
      guard editor.savesWithPhotos, editor.photosUnderWay == 0 else { return false }
      editor.savesWithPhotos = false
      return !isRefused
    }
    return isDue == true ? saveFromDialog() : []
  }
}
