import DiaryCore
import Localization
import TerminalUI

extension Effect {
  /// Plays a film or a recording, in a window where there is a desktop, else on the terminal.
  static func play(_ file: NamedFile) -> Effect {
    .run(file) { context in
      let path = context.service.path(of: file.file)
      return await Result.of { () async throws(PhotoActionError) in
        try await context.fetched(file)
        return try await context.environment.photoActions.play(file, at: path)
      }
    } thenPerform: { state, result in
      state.toast = nil
      // It may have been fetched for this.
      state.context.sync.isStale = true
      switch result {
      case .success(.needsTerminal):
        return [.playOnTerminal(file, as: state.context.facts.terminalFilm)]
      case .success(.window): state.toast = localized("Playing \(file.name.printable).")
      case .success(.copy): state.toast = localized("Opened a copy in the desktop's viewer.")
      case .failure(let failure): state.context.showError(failure.line)
      }
      return []
    }
  }
}

extension Message {
  static func playedOnTerminal(_ failure: PhotoActionError?) -> Message {
    Message(failure) { state in
      if let failure { state.context.showError(failure.line) }
    }
  }
}

extension ScreenContext {
  /// Plays it, and says so.
  mutating func play(_ file: NamedFile) -> [Effect] {
    toast = localized("Opening \(file.name.printable)…")
    return [.play(file)]
  }

  /// Opens a copy of it in the desktop's program, and says so.
  mutating func openOutside(_ file: NamedFile) -> [Effect] {
    toast = localized("Opening a copy of \(file.name.printable)…")
    return [.openOutside(file)]
  }

  /// Plays a film or a recording, and opens a copy of anything else.
  mutating func playOrOpen(_ file: NamedFile) -> [Effect] {
    file.file.type.isMedia ? play(file) : openOutside(file)
  }
}

extension TerminalFacts {
  /// What the terminal shows films in.
  var terminalFilm: TerminalFilm {
    switch graphics?.method {
    // A player knows nothing of tmux between it and the terminal; sixels are tmux's own.
    case .kitty: graphics?.isThroughTmux == true ? .characters : .kitty
    case .sixel: .sixel
    case .iterm, nil: .characters
    }
  }
}
