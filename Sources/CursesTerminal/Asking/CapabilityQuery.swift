import Dispatch
import TerminalUI

/// Asks the terminal about itself and waits for nothing: the answers come in among the keys.
@MainActor
final class CapabilityQuery {
  /// How long the answers may take before the program goes on with those that have come. Later
  /// ones still count.
  private static let deadline = DispatchTimeInterval.seconds(2)
  /// After which none is expected any more.
  private static let patience = Duration.seconds(20)

  var display: PhotoDisplay
  private let surroundings: TerminalEnvironment
  private let write: @MainActor ([UInt8]) -> Void
  /// Called when all answers have come, and when they are late.
  var conclude: (@MainActor () -> Void)?
  private(set) var answers = TerminalAnswers()
  /// How many answers to DA1 are still to come.
  private var fences = 0
  private var round = Round.second
  private var generation = 0
  private var isLate = false
  private var sizesHaveChanged = false
  private var lastAsked = ContinuousClock.now

  private enum Round { case first, second }

  init(
    display: PhotoDisplay, surroundings: TerminalEnvironment,
    write: @escaping @MainActor ([UInt8]) -> Void
  ) {
    self.display = display
    self.surroundings = surroundings
    self.write = write
  }

  /// Answers are still to come.
  var isOpen: Bool { fences > 0 && .now - lastAsked < Self.patience }
  /// They are to come any moment: a sequence that stops in its middle will go on.
  var isFresh: Bool { isOpen && !isLate }

  func facts(window: WindowSize) -> TerminalFacts {
    answers.facts(display, surroundings, window: window)
  }

  /// Asks everything.
  func ask() {
    guard surroundings.canBeAsked else { return }
    answers = TerminalAnswers()
    round = .first
    put(TerminalQuestions.first)
  }

  /// Asks for the size of the cells again; once more, if it changes while answers are on their way.
  func askSizes() {
    guard surroundings.canBeAsked else {
      conclude?()
      return
    }
    if isOpen {
      sizesHaveChanged = true
      return
    }
    answers.forgetSizes()
    put(TerminalQuestions.size)
  }

  /// Asks nothing more, whatever the answers are, until it is told to.
  func stop() {
    round = .second
    sizesHaveChanged = false
  }

  func receive(_ replies: [TerminalReply]) {
    for reply in replies {
      answers.record(reply)
      guard case .attributes = reply, fences > 0 else { continue }
      fences -= 1
      if fences == 0 { endRound() }
    }
  }

  private func endRound() {
    if round == .first {
      round = .second
      let questions = TerminalQuestions.second(after: answers, surroundings, display)
      if !questions.isEmpty {
        put(questions)
        return
      }
    }
    generation += 1
    isLate = false
    if sizesHaveChanged {
      sizesHaveChanged = false
      askSizes()
    } else {
      conclude?()
    }
  }

  private func put(_ questions: [UInt8]) {
    fences += 1
    isLate = false
    lastAsked = .now
    generation += 1
    write(questions)
    let asked = generation
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.deadline) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.generation == asked else { return }
        self.isLate = true
        self.conclude?()
      }
    }
  }
}
