import DiaryCore

/// Reads a diary, one entry after the other, and writes nothing.
///
/// What it can't bring it names in a note and goes on. Ids must be the same each time the same entry
/// is read, for by them an import is known that was done before.
protocol DiaryReader {
  /// What comes next, `nil` at the end. Throws when a file can't be read.
  mutating func next() throws(DiaryError) -> ReadItem?

  /// The paths in the tree of all files that it has read, or that what it has read shows or names in
  /// notes: the others are told of when it is at its end. `nil` where it tells of them itself.
  var touchedFiles: Set<String>? { get }
}

/// Reads another program's diary: a type for each format, which stands in `ImportFormat.readers`.
protocol ForeignReader: DiaryReader {
  /// Whether files are of this format, by their content, of which it looks at little.
  static func recognizes(_ tree: ImportTree) -> Bool

  /// Whether there is anything in files that it can read, where a person says that they are of this
  /// format.
  static func canRead(_ tree: ImportTree) -> Bool

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults)
}

extension ForeignReader {
  static func canRead(_ tree: ImportTree) -> Bool { recognizes(tree) }
}

/// What a reader comes to.
enum ReadItem {
  case entry(ReadEntry)
  case note(ImportNote)
}

/// An entry of another program, before its photos and attachments are in the diary.
struct ReadEntry: Sendable {
  let place: ImportPosition
  /// Without photos and attachments. Its text refers to one by the asset that its draft names, which needn't be that
  /// of its bytes: see `AssetID.init(standingFor:)`.
  var entry: Entry
  var photos: [PhotoDraft]
  var attachments: [AttachmentDraft] = []
  /// What is said under it.
  var comments: [EntryComment] = []
  /// The entries that its text links to.
  var links: [LinkTarget] = []
  /// Whether an export of this program has it, which says whose it is and when it was changed: it
  /// needs no mark and comes as it was.
  var isOwn = false
  /// Whether it is refused when one of its files can't be brought.
  var needsFiles = false

  /// Gives it, with what its author has said under it, to whoever imports it.
  mutating func becomeMine() {
    for index in comments.indices where comments[index].author == entry.author {
      comments[index].author = .nobody
    }
    entry.author = .nobody
  }

  /// Whether an entry of the diary says the same.
  func isSame(as current: Entry) -> Bool {
    entry.title.isExactly(current.title) && entry.date == current.date
      && entry.tags.elementsEqual(current.tags) { $0.isExactly($1) }
      && entry.journal.isExactly(current.journal) && entry.details.isExactly(current.details)
      && photos.elementsEqual(current.photos) {
        $0.name.isExactly($1.name) && ($0.caption ?? "").isExactly($1.caption)
      }
      && attachments.elementsEqual(current.attachments) { $0.name.isExactly($1.name) }
      && Self.text(entry.content, photos.map(\.asset)).isExactly(
        Self.text(current.content, current.photos.map(\.asset)))
      && entry.unmarkedMembers == current.unmarkedMembers
  }

  /// A text with the places of photos in the entry's list in place of their assets: the bytes of a
  /// photo aren't the same here as there when its position was taken out.
  private static func text(_ content: String, _ assets: [AssetID?]) -> String {
    PhotoReference.replaced(in: content) { asset, caption in
      assets.firstIndex(of: asset).map { "![\(caption)](photo:\($0))" }
    }
  }
}

extension Entry {
  /// What is carried along, without what tells where it came from, and the positions that an export
  /// has left out.
  fileprivate var unmarkedMembers: [JSONMember] {
    withoutPositions.unknownMembers.filter { $0.name != ImportMark.name }
  }
}
