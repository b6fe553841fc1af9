import DiaryCore

/// Every photo that a revision names, old ones too, by its path within the store; brought up to
/// date by reading only what logs have gained.
struct AssetReferences {
  let layout: StoreLayout
  private var files: Set<String> = []
  private var read: [String: LogPosition] = [:]

  init(layout: StoreLayout) { self.layout = layout }

  func contains(_ file: String) -> Bool { files.contains(file) }

  mutating func update() throws(DiaryError) {
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      var start = 0
      if let known = read[name], reader.areUnchanged([name: known]) { start = known.offset }
      var end = start
      let file = try reader.forEachLine(of: name, from: start) { line in
        if !line.isTorn { end = line.place.offset + line.bytes.count + 1 }
        guard let revision = RevisionLine.decode(line.bytes) else { return }
        for photo in revision.entry.photos {
          files.insert(StoreLayout.relativeAsset(photo.asset, type: photo.type))
        }
      }
      read[name] = file.position(at: end)
    }
  }
}
