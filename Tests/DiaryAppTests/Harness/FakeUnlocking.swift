import DiaryCore
import TestSupport

@testable import DiaryApp

/// Encryption in memory: a passphrase, six words, and whether the diary is open.
final class FakeUnlocking: DiaryUnlocking, @unchecked Sendable {
  static let passphrase = "correct horse 배터리"
  static let words = "acorn bagel cedar dune ember fjord"

  @Locked private(set) var state: LockState
  @Locked private var passphrase: Passphrase?
  @Locked private var hasWords: Bool
  /// How often it was locked.
  @Locked private(set) var locks = 0
  /// How often a passphrase was tried.
  @Locked private(set) var tries = 0
  @Locked private var failure: UnlockingError?
  private let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation
  @Locked private var steps: Steps<Progress?>?
  /// What is wrong with the diary, once it is open.
  let fault: DiaryError?

  init(_ state: LockState, fault: DiaryError? = nil, hasWords: Bool = false) {
    (requests, request) = AsyncStream.makeStream()
    self.fault = fault
    self.state = state
    passphrase = state == .plain ? nil : Passphrase(Self.passphrase.utf8)
    self.hasWords = hasWords || state != .plain
  }

  /// Encrypting fails from now on.
  func fail(with failure: UnlockingError) { self.failure = failure }

  /// Another program asks for it.
  func requestLock() { request.yield() }

  /// Encrypting goes on when the test says so.
  func hold() { steps = Steps() }

  /// Returns when it has gone on; `nil` is to the end.
  func go(on progress: Progress?) async { await steps?.go(on: progress) }

  // MARK: The port

  func unlock(with passphrase: Passphrase) async throws(UnlockingError) {
    try await check(passphrase)
    state = .open
  }

  func check(_ passphrase: Passphrase) async throws(UnlockingError) {
    tries += 1
    guard passphrase == self.passphrase || hasWords && passphrase == Passphrase(Self.words.utf8)
    else {
      throw UnlockingError("That doesn't open the diary. Try again.", isWrongPassphrase: true)
    }
  }

  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(UnlockingError) -> String? {
    if let failure { throw failure }
    guard await steps.goesOn(progress) else { throw UnlockingError("Stopped.") }
    self.passphrase = passphrase
    state = .open
    defer { hasWords = true }
    return hasWords ? nil : Self.words
  }

  func lock() {
    state = .locked
    locks += 1
  }

  func lockRequests() -> AsyncStream<Void> { requests }
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
