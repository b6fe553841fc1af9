/// The files of an export that its entries show, which are found by what an entry says of them. Day
/// One names each by the MD5 of its bytes; but that may be missing, or that of the bytes before Day
/// One changed them.
struct DayOneMedia {
  /// A kind of file, which has a folder of its own.
  enum Kind: String, CaseIterable {
    case photos, videos, audios
    case documents = "pdfs"
    /// What Day One has no place for, in an export of this program.
    case others = "attachments"

    static let attachments: [Kind] = [.videos, .audios, .documents]

    /// Under which an entry lists them.
    var member: String { self == .documents ? "pdfAttachments" : rawValue }

    /// The name of the kind in a text that shows a file; `nil` for photos, which need none, and for files that
    /// Day One doesn't show.
    var moment: String? {
      switch self {
      case .videos: "video"
      case .audios: "audio"
      case .documents: "pdfAttachment"
      case .photos, .others: nil
      }
    }
  }

  private struct Files {
    let folder: String
    /// The names of the files by what stands before their ending, in small letters.
    var byStem: [String: String] = [:]
  }

  private let root: String
  private var files: [Kind: Files] = [:]
  /// The paths in the export of those that an entry has asked for.
  private var named: Set<String> = []

  init(_ tree: ImportTree) {
    root = tree.root
    let folders = tree.folders()
    for kind in Kind.allCases {
      let names = [kind.rawValue, kind.member.lowercased()]
      guard let folder = folders.first(where: { names.contains($0.lowercased()) }) else { continue }
      var found = Files(folder: folder)
      for file in tree.files(in: folder) { found.byStem[Self.stem(file)] = file }
      files[kind] = found
    }
  }

  /// The path of a file, by the first of its possible names that one has.
  mutating func path(of names: [String], _ kind: Kind) -> String? {
    guard let found = files[kind] else { return nil }
    for name in names {
      guard let file = found.byStem[name.lowercased()] ?? found.byStem[Self.stem(name)] else {
        continue
      }
      let path = "\(found.folder)/\(file)"
      named.insert(path)
      return "\(root)/\(path)"
    }
    return nil
  }

  /// All that lie in its folders, by their paths in the export.
  var all: [String] {
    files.values.flatMap { found in found.byStem.values.map { "\(found.folder)/\($0)" } }
  }

  /// The files that nothing has asked for, by their paths in the export.
  var unnamed: [String] {
    Kind.allCases.flatMap { kind in
      guard let found = files[kind] else { return [String]() }
      return found.byStem.values.map { "\(found.folder)/\($0)" }
        .filter { !named.contains($0) }.sorted()
    }
  }

  private static func stem(_ name: String) -> String {
    let name = name.lowercased()
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
