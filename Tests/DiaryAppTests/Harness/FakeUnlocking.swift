import DiaryCore
import Synchronization
import TestSupport

@testable import DiaryApp

/// Encryption in memory: a passphrase, six words, and whether the diary is open.
final class FakeUnlocking: DiaryUnlocking {
  static let passphrase = "correct horse 배터리"
  static let words = "acorn bagel cedar dune ember fjord"

  private struct Standing {
    var state: LockState
    var passphrase: Passphrase?
    var hasWords = false
    /// How often it was locked.
    var locks = 0
    /// What it was asked to open with, each time.
    var tries = 0
    var failure: UnlockingError?
  }

  private let standing: Mutex<Standing>
  private let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation
  private let steps: Steps
  /// What is wrong with the diary, once it is open.
  let fault: DiaryError?

  init(
    _ state: LockState, fault: DiaryError? = nil, hasWords: Bool = false
  ) {
    (requests, request) = AsyncStream.makeStream()
    steps = Steps()
    self.fault = fault
    standing = Mutex(
      Standing(
        state: state, passphrase: state == .plain ? nil : Passphrase(Self.passphrase.utf8),
        hasWords: hasWords || state != .plain))
  }

  var locks: Int { standing.withLock(\.locks) }
  var tries: Int { standing.withLock(\.tries) }

  /// Encrypting fails from now on.
  func fail(with failure: UnlockingError) { standing.withLock { $0.failure = failure } }

  /// Another program asks for it.
  func requestLock() { request.yield() }

  /// Encrypting goes on when the test says so.
  func hold() async { await steps.hold() }

  /// Returns when it has gone on; `nil` is to the end.
  func go(on progress: Progress?) async { await steps.go(on: progress) }

  // MARK: The port

  var state: LockState { standing.withLock(\.state) }

  func unlock(with passphrase: Passphrase) async throws(UnlockingError) {
    try await check(passphrase)
    standing.withLock { $0.state = .open }
  }

  func check(_ passphrase: Passphrase) async throws(UnlockingError) {
    let opens = standing.withLock { standing in
      standing.tries += 1
      return passphrase == standing.passphrase
        || standing.hasWords && passphrase == Passphrase(Self.words.utf8)
    }
    guard opens else {
      throw UnlockingError("That doesn't open the diary. Try again.", isWrongPassphrase: true)
    }
  }

  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(UnlockingError) -> String? {
    if let failure = standing.withLock(\.failure) { throw failure }
    guard await steps.goOn(progress) else { throw UnlockingError("Stopped.") }
    return standing.withLock { standing in
      standing.passphrase = passphrase
      standing.state = .open
      defer { standing.hasWords = true }
      return standing.hasWords ? nil : Self.words
    }
  }

  func lock() {
    standing.withLock { standing in
      standing.state = .locked
      standing.locks += 1
    }
  }

  func lockRequests() -> AsyncStream<Void> { requests }

  /// What waits for the test.
  private actor Steps {
    private var held: AsyncStream<Progress?>?
    private var feed: AsyncStream<Progress?>.Continuation?
    private let taken: AsyncStream<Void>
    private let tookOne: AsyncStream<Void>.Continuation

    init() { (taken, tookOne) = AsyncStream.makeStream() }

    func hold() { (held, feed) = AsyncStream.makeStream() }

    func go(on progress: Progress?) async {
      feed?.yield(progress)
      for await _ in taken { return }
    }

    /// Whether it wasn't stopped before its end.
    func goOn(_ progress: @Sendable (Progress) -> Void) async -> Bool {
      guard let held else { return !Task.isCancelled }
      for await step in held {
        defer { tookOne.yield() }
        guard let step else { return true }
        progress(step)
      }
      return false
    }
  }
}

extension Beginning {
  /// As the program begins: where the diary was locked, if it was.
  static func remembered(
    _ view: RememberedView, in service: DiaryService
  ) async throws(DiaryError) -> Beginning {
    var place = InitialScreen.newest
    if view.locked != nil, let location = view.location,
      let visit = try await ResolvedLocation(location, in: service)
    {
      place = .last(visit)
    }
    return Beginning(
      at: place, firstRows: place.isAtNewest ? FirstRows(of: service) : nil, remembered: view,
      draft: view.locked?.draft)
  }
}
