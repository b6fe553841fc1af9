import TestSupport

/// Replays a recorded operation, and cuts the power after each call.
struct PowerCut {
  let scene: Scene
  /// The states possible before the last call.
  let between: [CutState]
  /// The states possible after the last call, when success was reported.
  let afterwards: [CutState]
  private let model: FileModel

  /// - Parameter calls: The scene's calls, maybe changed by a test.
  init(_ scene: Scene, calls: [RecordedCall]) throws {
    self.scene = scene
    var model = try FileModel(of: scene.before.home, named: scene.after.home)
    (between, afterwards) = try model.states(during: calls)
    self.model = model
  }

  /// Returns `true` if the model has the files that the program left.
  func isFaithful() throws -> Bool {
    let real = try FileModel(of: scene.after.home, named: scene.after.home)
    let (shown, found) = (model.shown, real.shown)
    return shown.folders == found.folders
      && shown.files.mapValues(model.bytes(of:)) == found.files.mapValues(real.bytes(of:))
  }

  func problems(in state: CutState, after outcome: Outcome) throws -> [String] {
    let place = try Place(withSourcesOf: scene.before)
    try model.write(state, to: place.home)
    return SoundnessCheck(scene: scene).problems(in: place, after: outcome)
  }
}
