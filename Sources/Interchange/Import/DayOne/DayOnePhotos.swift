import Glibc

/// The photos of an export, which are found by what an entry says of them. Day One names each by the
/// MD5 of its bytes; but that may be missing, or that of the bytes before Day One changed them.
struct DayOnePhotos {
  private let folder: String?
  /// The names of the files by what stands before their ending, in small letters.
  private var files: [String: String] = [:]
  private var named: Set<String> = []

  init(_ tree: ImportTree) {
    folder = tree.folders().first { $0.lowercased() == "photos" }.map { "\(tree.root)/\($0)" }
    let name = folder.flatMap { $0.split(separator: "/").last }.map(String.init)
    for file in name.map({ tree.files(in: $0) }) ?? [] { files[Self.stem(file)] = file }
  }

  /// The path of a photo, by the first of its possible names that a file has.
  mutating func path(of names: [String]) -> String? {
    guard let folder else { return nil }
    for name in names {
      guard let file = files[name.lowercased()] ?? files[Self.stem(name)] else { continue }
      named.insert(file)
      return "\(folder)/\(file)"
    }
    return nil
  }

  /// The files that nothing has asked for.
  var unnamed: [String] { files.values.filter { !named.contains($0) }.sorted() }

  private static func stem(_ name: String) -> String {
    let name = name.lowercased()
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
