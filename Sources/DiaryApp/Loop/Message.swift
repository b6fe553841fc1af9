import DiaryCore
import TerminalUI

/// Something that has happened to the app: an event of the terminal, or what came of an effect. A
/// feature declares it beside its effects, with what it changes.
package struct Message: Sendable {
  /// What declares it: `rowsLoaded(_:entries:total:pinned:)`.
  let function: String
  let arguments: [any Sendable]
  let change: @Sendable (inout AppState) -> [Effect]
  /// What the terminal brings, if it comes from there.
  private(set) var event: TerminalEvent?
  private(set) var endsWrite = false

  /// Changes the state.
  init(
    _ arguments: any Sendable..., function: String = #function,
    change: @escaping @Sendable (inout AppState) -> Void
  ) {
    self.init(function, arguments) { state in
      change(&state)
      return []
    }
  }

  /// Changes the state, and says what is to be done then.
  static func performing(
    _ arguments: any Sendable..., function: String = #function,
    change: @escaping @Sendable (inout AppState) -> [Effect]
  ) -> Message {
    Message(function, arguments, change)
  }

  private init(
    _ function: String, _ arguments: [any Sendable],
    _ change: @escaping @Sendable (inout AppState) -> [Effect]
  ) {
    self.arguments = arguments
    self.function = function
    self.change = change
  }

  package static func terminal(_ event: TerminalEvent) -> Message {
    var message = Message.performing(event) { $0.receive(event) }
    message.event = event
    return message
  }

  /// The message as the answer to a change of the diary that undo has waited for.
  package var endingWrite: Message {
    var message = self
    message.endsWrite = true
    return message
  }

  package static func failed(_ error: DiaryError) -> Message {
    Message(error) { $0.context.showError(error) }
  }
}
