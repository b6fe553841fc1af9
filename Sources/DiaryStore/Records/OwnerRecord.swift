import DiaryCore

/// Whose diary it is.
struct OwnerRecord: Hashable, Sendable {
  let author: Author
  /// Whether a person gave the author this name, rather than the settings.
  let isNameChosen: Bool

  private static let (idName, nameName, chosenName) = ("id", "name", "chosen")

  init(_ author: Author, isNameChosen: Bool) {
    (self.author, self.isNameChosen) = (author, isNameChosen)
  }

  init?(_ json: JSONValue) {
    guard let id = json[Self.idName]?.string, !id.isEmpty,
      let name = json[Self.nameName]?.string
    else { return nil }
    self.init(
      Author(id: AuthorID(id), name: name),
      isNameChosen: json[Self.chosenName]?.bool == true)
  }

  var members: [JSONMember] {
    [
      JSONMember(Self.idName, .string(author.id.description)),
      JSONMember(Self.nameName, .string(author.name)),
      JSONMember(Self.chosenName, .bool(isNameChosen)),
    ]
  }
}
