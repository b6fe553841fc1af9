import System

/// Runs git on a cache, a bare repository, without the user's hooks, without prompts, and without
/// transports that run commands.
struct GitProgram: Sendable {
  /// The places where git writes and reads objects.
  enum Objects {
    case cache
    /// Writes into the cache, and reads from another folder too.
    case reading(String)
    /// Writes into another folder, and reads from the cache too.
    case writing(String)
  }

  /// The path of the cache.
  let cache: String
  let stop: RemoteStop
  var objects = Objects.cache
  /// The path of the index, for commands that need one.
  var index: String?
  /// The size in bytes that no written file may exceed.
  var limit: Int?
  private var variables: [String: String] = [:]
  private let program: RemoteProgram
  /// A shell, which limits the size of files that git writes.
  private let shell: RemoteProgram
  private let environment: [String: String]

  init(
    cache: String, environment: [String: String], timeout: Int, hiding secret: String?,
    stop: RemoteStop
  ) throws {
    var variables = environment.filter { name, _ in
      !name.hasPrefix("GIT_") || Self.kept.contains { name.hasPrefix($0) }
    }
    variables["GIT_DIR"] = cache
    variables["GIT_TERMINAL_PROMPT"] = "0"
    // Programs that would prompt the user fail immediately.
    variables["GIT_ASKPASS"] = "/bin/false"
    variables["SSH_ASKPASS_REQUIRE"] = "never"
    variables["GIT_ALLOW_PROTOCOL"] = "file:git:http:https:ssh"
    program = try RemoteProgram("git", environment: variables, timeout: timeout, hiding: secret)
    shell = try RemoteProgram("sh", environment: variables, timeout: timeout, hiding: secret)
    self.environment = variables
    self.cache = cache
    self.stop = stop
  }

  /// The user's settings for reaching the remote: keys, certificates, proxies, configuration files.
  private static let kept = [
    "GIT_SSH", "GIT_SSL", "GIT_HTTP", "GIT_PROXY", "GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
  ]

  /// Settings that override the user's.
  ///
  /// Compression and deltas are off, since encrypted data doesn't get smaller. Fetched objects stay
  /// in their pack: a hostile branch may be small only while it is compressed. No maintenance runs
  /// in the background.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "commit.gpgSign=false",
    "push.gpgSign=false", "push.followTags=false", "submodule.recurse=false",
    "maintenance.auto=false", "core.compression=0", "core.looseCompression=0",
    "pack.compression=0", "pack.window=0", "fetch.unpackLimit=1", "protocol.version=2",
  ].flatMap { ["-c", $0] }

  /// Runs a command and returns its output.
  ///
  /// - Throws: the fault if the command fails.
  @discardableResult
  func run(_ arguments: [String], input: String? = nil) throws -> String {
    try checked(tryRun(arguments, input: input)).text
  }

  /// Runs a command and passes its output to `output`.
  ///
  /// - Throws: the fault if the command fails.
  func run(_ arguments: [String], input: String? = nil, output: RemoteProgram.Sink) throws {
    let (program, words) = start(arguments)
    _ = try checked(
      program.run(
        words, adding: allVariables, stop: stop, input: Self.source(input), output: output))
  }

  /// Runs a command. Its status may be a failure.
  func tryRun(_ arguments: [String], input: String? = nil) throws -> RemoteProgram.End {
    let (program, words) = start(arguments)
    return try program.run(words, adding: allVariables, stop: stop, input: Self.source(input))
  }

  /// Runs a command that prints an object's name, and returns the name.
  func object(_ arguments: [String], input: String? = nil) throws -> String {
    let name = String(try run(arguments, input: input).prefix { !$0.isNewline })
    guard GitListing.isObject(name) else { throw RemoteFault.failed("git \(arguments[0])") }
    return name
  }

  /// Writes a commit of a tree. The cache doesn't need to have its parent.
  func commit(_ tree: String, parent: String?, _ message: String) throws -> String {
    let time = "PhotoDiary <photodiary> \(SystemClock.seconds) +0000"
    let parents = parent.map { "parent \($0)\n" } ?? ""
    return try object(
      ["hash-object", "-t", "commit", "-w", "--stdin"],
      input: "tree \(tree)\n\(parents)author \(time)\ncommitter \(time)\n\n\(message)\n")
  }

  /// Pushes a commit to a branch. Its status may be a failure.
  ///
  /// - Parameter keepsPack: true to ask a local repository to keep the objects in one pack.
  func push(
    _ reference: String, to url: String, keepsPack: Bool = false
  ) throws -> RemoteProgram.End {
    var words = ["push", "--porcelain", "--progress", "--no-thin"]
    if GitRemote.path(of: url) != nil {
      let settings = Self.localRepositorySettings + (keepsPack ? ["receive.unpackLimit=1"] : [])
      words.append("--receive-pack=\(Self.command("receive-pack", settings))")
    }
    return try reaching(url).tryRun(words + ["--", url, reference])
  }

  /// Returns further arguments for fetching from a local repository, which would spend time on
  /// compression.
  static func fetchArguments(_ url: String, compression: Int) -> [String] {
    guard GitRemote.path(of: url) != nil else { return [] }
    let settings = ["core.compression=\(compression)", "pack.window=0"]
    return ["--upload-pack=\(command("upload-pack", settings))"]
  }

  /// The settings for a local repository that is pushed to. Its own hooks run, as on a remote host,
  /// and the user's global ones don't. Pushed objects are synced to the disk. Packs of photos
  /// aren't merged, since that would copy all of them.
  private static let localRepositorySettings = [
    "core.hooksPath=hooks", "core.compression=0", "pack.window=0", "gc.autoPackLimit=0",
    "core.fsync=committed,reference", "core.fsyncMethod=batch",
  ]

  private static func command(_ name: String, _ settings: [String]) -> String {
    (["git"] + settings.map { "-c \($0)" } + [name]).joined(separator: " ")
  }

  /// Returns true if the cache uses SHA-256, which the user may have set for new repositories.
  func usesSHA256() throws -> Bool {
    try tryRun(["rev-parse", "--show-object-format"]).text.hasPrefix("sha256")
  }

  func using(_ objects: Objects, index: String? = nil, limit: Int? = nil) -> GitProgram {
    var git = self
    (git.objects, git.index, git.limit) = (objects, index, limit)
    return git
  }

  /// Returns a copy whose ssh never prompts, with the user's ssh settings.
  func reaching(_ url: String) throws -> GitProgram {
    guard GitRemote.isSSH(url), environment["GIT_SSH_VARIANT"] ?? "ssh" == "ssh" else {
      return self
    }
    var command = environment["GIT_SSH_COMMAND"] ?? ""
    if command.isEmpty {
      let own = try tryRun(["config", "--get", "core.sshCommand"]).text
      command = String(own.prefix { !$0.isNewline })
    }
    if command.isEmpty { command = environment["GIT_SSH"].map(Self.quoted) ?? "ssh" }
    var git = self
    git.variables["GIT_SSH_COMMAND"] = "\(command) \(SSHRemote.options.joined(separator: " "))"
    return git
  }

  private func checked(_ end: RemoteProgram.End) throws -> RemoteProgram.End {
    guard end.isSuccess else { throw end.errors.fault(of: "git", end.status) }
    return end
  }

  /// Returns the program and its arguments: a shell if there is a size limit, which is in blocks of
  /// 512 bytes.
  private func start(_ arguments: [String]) -> (RemoteProgram, [String]) {
    let words = Self.settings + arguments
    guard let limit else { return (program, words) }
    return (shell, ["-c", "ulimit -f \(limit / 512 + 1); exec git \"$@\"", "git"] + words)
  }

  private var allVariables: [String: String] {
    var all = variables
    all["GIT_INDEX_FILE"] = index
    switch objects {
    case .cache: break
    case .reading(let folder): all["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = Self.quoted(folder)
    case .writing(let folder):
      all["GIT_OBJECT_DIRECTORY"] = folder
      all["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = Self.quoted("\(cache)/objects")
    }
    return all
  }

  private static func source(_ text: String?) -> RemoteProgram.Source? {
    guard let text else { return nil }
    var bytes: [UInt8]? = Array(text.utf8)
    return { bytes.take() }
  }

  /// Quotes a path for git's lists.
  static func quoted(_ path: String) -> String {
    var text = "\""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\\(Unicode.Scalar(byte))"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }
    }
    return text + "\""
  }
}
