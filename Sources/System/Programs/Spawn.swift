import CSystem
import Glibc

/// How a program is started: with no signal blocked and none ignored, whatever this one does.
package struct Spawn {
  /// What stands behind one of its descriptors.
  package enum End {
    case open(Descriptor)
    /// There is nothing to read, and what is written goes nowhere.
    case nothing
  }

  package enum Group {
    /// That of this program: Ctrl-C at the terminal is for both.
    case shared
    /// One of its own, so that it and what it starts in its turn can be ended together, and Ctrl-C is
    /// for this program alone.
    case own
    /// A session of its own: it has nothing of the terminal and goes on when this program ends.
    case ownSession
  }

  /// What it may have of this program's open files.
  package enum Files {
    /// All of the process's, or the standard files of the current `Invocation`.
    case all
    /// Its standard input, output and errors; and the files from 3 on, after which there is none.
    case only(input: End, output: End, errors: End, others: [End] = [])
  }

  package let program: String
  /// The first is what it is called.
  package let arguments: [String]
  /// Its environment, `nil` for that of this process.
  package let environment: [String]?
  package let files: Files
  package let group: Group

  /// - Parameter environment: `nil` for that of this program.
  package init(
    _ program: String, _ arguments: [String], environment: [String]? = nil, files: Files,
    group: Group
  ) {
    self.program = program
    self.arguments = arguments
    let invocation = Invocation.current
    self.environment =
      environment ?? invocation.map { $0.environment.map { name, value in "\(name)=\(value)" } }
    if let invocation, case .all = files {
      self.files = .only(
        input: .open(invocation.input), output: .open(invocation.output),
        errors: .open(invocation.errors))
    } else {
      self.files = files
    }
    self.group = group
  }

  package func start() throws(ErrorNumber) -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    try Self.check(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    try Self.check(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    add(to: &actions)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags: Int16 =
      switch group {
      case .shared: 0
      case .own: Int16(POSIX_SPAWN_SETPGROUP)
      case .ownSession: Int16(pd_spawn_own_session)
      }
    pd_spawn_reset_signals(&attributes, flags)

    var words = Self.list(arguments)
    var settings = environment.map(Self.list)
    defer { for text in words + (settings ?? []) { free(text) } }
    var process: pid_t = 0
    let code =
      if settings != nil {
        posix_spawn(&process, program.systemPath, &actions, &attributes, &words, &settings!)
      } else {
        posix_spawn(&process, program.systemPath, &actions, &attributes, &words, environ)
      }
    try Self.check(code)
    return ChildProcess(number: process)
  }

  private func add(to actions: inout posix_spawn_file_actions_t) {
    guard case .only(let input, let output, let errors, let others) = files else { return }
    // Its output first: a number from 3 on may be that of an end until another file takes its place.
    Self.add(output, as: STDOUT_FILENO, O_WRONLY, to: &actions)
    Self.add(errors, as: STDERR_FILENO, O_WRONLY, to: &actions)
    Self.add(input, as: STDIN_FILENO, O_RDONLY, to: &actions)
    for (index, end) in others.enumerated() {
      Self.add(end, as: STDERR_FILENO + 1 + Int32(index), O_RDONLY, to: &actions)
    }
    pd_spawn_close_from(&actions, STDERR_FILENO + 1 + Int32(others.count))
  }

  private static func add(
    _ end: End, as number: Int32, _ flags: Int32, to actions: inout posix_spawn_file_actions_t
  ) {
    switch end {
    case .open(let own): posix_spawn_file_actions_adddup2(&actions, own.number, number)
    case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
    }
  }

  private static func check(_ code: Int32) throws(ErrorNumber) {
    guard code == 0 else { throw ErrorNumber(rawValue: code) }
  }

  /// Copies that C may own, and the nil that ends them.
  private static func list(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0.systemPath) } + [nil]
  }
}
