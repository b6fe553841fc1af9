/// How soon a picture is wanted.
package enum PictureUrgency: Int, Sendable, CaseIterable {
  /// Someone looks at the place where it belongs.
  case inView
  /// It may be looked at next.
  case ahead
}

/// Lets a few in at once; the others wait in line, the urgent ones first.
actor Turns {
  private var free: Int
  private var lines: [[CheckedContinuation<Void, Never>]]

  init(_ count: Int) {
    free = count
    lines = PictureUrgency.allCases.map { _ in [] }
  }

  func take(_ urgency: PictureUrgency) async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { lines[urgency.rawValue].append($0) }
    }
  }

  func giveBack() {
    if let line = lines.firstIndex(where: { !$0.isEmpty }) {
      lines[line].removeFirst().resume()
    } else {
      free += 1
    }
  }
}
