import TerminalUI

/// The pictures that the terminal keeps for this program, by what they are told apart and under which
/// numbers.
struct HeldPictures<Key: Hashable, Number> {
  private struct Held {
    let number: Number
    let bytes: Int
    var lastShown: Int
  }

  private let bounds: PictureBounds
  private var held: [Key: Held] = [:]
  private var frames = 0

  init(_ bounds: PictureBounds) { self.bounds = bounds }

  subscript(key: Key) -> Number? { held[key]?.number }

  var numbers: [Number] { held.values.map(\.number) }

  /// Another frame comes, with some of them.
  mutating func beginFrame(showing keys: some Sequence<Key>) {
    frames += 1
    for key in keys { held[key]?.lastShown = frames }
  }

  mutating func add(_ key: Key, as number: Number, _ pixels: PixelSize) {
    held[key] = Held(number: number, bytes: pixels.width * pixels.height * 4, lastShown: frames)
  }

  /// Takes back all that isn't shown, when it is too much. Not a part of it: with whatever is
  /// freed, kitty (at least to 0.26) frees every picture that has no place on the screen.
  mutating func takeBackHidden() -> [Number] {
    let hidden = held.filter { $0.value.lastShown < frames }
    let memory = hidden.values.reduce(0) { $0 + $1.bytes }
    guard hidden.count > bounds.pictures || memory > bounds.bytes else { return [] }
    for key in hidden.keys { held[key] = nil }
    return hidden.values.map(\.number)
  }

  mutating func removeAll() { held = [:] }
}

/// The terminal keeps at most so much for this program that isn't on the screen.
struct PictureBounds {
  var pictures = 64
  /// As they are in its memory, four bytes a pixel.
  var bytes = 96 << 20
}
