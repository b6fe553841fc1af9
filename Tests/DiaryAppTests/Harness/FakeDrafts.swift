import DiaryCore

/// Drafts in memory, the latest first.
actor FakeDrafts: DraftKeeping {
  private(set) var kept: [Draft] = []
  private var failure: DiaryError?

  init(_ drafts: [Draft] = []) { kept = drafts }

  func fail(with failure: DiaryError?) { self.failure = failure }

  func keep(_ draft: Draft) async throws(DiaryError) {
    if let failure { throw failure }
    kept.removeAll { $0.id == draft.id }
    kept.insert(draft, at: 0)
  }

  func remove(_ id: ID<Draft>) async { kept.removeAll { $0.id == id } }
  func left() async -> [Draft] { kept }
}
