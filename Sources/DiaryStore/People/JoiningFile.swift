import DiaryCore
import System

/// `joining.json`: who asked on this machine to be let in to a diary of other people, of which nothing is
/// here before that. It goes once the diary has come.
struct JoiningFile {
  let layout: StoreLayout

  private static let (diaryName, personName) = ("diary", "person")
  private static let (nameName, checkName) = ("name", "check")

  func read() throws(DiaryError) -> JoiningPerson? {
    guard FileSystem.status(of: layout.joining) != nil else { return nil }
    let bytes = try OpenFile.reading(layout.joining).bytes(from: 0, atMost: 4096)
    guard let json = try? JSONParser.parse(bytes),
      let diary = json[Self.diaryName]?.string.flatMap({ ID<FoundedDiary>($0) }),
      let person = json[Self.personName]?.string, let name = json[Self.nameName]?.string
    else { return nil }
    return JoiningPerson(
      diary: diary, author: Author(id: AuthorID(person), name: name),
      check: json[Self.checkName]?.array?.compactMap(\.string) ?? [])
  }

  func write(_ person: JoiningPerson) throws(DiaryError) {
    try FileSystem.makeFolders(layout.root)
    let json: JSONValue = [
      Self.diaryName: .string(person.diary.description),
      Self.personName: .string(person.author.id.description),
      Self.nameName: .string(person.author.name),
      Self.checkName: .array(person.check.map { .string($0) }),
    ]
    try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: layout.joining)
  }
}

/// Who asks on this machine to be let in, and to which diary.
package struct JoiningPerson: Hashable, Sendable {
  package let diary: ID<FoundedDiary>
  package let author: Author
  /// The words that both sides compare.
  package let check: [String]

  package init(diary: ID<FoundedDiary>, author: Author, check: [String]) {
    (self.diary, self.author, self.check) = (diary, author, check)
  }
}
