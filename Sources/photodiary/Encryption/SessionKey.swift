import DiaryKeys
import System

/// The keys of a diary as the kernel keeps them for all programs of a person, from `unlock` until its time
/// is over. It writes them to no disk.
struct SessionKey: Sendable {
  /// Until when they are kept.
  enum Duration: Hashable, Sendable {
    /// So many seconds from now.
    case fixed(Int)
    /// So many seconds after the last use.
    case unused(Int)

    /// Until a quarter of an hour has passed without use.
    static let usual = Duration.unused(15 * 60)

    var seconds: Int {
      switch self {
      case .fixed(let seconds), .unused(let seconds): seconds
      }
    }

    fileprivate var line: String {
      switch self {
      case .fixed: "# for a time"
      case .unused(let seconds): "# unused \(seconds)"
      }
    }
  }

  private let name: String

  /// - Parameter key: the store's, which names it outside of its folder.
  init(ofStore key: String) { name = "photodiary:" + key }

  /// The keys, if there are any; their time begins anew where it is counted from the last use.
  func keyring() -> Keyring? {
    guard var text = KernelKeyring.secret(named: name) else { return nil }
    defer { text.wipe() }
    if let seconds = Self.unusedSeconds(text) { KernelKeyring.extend(named: name, by: seconds) }
    var keys = Array(text[Self.start(of: text)...])
    defer { keys.wipe() }
    return Keyring(text: keys)
  }

  func keep(_ keyring: Keyring, _ duration: Duration) throws(ErrorNumber) {
    var keys = keyring.text
    defer { keys.wipe() }
    var text = Array((duration.line + "\n").utf8) + keys
    defer { text.wipe() }
    try KernelKeyring.keep(text, named: name, for: duration.seconds)
  }

  /// Returns whether there were any.
  @discardableResult
  func forget() -> Bool { KernelKeyring.forget(named: name) }

  private static func start(of text: [UInt8]) -> Int {
    text.firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
  }

  private static func unusedSeconds(_ text: [UInt8]) -> Int? {
    let words = text.prefix { $0 != 0x0A }.split(separator: 0x20)
    guard words.count == 3 else { return nil }
    return Int(String(decoding: words[2], as: UTF8.self))
  }
}
