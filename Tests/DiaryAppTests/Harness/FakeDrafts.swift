import DiaryCore
import TestSupport

/// Drafts in memory, the latest first.
actor FakeDrafts: DraftKeeping {
  private(set) var kept: [Draft] = []
  private(set) var thrownAway: [DiscardedDraft] = []
  private var failure: DiaryError?

  init(_ drafts: [Draft] = []) { kept = drafts }

  func fail(with failure: DiaryError?) { self.failure = failure }

  func keep(_ draft: Draft) async throws(DiaryError) {
    if let failure { throw failure }
    await remove(draft.id)
    kept.insert(draft, at: 0)
  }

  func remove(_ id: ID<Draft>) async {
    kept.removeAll { $0.id == id }
    thrownAway.removeAll { $0.draft.id == id }
  }

  func discard(_ draft: Draft) async throws(DiaryError) {
    if let failure { throw failure }
    await remove(draft.id)
    thrownAway.insert(
      DiscardedDraft(draft, at: Timestamp(milliseconds: 1_795_190_400_000)), at: 0)
  }

  func discarded() async -> [DiscardedDraft] { thrownAway }
  func left() async -> [Draft] { kept }
}
