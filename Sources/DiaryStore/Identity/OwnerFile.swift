import DiaryCore
import Localization
import System

/// `owner.json`, in an encrypted store `owner.age`: the author whose diary this is. It moves with the folder.
struct OwnerFile {
  let layout: StoreLayout
  private var path: String { layout.owner }

  /// `nil` when there is none yet.
  func read() throws(DiaryError) -> Author? {
    guard FileSystem.status(of: path) != nil else { return nil }
    guard let json = try json(), let id = json["id"]?.string, !id.isEmpty else {
      throw .store(path: path, .damaged(localized("it doesn't name the diary's author")))
    }
    return Author(id: AuthorID(id), name: json["name"]?.string ?? "")
  }

  /// The name that stands in it, even if it doesn't say whose id that is.
  var name: String? { (try? json())?["name"]?.string }

  /// Whether a person gave the author the name that stands there, rather than the settings.
  var isNameChosen: Bool { (try? json())?[Self.chosen]?.bool == true }

  private static let chosen = "chosen"

  /// Members that this program doesn't know stay.
  func write(_ author: Author, isNameChosen: Bool = false) throws(DiaryError) {
    let known: Set = ["id", "name", Self.chosen]
    let others = ((try? json())?.members ?? []).filter { !known.contains($0.name) }
    var writer = JSONWriter(isIndented: true)
    writer.write(
      .object(
        [
          JSONMember("id", .string(author.id.description)),
          JSONMember("name", .string(author.name)),
        ] + (isNameChosen ? [JSONMember(Self.chosen, .bool(true))] : []) + others))
    try layout.write(writer.bytes + [0x0A], to: path)
  }

  private func json() throws(DiaryError) -> JSONValue? {
    let bytes = try layout.clearBytes(of: path)
    return try? JSONParser.parse(bytes)
  }
}
