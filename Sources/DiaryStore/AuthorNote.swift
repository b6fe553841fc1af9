import DiaryCore

/// What a diary's folder says of its author's name, to whoever hasn't opened the diary.
package struct AuthorNote: Hashable, Sendable {
  package let name: String
  /// Whether a person chose it, rather than the settings.
  package let isChosen: Bool

  /// `nil` where there is no name, or it is sealed.
  package init?(of layout: StoreLayout) {
    let file = OwnerFile(layout: layout)
    guard let name = file.name, !name.isBlank else { return nil }
    (self.name, isChosen) = (name.printable, file.isNameChosen)
  }
}
