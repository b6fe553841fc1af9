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
