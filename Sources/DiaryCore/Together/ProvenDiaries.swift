import Synchronization

/// Of several diaries that are shown as one, those whose passphrase somebody has shown to know in this run.
package final class ProvenDiaries: Sendable {
  private let names = Mutex<Set<DiaryName>>([])

  package init() {}

  package func add(_ diary: DiaryName) { _ = names.withLock { $0.insert(diary) } }

  func contains(_ diary: DiaryName) -> Bool { names.withLock { $0.contains(diary) } }

  /// It has to be shown once more.
  func forget() { names.withLock { $0 = [] } }
}
