import CSandbox
import System

/// What this process may use at most. A hostile photo that gets the better of a decoder finds
/// little memory, little time, no file, program or network that it could open, and leaves no core
/// behind.
enum ResourceLimits {
  private static let memory: UInt64 = 1 << 30
  private static let seconds: UInt64 = 10
  /// Headers take milliseconds.
  private static let headerSeconds: UInt64 = 2
  private static let largestFile: UInt64 = 1 << 30

  /// `photos` is the size of the files that are or will be mapped: their pages are the file's and
  /// cost no memory. Returns whether calls of the system are filtered from now on. Some kernels and
  /// containers don't let a program do that; its other limits hold there all the same.
  @discardableResult
  static func apply(photos: Int, onlyHeaders: Bool = false) -> Bool {
    ResourceLimit.memory.set(memory + UInt64(photos))
    leaveAWord()
    // Whoever presses a key goes first, also where every core decodes.
    ThisProgram.yieldPriority(5)
    ResourceLimit.processorTime.set(onlyHeaders ? headerSeconds : seconds)
    ResourceLimit.coreSize.set(0)
    // What is needed is open already: nothing else can be opened.
    ResourceLimit.openFiles.set(0)
    // Only when the output was sent to a file by hand may there be a file to write.
    ResourceLimit.fileSize.set(StandardOutput.isFile ? largestFile : 0)
    return SystemCallFilter.begin()
  }

  /// A decoder that has used up its time is stopped by a signal, and one that gets no memory may
  /// end itself with another: either asked for more than there is. A third comes when a file
  /// shrinks while it is being read.
  private static func leaveAWord() {
    for signal in [Signal.processorTime, .abort] {
      signal.handle { _ in
        StandardOutput.write("too-costly\n" as StaticString)
        ThisProgram.endAtOnce(ExitStatus.notDrawable)
      }
    }
    Signal.busError.handle { _ in
      StandardOutput.write("damaged\n" as StaticString)
      ThisProgram.endAtOnce(ExitStatus.notDrawable)
    }
  }
}

/// Linux's filter of system calls. Where there is none, this process has its limits alone, by which it can
/// open neither files nor connections; but what asks for no open file, as to remove one or to end another
/// program, it could do.
enum SystemCallFilter {
  /// Filters from now on and for good. Returns whether the system does.
  static func begin() -> Bool { Facility.seccomp.isAvailable && pd_leave_only_computing() == 0 }
}

/// Becomes a program of the system's that reads films, which isn't ours and is never linked: under the limits
/// of memory, time and files, and a filter that leave it to read its standard input and to write its answer.
enum Confinement {
  /// A large frame is decoded from some others.
  private static let memory: UInt64 = 2 << 30
  private static let seconds: UInt64 = 20
  /// Its libraries, one after the other.
  private static let openFiles: UInt64 = 64

  /// Whether the system keeps such a program from opening other files.
  static var opensNothingElse: Bool { Facility.landlock.isAvailable && pd_has_landlock() != 0 }

  /// Does so if the arguments say it, and comes back only if they don't.
  static func enterIfAsked(_ arguments: [String]) {
    guard arguments.count > 2, arguments[1] == "confined", arguments[2].hasPrefix("/")
    else { return }
    ResourceLimit.memory.set(memory)
    ThisProgram.yieldPriority(5)
    ResourceLimit.processorTime.set(seconds)
    ResourceLimit.coreSize.set(0)
    ResourceLimit.openFiles.set(openFiles)
    // Its answer goes to a pipe.
    ResourceLimit.fileSize.set(0)
    _ = pd_become_confined(
      CommandLine.unsafeArgv + 2, Facility.seccomp.isAvailable ? 1 : 0,
      Facility.landlock.isAvailable ? 1 : 0)
    ThisProgram.exit(ExitStatus.failed)
  }
}

/// A photo that stands on an open file, mapped into memory: changes to it stay in this process.
struct PhotoFile: ~Copyable {
  private let memory: PrivateMapping

  init(_ descriptor: Descriptor = .standardInput) throws(PictureProblem) {
    guard let count = Self.size(descriptor), count > 0 else { throw .notAnImage }
    guard let memory = PrivateMapping(descriptor, count: count) else { throw .tooLarge }
    self.memory = memory
  }

  /// Nil when it is not a file, or not open.
  static func size(_ descriptor: Descriptor) -> Int? {
    guard let status = try? descriptor.status(), status.isRegularFile else { return nil }
    return max(0, status.size)
  }

  /// Valid while this file is.
  var bytes: Bytes { Bytes(memory.bytes) }
}

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
