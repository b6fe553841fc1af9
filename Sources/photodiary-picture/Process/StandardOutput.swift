import System

/// Writes results. There is nobody to tell when that fails, so the program just ends.
enum StandardOutput {
  /// The answer, and the word that says why there is none. The decoders' libraries print warnings
  /// where they expect standard output and error: those are closed, so that nothing comes between.
  enum Channel {
    case answer
    case word
  }

  // Written once, before anything else runs.
  nonisolated(unsafe) private static var descriptors =
    (answer: Descriptor.standardOutput, word: Descriptor.standardError)

  /// Keeps both for this program alone.
  static func keep() {
    descriptors = (kept(.standardOutput), kept(.standardError))
  }

  /// Safe in a signal handler.
  static func write(_ word: StaticString) {
    descriptors.word.write(word)
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to channel: Channel = .answer) {
    let descriptor = channel == .answer ? descriptors.answer : descriptors.word
    if (try? descriptor.write(bytes)) == nil { ThisProgram.exit(ExitStatus.failed) }
  }

  static func write(_ text: String, to channel: Channel = .answer) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: channel) }
  }

  static var isFile: Bool { (try? descriptors.answer.status())?.isRegularFile == true }

  /// Moves a descriptor to a number that no library knows; the photos may have those up to 66.
  private static func kept(_ descriptor: Descriptor) -> Descriptor {
    let own = Descriptor(number: descriptor.number + 100)
    guard (try? descriptor.duplicate(as: own)) != nil else { return descriptor }
    descriptor.close()
    return own
  }
}

enum ExitStatus {
  static let failed: Int32 = 1
  static let notAnImage: Int32 = 2
  static let notDrawable: Int32 = 3
  static let wrongUsage: Int32 = 64
}
