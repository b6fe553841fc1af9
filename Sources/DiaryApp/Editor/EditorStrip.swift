extension EditorState {
  /// Keys among the photos.
  mutating func updateStrip(_ command: Command) {
    let count = page.photos.count
    let selected = page.selectedPhoto
    guard count > 0 else { return }
    switch command {
    case .choosePrevious: page.selectedPhoto = max(0, selected - 1)
    case .chooseNext: page.selectedPhoto = min(count - 1, selected + 1)
    case .removePhoto:
      change { page in
        page.photos.remove(at: selected)
        page.selectedPhoto = max(0, min(selected, count - 2))
      }
    case .movePhotoBack, .movePhotoForward:
      let target = selected + (command == .movePhotoBack ? -1 : 1)
      guard (0..<count).contains(target) else { return }
      change { page in
        page.photos.swapAt(selected, target)
        page.selectedPhoto = target
      }
    default: break
    }
  }
}
