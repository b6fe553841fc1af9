import DiaryCore

/// Reads another program's diary, one entry after the other, and writes nothing: a type for each
/// format, which stands in `ImportFormat.readers`.
///
/// What it can't bring it names in a note and goes on. Ids must be the same each time the same entry
/// is read, for by them an import is known that was done before.
protocol DiaryReader {
  /// Whether files are of this format, by their content, of which it looks at little.
  static func recognises(_ tree: ImportTree) -> Bool

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults)

  /// What comes next, `nil` at the end. Throws when a file can't be read.
  mutating func next() throws(DiaryError) -> ReadItem?
}

/// What a reader comes to.
enum ReadItem {
  case entry(ReadEntry)
  case note(ImportNote)
}

/// An entry of another program, before its photos and attachments are in the diary.
struct ReadEntry: Sendable {
  let place: ImportPlace
  /// Without photos and attachments. Its text refers to one by the asset that its draft names, which needn't be that
  /// of its bytes: see `AssetID.init(standingFor:)`.
  var entry: Entry
  var photos: [PhotoDraft]
  var attachments: [AttachmentDraft] = []
}
