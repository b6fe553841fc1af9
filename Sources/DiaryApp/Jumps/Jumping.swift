import DiaryCore
import Words

extension AppState {
  /// One leaves for somewhere else: Ctrl-O leads back here.
  mutating func noteJump() {
    if let place { jumps.note(place) }
  }

  /// Whether one may go away from the front screen: nothing is being written or answered there.
  var canGoElsewhere: Bool {
    !screens.contains(where: \.holdsBack) && screens.front?.canBeLeft ?? true
  }

  /// Goes back to where one was, or forward again.
  mutating func jump(_ direction: JumpList.Direction) -> [Effect] {
    guard canGoElsewhere else { return [] }
    let ticket = nextTicket()
    let current = place
    guard let (places, steps) = jumps.want(direction, from: current, ticket: ticket) else {
      tellOfNoPlace(direction)
      return []
    }
    return [.findPlace(places, steps: steps, direction, from: current, ticket: ticket)]
  }

  mutating func tellOfNoPlace(_ direction: JumpList.Direction) {
    toast =
      direction == .back
      ? localized("Nowhere to go back to.")
      : localized("Nowhere to go forward to.")
  }
}
