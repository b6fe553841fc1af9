import DiaryCore

/// The groups of one kind, as all tags, by their names whatever the case.
struct SiteGroups {
  /// In the order in which they came up, the oldest first.
  private(set) var all: [SiteGroup] = []
  private var numbers: [String: Int] = [:]

  mutating func add(_ entry: Int, to name: String) {
    let key = name.lowercased()
    if let number = numbers[key] {
      all[number].entries.append(entry)
      all[number].name = name
    } else {
      numbers[key] = all.count
      all.append(SiteGroup(name: name, firstName: name, entries: [entry]))
    }
  }

  subscript(name: String) -> SiteGroup? { numbers[name.lowercased()].map { all[$0] } }

  /// As a list of them reads.
  var sorted: [SiteGroup] {
    all.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// Gives each a page of its own.
  mutating func givePaths(in folder: String, of tree: inout ExportTree) {
    for number in all.indices {
      let stem = SafeFileName.make(from: all[number].firstName)
      all[number].path = tree.path(
        in: folder, stem: stem.isEmpty ? "-" : stem, fileExtension: "html")
    }
  }
}
