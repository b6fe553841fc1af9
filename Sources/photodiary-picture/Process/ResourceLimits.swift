import CSandbox
import Glibc

/// What this process may use at most. A hostile photo that gets the better of a decoder finds
/// little memory, little time, no file, program or network that it could open, and leaves no core
/// behind.
enum ResourceLimits {
  private static let memory: rlim_t = 1 << 30
  private static let seconds: rlim_t = 10
  /// Headers take milliseconds.
  private static let headerSeconds: rlim_t = 2
  private static let largestFile: rlim_t = 1 << 30

  /// `photos` is the size of the files that are or will be mapped: their pages are the file's and
  /// cost no memory. Returns whether calls of the system are filtered from now on. Some kernels and
  /// containers don't let a program do that; its other limits hold there all the same.
  @discardableResult
  static func apply(photos: Int, onlyHeaders: Bool = false) -> Bool {
    set(RLIMIT_AS, memory + rlim_t(photos))
    leaveAWord()
    // Whoever presses a key goes first, also where every core decodes.
    _ = nice(5)
    set(RLIMIT_CPU, onlyHeaders ? headerSeconds : seconds)
    set(RLIMIT_CORE, 0)
    // What is needed is open already: nothing else can be opened.
    set(RLIMIT_NOFILE, 0)
    // Only when the output was sent to a file by hand may there be a file to write.
    set(RLIMIT_FSIZE, StandardOutput.isFile ? largestFile : 0)
    return pd_leave_only_computing() == 0
  }

  /// A decoder that has used up its time is stopped by a signal, and one that gets no memory may
  /// end itself with another: either asked for more than there is. A third comes when a file
  /// shrinks while it is being read.
  private static func leaveAWord() {
    for number in [SIGXCPU, SIGABRT] {
      signal(number) { _ in
        StandardOutput.write("too-costly\n" as StaticString)
        _exit(ExitStatus.notDrawable)
      }
    }
    signal(SIGBUS) { _ in
      StandardOutput.write("damaged\n" as StaticString)
      _exit(ExitStatus.notDrawable)
    }
  }

  private static func set(_ resource: __rlimit_resource, _ value: rlim_t) {
    // The time's hard limit ends without asking; the soft one comes a second before.
    let most = resource == RLIMIT_CPU ? value + 1 : value
    let resource = Int32(resource.rawValue)
    var limit = rlimit(rlim_cur: value, rlim_max: most)
    if setrlimit(resource, &limit) != 0, getrlimit(resource, &limit) == 0, limit.rlim_cur > value {
      // A lower hard limit set from outside stands; otherwise go as low as is allowed.
      limit.rlim_cur = min(value, limit.rlim_max)
      setrlimit(resource, &limit)
    }
  }
}
