import Crypto
import DiaryCore
import System

/// `dayone.zip`: a JSON file for each journal, and folders of photos and attachments, each named by
/// the MD5 of its bytes.
struct DayOneWriter: DiaryWriter, ~Copyable {
  static let packsFiles = true
  private static let name = "dayone.zip"
  private static let chunk = 1 << 20

  private var document: ExportDocument
  private let zip: ArchiveWriter
  /// The JSON of all entries as they came. The zip has a journal's in one piece.
  private let entries: OpenFile
  private var size: Int64 = 0
  /// Where in it the entries of each journal are.
  private var ranges: [String: [Range<Int64>]] = [:]
  private var files: [AssetFile: DayOnePackedFile] = [:]
  private var packed: Set<String> = []
  /// Of the newest entry, in seconds since 1970: the time of all files, so that the same diary gives
  /// the same zip.
  private var newest: Int64 = 0

  init(_ context: ExportContext, _ tree: inout ExportTree) throws(DiaryError) {
    let zip = try ArchiveWriter(.zip, for: Self.name)
    let entries = try tree.sink.scratch()
    document = try ExportDocument(Self.name, in: &tree)
    self.zip = zip
    self.entries = entries
  }

  // MARK: Files

  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) throws(DiaryError) {
    var hash = Insecure.MD5()
    try bytes.forEachPiece(of: Self.chunk) { bytes throws(DiaryError) in hash.update(data: bytes) }
    let md5 = hash.finalize().reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let ending = file.type.fileExtension
    let packed = DayOnePackedFile(
      kind: DayOnePackedFile.kind(of: file.type), md5: md5,
      type: ending == "jpg" ? "jpeg" : ending, size: Int64(bytes.size))
    files[file] = packed
    guard self.packed.insert(packed.path).inserted else { return }
    try begin(packed.path, size: packed.size, isStored: true)
    try bytes.forEachPiece(of: Self.chunk) { bytes throws(DiaryError) in try add(bytes) }
  }

  // MARK: Entries

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) throws(DiaryError) {
    let json = DayOneEntryJSON(entry) { file($0) == nil ? nil : files[$0] }.json
    let bytes = JSONWriter.bytes(json)
    try entries.write(bytes)
    ranges[entry.journal, default: []].append(size..<size + Int64(bytes.count))
    size += Int64(bytes.count)
    newest = max(newest, entry.modified.seconds)
  }

  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) {
    var names = UniqueNames()
    if ranges.isEmpty { ranges[EntryFields.defaultJournal] = [] }
    for journal in ranges.keys.sorted() {
      let stem = SafeFileName.make(from: journal)
      let name = names.path(
        in: "", stem: stem.isEmpty ? EntryFields.defaultJournal : stem, fileExtension: "json"
      ) { _ in false }.name
      try begin(name, size: nil, isStored: false)
      try add(Array("{\"metadata\":{\"version\":\"1.0\"},\"entries\":[\n".utf8))
      var isFirst = true
      for range in ranges[journal] ?? [] {
        if !isFirst { try add(Array(",\n".utf8)) }
        isFirst = false
        try add(try entries.bytes(range.count, at: Int(range.lowerBound)))
      }
      try add(Array("\n]}\n".utf8))
    }
    try zip.end()
    try drain()
    try document.finish(&tree)
  }

  // MARK: The zip

  private mutating func begin(_ name: String, size: Int64?, isStored: Bool) throws(DiaryError) {
    try zip.begin(name, size: size, time: newest, isStored: isStored)
    try drain()
  }

  private mutating func add(_ bytes: [UInt8]) throws(DiaryError) {
    try zip.write(bytes)
    try drain()
  }

  private mutating func drain() throws(DiaryError) { try document.write(zip.take()) }
}
