import System

/// git, as it is run for a remote: in a cache that is a bare repository, without anybody's hooks and
/// prompts, and without transports that are commands.
struct GitProgram: Sendable {
  /// Where objects are written and read.
  enum Objects {
    case cache
    /// Written into the cache, and found in another folder too.
    case reading(String)
    /// Written into another folder, and found in the cache too.
    case writing(String)
  }

  /// The cache.
  let cache: String
  let stop: RemoteStop
  var objects = Objects.cache
  /// The file that is its index, where one is needed.
  var index: String?
  /// No file that it writes becomes larger than that, in bytes.
  var limit: Int?
  private var variables: [String: String] = [:]
  private let program: RemoteProgram
  /// A shell, where the files that git writes have a limit.
  private let shell: RemoteProgram
  private let environment: [String: String]

  init(
    cache: String, environment: [String: String], patience: Int, hiding secret: String?,
    stop: RemoteStop
  ) throws(RemoteFault) {
    var variables = environment.filter { name, _ in
      !name.hasPrefix("GIT_") || Self.kept.contains { name.hasPrefix($0) }
    }
    variables["GIT_DIR"] = cache
    variables["GIT_TERMINAL_PROMPT"] = "0"
    // Whoever would ask a person fails at once.
    variables["GIT_ASKPASS"] = "/bin/false"
    variables["SSH_ASKPASS_REQUIRE"] = "never"
    variables["GIT_ALLOW_PROTOCOL"] = "file:git:http:https:ssh"
    program = try RemoteProgram("git", environment: variables, patience: patience, hiding: secret)
    shell = try RemoteProgram("sh", environment: variables, patience: patience, hiding: secret)
    self.environment = variables
    self.cache = cache
    self.stop = stop
  }

  /// Settings of the person's own that lead to the remote: keys, certificates, proxies, files of
  /// settings.
  private static let kept = [
    "GIT_SSH", "GIT_SSL", "GIT_HTTP", "GIT_PROXY", "GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
  ]

  /// Stronger than anybody's settings. What is encrypted gets no smaller, so nothing is compressed or
  /// compared. What comes stays in its pack: what a hostile branch holds may be small only as long as it
  /// is compressed. Nothing goes on behind the back.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "commit.gpgSign=false",
    "push.gpgSign=false", "push.followTags=false", "submodule.recurse=false",
    "maintenance.auto=false", "core.compression=0", "core.looseCompression=0",
    "pack.compression=0", "pack.window=0", "fetch.unpackLimit=1", "protocol.version=2",
  ].flatMap { ["-c", $0] }

  /// Runs a sub-command and throws when it fails. Returns what it prints.
  @discardableResult
  func run(_ arguments: [String], input: String? = nil) throws(RemoteFault) -> String {
    try checked(tryRun(arguments, input: input)).text
  }

  /// Runs a sub-command and throws when it fails.
  func run(
    _ arguments: [String], input: String? = nil, output: RemoteProgram.Sink
  ) throws(RemoteFault) {
    let (program, words) = start(arguments)
    _ = try checked(
      program.run(
        words, adding: allVariables, stop: stop, input: Self.source(input), output: output))
  }

  /// Runs a sub-command, whatever its status is.
  func tryRun(_ arguments: [String], input: String? = nil) throws(RemoteFault) -> RemoteProgram.End
  {
    let (program, words) = start(arguments)
    return try program.run(words, adding: allVariables, stop: stop, input: Self.source(input))
  }

  /// The name of an object that a sub-command answers with.
  func object(_ arguments: [String], input: String? = nil) throws(RemoteFault) -> String {
    let name = String(try run(arguments, input: input).prefix { !$0.isNewline })
    guard GitListing.isObject(name) else { throw .failed("git \(arguments[0])") }
    return name
  }

  /// A commit of a tree. Its parent needn't be in the cache.
  func commit(_ tree: String, parent: String?, _ message: String) throws(RemoteFault) -> String {
    let time = "PhotoDiary <photodiary> \(SystemClock.seconds) +0000"
    let parents = parent.map { "parent \($0)\n" } ?? ""
    return try object(
      ["hash-object", "-t", "commit", "-w", "--stdin"],
      input: "tree \(tree)\n\(parents)author \(time)\ncommitter \(time)\n\n\(message)\n")
  }

  /// Pushes a commit to a branch, whatever comes of it. A repository on this machine is asked to keep
  /// what comes in one file, if it is said so.
  func push(
    _ reference: String, to url: String, keepsPack: Bool = false
  ) throws(RemoteFault) -> RemoteProgram.End {
    var words = ["push", "--porcelain", "--progress", "--no-thin"]
    if GitRemote.path(of: url) != nil {
      let settings = Self.settingsThere + (keepsPack ? ["receive.unpackLimit=1"] : [])
      words.append("--receive-pack=\(Self.command("receive-pack", settings))")
    }
    return try reaching(url).tryRun(words + ["--", url, reference])
  }

  /// What a fetch adds for a repository on this machine, which would take its time to compress well.
  static func fetchWords(_ url: String, compression: Int) -> [String] {
    guard GitRemote.path(of: url) != nil else { return [] }
    let settings = ["core.compression=\(compression)", "pack.window=0"]
    return ["--upload-pack=\(command("upload-pack", settings))"]
  }

  /// For a repository on this machine that is pushed to. Its own hooks run, as on a host that ssh reaches, and
  /// not those that the person has set for all repositories; what was reported as sent is on the disk; and to
  /// put many packs of photos into one would be to copy all of them.
  private static let settingsThere = [
    "core.hooksPath=hooks", "core.compression=0", "pack.window=0", "gc.autoPackLimit=0",
    "core.fsync=committed,reference", "core.fsyncMethod=batch",
  ]

  private static func command(_ name: String, _ settings: [String]) -> String {
    (["git"] + settings.map { "-c \($0)" } + [name]).joined(separator: " ")
  }

  /// Whether objects are named by SHA-256, as the person may have set for new repositories.
  func usesSHA256() throws(RemoteFault) -> Bool {
    try tryRun(["rev-parse", "--show-object-format"]).text.hasPrefix("sha256")
  }

  func using(_ objects: Objects, index: String? = nil, limit: Int? = nil) -> GitProgram {
    var git = self
    (git.objects, git.index, git.limit) = (objects, index, limit)
    return git
  }

  /// With what makes git's ssh ask nobody anything, in addition to what the person has set.
  func reaching(_ url: String) throws(RemoteFault) -> GitProgram {
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

  private func checked(_ end: RemoteProgram.End) throws(RemoteFault) -> RemoteProgram.End {
    guard end.isSuccess else { throw end.errors.fault(of: "git", end.status) }
    return end
  }

  /// What is run, through a shell where files have a limit, which is in blocks of 512 bytes there.
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
    return { () throws(RemoteFault) in bytes.take() }
  }

  /// As git reads a path in a list.
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
