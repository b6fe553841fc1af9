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

  private var hasAskedBeyondTmux = false

  /// Until when an answer may come that nobody waits for any more.
  private var strayAnswersEnd = ContinuousClock.now

  private enum Round { case first, second, beyondTmux }

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
  /// Answers may still come.
  var mayBeAnswered: Bool { isOpen || .now < strayAnswersEnd }
  /// How long whoever gives the terminal back waits for them. What tmux doesn't let through is never
  /// answered.
  var timeToLeave: Duration {
    let most = Duration.milliseconds(250)
    return round == .beyondTmux ? most - (.now - lastAsked) : most
  }
  /// They are to come any moment: a sequence that stops in its middle will go on.
  var isFresh: Bool { isOpen && !isLate }

  func facts(window: WindowSize) -> TerminalFacts {
    answers.facts(display, surroundings, window: window)
  }

  /// Asks everything.
  func ask() {
    guard surroundings.canBeAsked else { return }
    answers = TerminalAnswers()
    hasAskedBeyondTmux = false
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
    if round == .first { round = .second }
    hasAskedBeyondTmux = true
    sizesHaveChanged = false
  }

  func receive(_ replies: [TerminalReply]) {
    for reply in replies {
      record(reply)
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
    if round == .beyondTmux { round = .second }
    generation += 1
    isLate = false
    if sizesHaveChanged {
      sizesHaveChanged = false
      askSizes()
    } else {
      conclude?()
      if !hasAskedBeyondTmux { askBeyondTmux() }
    }
  }

  /// Asks the terminal that tmux runs in, where there is one. No answer has to come.
  private func askBeyondTmux() {
    hasAskedBeyondTmux = true
    let questions = TerminalQuestions.beyondTmux(surroundings, display)
    guard !questions.isEmpty else { return }
    round = .beyondTmux
    put(questions)
  }

  /// tmux doesn't let the questions through, as it seems.
  private func giveUpBeyondTmux() {
    fences = 0
    round = .second
    strayAnswersEnd = .now + Self.patience
    guard sizesHaveChanged else { return }
    sizesHaveChanged = false
    askSizes()
  }

  private func record(_ reply: TerminalReply) {
    switch reply {
    case .name(let name) where surroundings.isInTmux && !TerminalName(name).isMultiplexer:
      answers.recordBeyondTmux(reply)
    case .kitty where surroundings.isInTmux: answers.recordBeyondTmux(reply)
    case .attributes where round == .beyondTmux || fences == 0: break
    default: answers.record(reply)
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
        if self.round == .beyondTmux { self.giveUpBeyondTmux() }
      }
    }
  }
}
