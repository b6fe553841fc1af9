extension AppState {
  /// Keys among the photos.
  func updateStrip(_ command: Command, _ editor: inout EditorState) {
    let count = editor.page.photos.count
    let selected = editor.page.selectedPhoto
    guard count > 0 else { return }
    switch command {
    case .choosePrevious: editor.page.selectedPhoto = max(0, selected - 1)
    case .chooseNext: editor.page.selectedPhoto = min(count - 1, selected + 1)
    case .removePhoto:
      editor.change { page in
        page.photos.remove(at: selected)
        page.selectedPhoto = max(0, min(selected, count - 2))
      }
    case .movePhotoBack, .movePhotoForward:
      let target = selected + (command == .movePhotoBack ? -1 : 1)
      guard (0..<count).contains(target) else { return }
      editor.change { page in
        page.photos.swapAt(selected, target)
        page.selectedPhoto = target
      }
    default: break
    }
  }
}
