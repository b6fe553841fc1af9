import DiaryCore
import DiarySettings
import Dispatch
import Localization
import Synchronization
import System

/// Runs what a person has set to be run after each save, one run after the other and behind the saves: none
/// waits for it, and none depends on what becomes of it.
final class SaveHook: Sendable {
  private let settings: SettingsFile
  private let queue = DispatchQueue(label: "photodiary.hook")
  private let state = Mutex(State())

  private struct State {
    /// How many saves it wasn't run for yet.
    var due = 0
    /// Where problems are told.
    var tell: @Sendable (String) -> Void = ErrorLine.write
  }

  /// What it is called in the settings.
  private static let name = "hooks.saved"

  init(settings: SettingsFile) { self.settings = settings }

  /// To be called with what was saved together. It is run once for all entries that were changed alike.
  /// `path` tells where the file of a photo or an attachment is.
  func saved(_ changes: [DiaryChange], path: @escaping @Sendable (AssetFile) -> String?) {
    let kinds = Self.kinds.filter { kind in changes.contains { $0.kind == kind } }
    guard !kinds.isEmpty else { return }
    state.withLock { $0.due += 1 }
    let language = Language.current
    queue.async(
      execute: Invocation.carrying { [self] in
        let settings = settings.known()
        if let text = settings.saveHook {
          let command = ShellCommand(command: text, seconds: settings.commandSeconds)
          for kind in kinds {
            let entries = changes.filter { $0.kind == kind }.map { $0.entry.json(file: path) }
            language.speaking { run(command, kind, entries) }
          }
        }
        state.withLock { $0.due -= 1 }
      })
  }

  private static let kinds: [DiaryChange.Kind] = [.added, .updated, .deleted, .restored]

  private func run(
    _ command: ShellCommand, _ kind: DiaryChange.Kind, _ entries: [JSONValue]
  ) {
    let input = entries.flatMap { JSONWriter.bytes($0) + [UInt8(ascii: "\n")] }
    if case .failure(let problem) = command.run(
      input, adding: ["PHOTODIARY_CHANGE": kind.rawValue])
    {
      let line = localized("Saved, but \(Self.name) had a problem: \(problem.words)")
      state.withLock(\.tell)(line)
    }
  }

  /// Tells problems there from now on.
  func tell(_ tell: @escaping @Sendable (String) -> Void) { state.withLock { $0.tell = tell } }

  /// Waits until it was run for all saves; whoever waits long is told for what.
  func finish() async {
    guard state.withLock({ $0.due > 0 }) else { return }
    let telling = Task {
      try await Task.sleep(for: .seconds(1))
      ErrorLine.report(localized("Saved. Waiting for \(Self.name) to end…"))
    }
    await withCheckedContinuation { done in queue.async { done.resume() } }
    telling.cancel()
  }
}
