import TestSupport

/// Plays a recorded operation up to each of its calls and lets the power go.
struct PowerCut {
  let scene: Scene
  /// What is left after a call before the last one.
  private(set) var between: [CutState] = []
  /// What is left after the last one, when success has been reported.
  private(set) var afterwards: [CutState] = []
  private let model: FileModel

  /// `calls` are those of the scene, or what a test has made of them.
  init(_ scene: Scene, calls: [RecordedCall]) throws {
    self.scene = scene
    var model = try FileModel(of: scene.before.home, named: scene.after.home)
    var seen: Set<CutState> = []
    for call in calls where try model.apply(call) {
      let states = model.cutStates.subtracting(seen)
      between += states.ordered
      seen.formUnion(states)
    }
    afterwards = model.cutStates.ordered
    between.removeAll { [afterwards] in afterwards.contains($0) }
    self.model = model
  }

  /// Whether the recorder has seen everything: the files are those that the program left.
  func isFaithful() throws -> Bool {
    let real = try FileModel(of: scene.after.home, named: scene.after.home)
    let (shown, found) = (model.shown, real.shown)
    return shown.folders == found.folders
      && shown.files.mapValues(model.bytes(of:)) == found.files.mapValues(real.bytes(of:))
  }

  /// What is wrong in a state.
  func problems(in state: CutState, after outcome: Outcome) throws -> [String] {
    let place = try Place(withSourcesOf: scene.before)
    try model.write(state, to: place.home)
    return SoundnessCheck(scene: scene).problems(in: place, after: outcome)
  }
}
