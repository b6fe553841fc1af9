import DiaryCore

extension Wiring {
  /// The photos of an entry, drawn; none without colours.
  func pictures(of entry: Entry, colors: OutputColors?) async -> [AssetID: ShownPhoto] {
    [:]
  }
}
