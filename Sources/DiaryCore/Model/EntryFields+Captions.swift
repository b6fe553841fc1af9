/// A photo's caption stands with the photo, and in the text too where that refers to it with words.
extension EntryFields {
  /// The caption that a reader of the entry sees: that of the text, if it has one.
  package func caption(of photo: Photo) -> String {
    var found: String?
    _ = PhotoReference.replaced(in: content) { asset, caption in
      if found == nil, asset == photo.asset, !caption.isBlank { found = caption }
      return nil
    }
    return found ?? photo.caption
  }

  /// Gives a photo another caption: in the photo, and in the text wherever the caption stands that
  /// a reader sees. Other words that the text has for the same photo stay.
  package mutating func setCaption(_ caption: String, of asset: AssetID) {
    for index in photos.indices where photos[index].asset == asset {
      let shown = self.caption(of: photos[index])
      photos[index].caption = caption
      let markdown = PhotoReference.markdown(photos[index])
      // Words that would end the reference have no place in one.
      guard PhotoReference.whole(markdown)?.caption == caption else { continue }
      content = PhotoReference.replaced(in: content) { found, old in
        found == asset && !old.isBlank && old == shown ? markdown : nil
      }
    }
  }
}
