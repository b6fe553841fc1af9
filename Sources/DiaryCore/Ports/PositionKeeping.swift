/// Keeps from run to run where photos and films were taken: by their assets, whose bytes never change.
package protocol PositionKeeping: Sendable {
  /// What was kept; nothing where that can't be read. `nil` stands for one that tells no position.
  func kept() -> [AssetID: PhotoDetails.Position?]

  /// Keeps what was asked for in this run beside what was kept before.
  ///
  /// - Parameter hasNew: Whether any of it wasn't kept.
  func keep(_ asked: [AssetID: PhotoDetails.Position?], hasNew: Bool)
}
