/// What goes through tmux to the terminal that it runs in, where its `allow-passthrough` is on: else tmux
/// drops it (tmux(1)).
enum TmuxPassthrough {
  private static let head = Array("\u{1B}Ptmux;".utf8)
  private static let end = Array("\u{1B}\\".utf8)
  private static let escape: UInt8 = 0x1B

  static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    head + bytes.flatMap { $0 == escape ? [escape, escape] : [$0] } + end
  }
}
