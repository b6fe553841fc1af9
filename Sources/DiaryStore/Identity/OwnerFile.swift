import DiaryCore
import Glibc

/// `owner.json`: the author whose diary this is. It moves with the folder.
struct OwnerFile {
  let path: String

  /// `nil` when there is none yet.
  func read() throws(DiaryError) -> Author? {
    guard SystemCalls.information(path) != nil else { return nil }
    let file = try MappedFile(path)
    guard let json = try? JSONParser.parse(file.bytes), let id = json["id"]?.string, !id.isEmpty
    else { throw .store(path: path, .damaged("it does not name the diary's author")) }
    return Author(id: AuthorID(id), name: json["name"]?.string ?? "")
  }

  func write(_ author: Author) throws(DiaryError) {
    var writer = JSONWriter(isIndented: true)
    writer.write(
      .object([
        JSONMember("id", .string(author.id.description)), JSONMember("name", .string(author.name)),
      ]))
    try DurableFile.write(writer.bytes + [0x0A], to: path)
  }
}
