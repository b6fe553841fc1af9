import System

/// A remote that is a folder on a host which ssh reaches: a POSIX shell there, with find, ls, tar and
/// mv, is enough.
package final class SSHRemote: Remote {
  /// What keeps ssh from asking anybody and from waiting for a host that is gone.
  static let options = [
    "BatchMode=yes", "ConnectTimeout=20", "ServerAliveInterval=15", "ServerAliveCountMax=4",
  ].flatMap { ["-o", $0] }

  private let place: RemoteAddress.SSHPlace
  private let arguments: [String]
  private let limits: RemoteLimits
  private let environment: [String: String]
  private let work: RemoteWork
  /// The device's name there, without hyphens.
  private let device: String

  /// `options` are further ones of ssh, before all others. A host that is gone is noticed by ssh itself;
  /// `patience` is for how many seconds one may be busy.
  package init(
    _ place: RemoteAddress.SSHPlace, device: String, options: [String] = [],
    limits: RemoteLimits = RemoteLimits(),
    environment: [String: String] = Environment.all, patience: Int = 300
  ) {
    self.place = place
    self.device = device.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    self.limits = limits
    self.environment = environment
    arguments =
      options + Self.options + ["-o", "ClearAllForwardings=yes", "-a", "-x", "-T"]
      + (place.port.map { ["-p", String($0)] } ?? []) + (place.user.map { ["-l", $0] } ?? [])
      + ["--", place.host]
    work = RemoteWork(.ssh(place), patience: patience * 1000)
  }

  package func prepare() async throws(RemoteError) {
    try await work.run { [self] stop throws(RemoteFault) in
      try run("mkdir -p \"$1\" || exit 1; \(SSHScript.enter)", stop)
    }
  }

  package func list() async throws(RemoteError) -> RemoteListing {
    try await work.run { [self] stop throws(RemoteFault) in
      var listing = RemoteListing()
      var lines = ByteLines()
      try run(SSHScript.list, stop, allowing: "No such file or directory") {
        bytes throws(RemoteFault) in
        try lines.take(bytes) { line throws(RemoteFault) in
          guard let (path, size) = SSHScript.file(inLine: line) else { return }
          try listing.add(RemoteName(path), size: size, self.limits)
        }
      }
      return listing
    }
  }

  package func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles {
    try await work.run { [self] stop throws(RemoteFault) in
      try limits.check(files)
      var arrivals = try ArrivalFolder(folder, files, arrived: arrived)
      guard !files.isEmpty else { return arrivals.fetched }
      var reader = TarReader()
      try run(
        SSHScript.get, stop, input: Self.lines(files.keys.sorted()),
        // One that went while the others were sent.
        allowing: "No such file or directory", "due to previous errors", "failure status"
      ) { bytes throws(RemoteFault) in
        try reader.take(bytes, into: &arrivals)
      }
      return arrivals.fetched
    }
  }

  package func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) {
    try await work.run { [self] stop throws(RemoteFault) in
      guard !files.isEmpty else { return }
      var writer = TarWriter(files)
      var lines = ByteLines()
      try run(
        SSHScript.put, stop, input: { () throws(RemoteFault) in try writer.next() }
      ) { bytes throws(RemoteFault) in
        try lines.take(bytes) { line throws(RemoteFault) in
          if line.hasPrefix("./"), let name = RemoteName(String(line.dropFirst(2))) { sent(name) }
        }
      }
    }
  }

  package func remove(_ names: [RemoteName]) async throws(RemoteError) {
    try await work.run { [self] stop throws(RemoteFault) in
      guard !names.isEmpty else { return }
      try run(SSHScript.remove, stop, input: Self.lines(names))
    }
  }

  private static func lines(_ names: [RemoteName]) -> RemoteProgram.Source {
    var bytes: [UInt8]? = Array(names.map { "\($0.path)\n" }.joined().utf8)
    return { () throws(RemoteFault) in bytes.take() }
  }

  /// Runs a script there. A failure is none when all it says ends in one of these.
  private func run(
    _ script: String, _ stop: RemoteStop, input: RemoteProgram.Source? = nil,
    allowing harmless: String..., output: RemoteProgram.Sink = { _ in }
  ) throws(RemoteFault) {
    let ssh = try RemoteProgram("ssh", environment: environment, patience: work.patience)
    let number = "\(device)-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let command = SSHScript.command(script, folder: place.path, number: number)
    var start = ScriptStart(SSHScript.start + number + "\n")
    let end = try ssh.run(arguments + [command], stop: stop, input: input) {
      bytes throws(RemoteFault) in
      let bytes = start.rest(of: bytes)
      if !bytes.isEmpty { try output(bytes) }
    }
    switch end.status {
    case .success where start.isFound: return
    case .success: throw .failed(end.text)
    case .exited(SSHScript.missing): throw .missing("")
    case .exited(SSHScript.isFile): throw .isFile
    case .exited(SSHScript.closed): throw .noPermission("")
    case .exited(1), .exited(2):
      if !harmless.isEmpty, start.isFound, !end.errors.lines.isEmpty,
        end.errors.lines.allSatisfy({ line in harmless.contains { line.hasSuffix($0) } })
      {
        return
      }
      throw end.errors.fault(of: "ssh", end.status)
    default: throw end.errors.fault(of: "ssh", end.status)
    }
  }
}
