import DiaryCore
import System

/// The list, kept in an export, of the files that the export wrote: by it a later export knows
/// which files it may replace, and that the others are a person's.
///
/// A JSON array: the diary and format first, then an object for each file.
struct ExportManifest {
  static let name = ".photodiary-export.json"
  private static let version = 1

  var author: AuthorID
  var format: ExportFormat
  var files: [ExportedFile] = []
}

extension ExportManifest {
  /// What an earlier export left in a folder; `nil` when there is none that can be read.
  init?(in folder: borrowing Folder) {
    guard let file = try? folder.file(Self.name) else { return nil }
    var rows = JSONRows(file.descriptor)
    guard let head = Self.value(from: &rows), head["photodiary"]?.integer == Self.version,
      let format = head["format"]?.string.flatMap(ExportFormat.init),
      let author = head["author"]?.string
    else { return nil }
    self.init(author: AuthorID(author), format: format)
    while let value = Self.value(from: &rows) {
      // An unreadable row is a file that isn't ours: it stays.
      if let file = ExportedFile(value) { files.append(file) }
    }
  }

  private static func value(from rows: inout JSONRows) -> JSONValue? {
    guard let row = try? rows.next(), case .bytes(let bytes) = row.content else { return nil }
    return try? JSONParser.parse(bytes)
  }

  /// Writes it to a folder that has none. Its bytes survive a power cut, for it may go to where
  /// an export stands, which would be a stranger's without it.
  func write(to folder: borrowing Folder) throws(DiaryError) {
    let file = try folder.newFile(Self.name)
    let head: JSONValue = [
      "photodiary": .integer(Self.version),
      "format": .string(format.rawValue),
      "author": .string(author.description),
    ]
    var text = Array("[\n".utf8) + JSONWriter.bytes(head)
    for entry in files {
      text += ",\n".utf8
      text += JSONWriter.bytes(entry.json)
      if text.count > 1 << 18 {
        try file.write(text)
        text = []
      }
    }
    try file.write(text + Array("\n]\n".utf8))
    try file.sync()
  }
}
