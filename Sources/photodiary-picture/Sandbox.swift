import CSandbox
import System

/// Limits on this process: if a hostile photo takes over a decoder, it has little memory and time,
/// can't open files, programs or the network, and leaves no core dump.
enum ResourceLimits {
  private static let memory: UInt64 = 1 << 30
  private static let seconds: UInt64 = 10
  /// Enough for headers, which take milliseconds.
  private static let headerSeconds: UInt64 = 2
  private static let largestFile: UInt64 = 1 << 30

  /// Applies the limits.
  ///
  /// - Parameter photos: the size in bytes of the files that are or will be mapped. Their pages
  ///   belong to the files and cost no memory.
  /// - Returns: `true` if system calls are filtered from now on. Some kernels and containers don't
  ///   allow it; the other limits apply there too.
  @discardableResult
  static func apply(photos: Int, onlyHeaders: Bool = false) -> Bool {
    ResourceLimit.memory.set(memory + UInt64(photos))
    handleSignals()
    // The user's keys have priority, even if every core is decoding.
    CurrentProcess.lowerPriority(by: 5)
    ResourceLimit.processorTime.set(onlyHeaders ? headerSeconds : seconds)
    ResourceLimit.coreSize.set(0)
    // All required files are open already.
    ResourceLimit.openFiles.set(0)
    // There is a file to write only if the output was redirected by hand.
    ResourceLimit.fileSize.set(StandardOutput.isFile ? largestFile : 0)
    return SystemCallFilter.install()
  }

  /// Writes the reason when a signal ends the process. A decoder that used up its time or memory
  /// gets one of the first two; the third arrives if a file shrinks while it is read.
  private static func handleSignals() {
    for signal in [Signal.processorTime, .abort] {
      signal.handle { _ in
        StandardOutput.write("too-costly\n" as StaticString)
        CurrentProcess.exitImmediately(ExitReason.notDrawable)
      }
    }
    Signal.busError.handle { _ in
      StandardOutput.write("damaged\n" as StaticString)
      CurrentProcess.exitImmediately(ExitReason.notDrawable)
    }
  }
}

// MARK: - SystemCallFilter

/// The filter of system calls on Linux. Without it, this process can't open files or connections
/// because of its limits, but could still remove a file or end another program.
enum SystemCallFilter {
  /// Installs the filter permanently. Returns `false` if the system doesn't support it.
  static func install() -> Bool { Facility.seccomp.isAvailable && pd_leave_only_computing() == 0 }
}

// MARK: - Confinement

/// Turns this process into another program that reads videos or words, such as ffmpeg, which is
/// never linked. Limits on memory, time and files, and a filter of system calls, leave it able to
/// read its standard input and write its answer.
enum Confinement {
  /// Enough for large frames, which are decoded from several others.
  private static let memory: UInt64 = 2 << 30
  private static let seconds: UInt64 = 20
  /// Enough for its libraries, which are opened one after the other.
  private static let openFiles: UInt64 = 64

  /// The steps by which each command lowers the priority.
  private static let priorities: [String: Int32] = ["confined": 5, "confined-idle": 10]

  /// `true` if the system prevents such a program from opening other files.
  static var blocksOtherFiles: Bool { Facility.landlock.isAvailable && pd_has_landlock() != 0 }

  /// Runs the program if the arguments request one; otherwise returns.
  static func enterIfRequested(_ arguments: [String]) {
    guard arguments.count > 2, let priority = priorities[arguments[1]],
      arguments[2].hasPrefix("/")
    else { return }
    ResourceLimit.memory.set(memory)
    CurrentProcess.lowerPriority(by: priority)
    ResourceLimit.processorTime.set(seconds)
    ResourceLimit.coreSize.set(0)
    ResourceLimit.openFiles.set(openFiles)
    // The answer is written to a pipe.
    ResourceLimit.fileSize.set(0)
    _ = pd_become_confined(
      CommandLine.unsafeArgv + 2, Facility.seccomp.isAvailable ? 1 : 0,
      Facility.landlock.isAvailable ? 1 : 0)
    CurrentProcess.exit(ExitReason.failed)
  }
}

// MARK: - PhotoFile

/// A photo in an open file, mapped into memory; changes stay in this process.
struct PhotoFile: ~Copyable {
  private let memory: PrivateMapping

  init(_ descriptor: Descriptor = .standardInput) throws {
    guard let count = Self.size(descriptor), count > 0 else { throw ImageError.notAnImage }
    guard let memory = PrivateMapping(descriptor, count: count) else { throw ImageError.tooLarge }
    self.memory = memory
  }

  /// Returns the size in bytes; `nil` if the descriptor isn't an open file.
  static func size(_ descriptor: Descriptor) -> Int? {
    guard let status = try? descriptor.status(), status.isRegularFile else { return nil }
    return max(0, status.size)
  }

  /// The photo's bytes, valid during the lifetime of this value.
  var bytes: Bytes { Bytes(memory.bytes) }
}

// MARK: - StandardOutput

/// Writes answers. Ends the program if writing fails.
enum StandardOutput {
  /// The destination of an output: the answer, or the reason why there is none. Libraries print
  /// warnings to standard output and error, so both are closed for them.
  enum Channel {
    case answer
    case reason
  }

  // Set once, before anything else runs.
  nonisolated(unsafe) private static var descriptors =
    (answer: Descriptor.standardOutput, reason: Descriptor.standardError)

  /// Reserves standard output and error for this type.
  static func reserve() {
    descriptors = (moved(.standardOutput), moved(.standardError))
  }

  /// Writes a reason; safe in a signal handler.
  static func write(_ reason: StaticString) {
    descriptors.reason.write(reason)
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to channel: Channel = .answer) {
    let descriptor = channel == .answer ? descriptors.answer : descriptors.reason
    if (try? descriptor.write(bytes)) == nil { CurrentProcess.exit(ExitReason.failed) }
  }

  static func write(_ text: String, to channel: Channel = .answer) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: channel) }
  }

  static var isFile: Bool { (try? descriptors.answer.status())?.isRegularFile == true }

  /// Moves a descriptor to a number that no library uses; photos have numbers up to 66.
  private static func moved(_ descriptor: Descriptor) -> Descriptor {
    let target = Descriptor(number: descriptor.number + 100)
    guard (try? descriptor.duplicate(as: target)) != nil else { return descriptor }
    descriptor.close()
    return target
  }
}

// MARK: - ExitReason

/// The program's exit statuses, which the diary knows.
enum ExitReason {
  static let failed: Int32 = 1
  static let notAnImage: Int32 = 2
  static let notDrawable: Int32 = 3
  static let wrongUsage: Int32 = 64
}
