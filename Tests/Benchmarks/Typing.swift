import TerminalUI
import TestSupport

/// Writing and reading: what a key costs in a long entry, and what opening one and a paste do.
enum Typing {
  static let benchmark = Benchmark(name: "typing", run: run)

  private static let sentence = "강가를 걸었다. We walked home by the river, and it was late. "
  private static let megabyte = 1_000_000

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let lines = String(repeating: sentence + "\n\n", count: megabyte / (sentence.utf8.count + 2))
    let paragraph = String(repeating: sentence, count: megabyte / sentence.utf8.count)
    return [
      // The measure for those below it.
      typing("a key in a short entry", sentence, bench),
      typing("a key in an entry of 1 MB", lines, bench),
      typing("a key in one paragraph of 1 MB", paragraph, within: 16, bench),
      once("a paste of 1 MB", limit: 100, bench) {
        let screen = EditorScreen("")
        _ = screen.open()
        return screen.paste(lines)
      },
      once("opening an entry of 10 MB", limit: 200, bench) {
        EditorScreen(String(repeating: lines, count: 10)).open()
      },
    ] + reading(String(repeating: lines, count: 10), bench) + (try bytes(bench))
  }

  @MainActor
  private static func reading(_ text: String, _ bench: Workbench) -> [Finding] {
    let list = EditorScreen(text)
    let reader = EditorScreen(text)
    _ = reader.read()
    let keys: [KeyEvent] = [
      .character("j"), KeyEvent(.pageDown), KeyEvent(.pageDown), KeyEvent(.pageUp),
    ]
    var samples = (list: Samples(), reader: Samples())
    for number in 0..<30 * bench.options.runs {
      samples.list.add(list.press(.character(number % 2 == 0 ? "j" : "k")))
      samples.reader.add(reader.press(keys[number % keys.count]))
    }
    func key(_ place: String, _ samples: Samples) -> Finding {
      Finding(
        name: "a key \(place) an entry of 10 MB, 99 of 100 below", unit: "ms",
        ours: samples.quantile(0.99), limit: .atMost(16))
    }
    return [
      once("the list beside an entry of 10 MB", limit: 200, bench) {
        ContinuousClock().measure { _ = EditorScreen(text) }
      },
      once("reading an entry of 10 MB", limit: 200, bench) { EditorScreen(text).read() },
      key("in the list beside", samples.list), key("while reading", samples.reader),
    ]
  }

  @MainActor
  private static func typing(
    _ name: String, _ text: String, within limit: Double = 4, _ bench: Workbench
  ) -> Finding {
    let slowest = samples(text, bench).quantile(0.99)
    return Finding(
      name: name + ", 99 of 100 below", unit: "ms", ours: slowest, limit: .atMost(limit))
  }

  /// Keys typed in the middle of a text.
  @MainActor
  private static func samples(_ text: String, _ bench: Workbench) -> Samples {
    let screen = EditorScreen(text)
    _ = screen.open()
    screen.goToMiddle(of: text.utf8.count)
    var samples = Samples()
    for _ in 0..<30 * bench.options.runs { samples.add(screen.type()) }
    return samples
  }

  @MainActor
  private static func once(
    _ name: String, limit: Double, _ bench: Workbench, _ body: () -> Duration
  ) -> Finding {
    var samples = Samples()
    for _ in 0..<max(3, bench.options.runs / 3) { samples.add(body()) }
    return Finding(
      name: name + ", median", unit: "ms", ours: samples.median, limit: .atMost(limit))
  }

  /// What a slow line feels: the bytes that are written for a letter.
  @MainActor
  private static func bytes(_ bench: Workbench) throws -> [Finding] {
    let diary = try bench.diary(of: bench.options.sizes[0])
    let terminal = try diary.openAndSettle(columns: 100, rows: 30)
    for key in ["n", "\t"] {
      terminal.write(Array(key.utf8))
      terminal.settle(silence: .milliseconds(100), atMost: .seconds(5))
    }
    var samples = Samples()
    for character in String(repeating: sentence, count: 3) {
      let before = terminal.bytes.count
      terminal.write(Array(String(character).utf8))
      terminal.settle(silence: .milliseconds(25), atMost: .seconds(5))
      samples.add(Double(terminal.bytes.count - before))
    }
    return [
      Finding(
        name: "bytes per typed letter, 99 of 100 below", unit: "B", ours: samples.quantile(0.99),
        limit: .atMost(199)),
      Finding(name: "bytes per typed letter, median", unit: "B", ours: samples.median),
    ]
  }
}
