import TestSupport

/// Sessions with the probe, which shows every event as text.
enum ProbeSession {
  static func start(
    environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24,
    showing first: String = "끝|"
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      program: BuiltProgram.path("TerminalProbe"), environment: environment, columns: columns,
      rows: rows)
    try session.waitFor(first)
    return session
  }

  /// Runs a shell script on the terminal, in which `$PROBE` is the probe. A shell that outlives
  /// the probe sees how it left the terminal.
  static func shell(
    _ script: String, environment: [String: String?] = [:], playedBy actor: TerminalActor? = nil
  ) throws -> TerminalSession {
    var environment = environment
    environment["PROBE"] = BuiltProgram.path("TerminalProbe")
    return try TerminalSession(
      program: "/bin/bash", arguments: ["--norc", "--noprofile", "-c", script],
      environment: environment, playedBy: actor)
  }
}
