/// Hands out file names of which no two are the same, even where case and normal form don't
/// count: the second of the same name gets " 2".
struct UniqueNames {
  /// Folded; strings compare by canonical equivalence.
  private var given: Set<String> = []
  /// The next number of a name that was given several times, lest all be tried again.
  private var nextNumber: [String: Int] = [:]

  /// The path `folder/stem.extension`, or the same with a number, that has not been given yet
  /// and that `isTaken` doesn't claim.
  mutating func path(
    in folder: String, stem: String, fileExtension: String, isTaken: (ExportPath) -> Bool
  ) -> ExportPath {
    let key = "\(folder)/\(stem).\(fileExtension)".lowercased()
    var number = nextNumber[key] ?? 1
    while true {
      let suffix = number == 1 ? "" : " \(number)"
      let path = ExportPath(folder: folder, name: "\(stem)\(suffix).\(fileExtension)")
      number += 1
      let folded = path.text.lowercased()
      guard !given.contains(folded), !isTaken(path) else { continue }
      given.insert(folded)
      // Most names are given once.
      if number > 2 { nextNumber[key] = number }
      return path
    }
  }
}
