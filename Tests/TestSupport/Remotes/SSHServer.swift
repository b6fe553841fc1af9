import Glibc

/// An sshd configured like Debian's, with a temporary key.
package final class SSHServer {
  package let folder: TemporaryFolder
  private let server: LocalServer

  /// - Parameter path: the `PATH` of its shell.
  package init(path: String? = nil) throws {
    folder = try TemporaryFolder()
    for key in ["host", "user", "stranger"] {
      try Tool.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.path(key)])
    }
    try Tool.run(
      "ssh-keygen", ["-q", "-t", "ed25519", "-N", "secret", "-f", folder.path("locked")])
    try folder.write(try folder.text("user.pub") + folder.text("locked.pub"), to: "authorized")
    // sshd run by root requires this folder.
    if getuid() == 0 { mkdir("/run/sshd", 0o755) }
    try folder.write(
      """
      ListenAddress 127.0.0.1
      HostKey \(folder.path("host"))
      AuthorizedKeysFile \(folder.path("authorized"))
      StrictModes no
      UsePAM no
      PidFile none
      PasswordAuthentication yes
      KbdInteractiveAuthentication no
      \(path.map { "SetEnv PATH=\($0)" } ?? "")

      """, to: "sshd_config")
    server = try .sshd(folder.path("sshd_config"))
    try write(hostKey: folder.text("host.pub"))
    try use(key: "user")
  }

  /// A script that replaces ssh for programs that find it in `PATH`.
  package var script: String {
    let program = Tool.path("ssh") ?? "ssh"
    return "#!/bin/sh\nexec \(program) -F \(folder.path("ssh_config")) \"$@\"\n"
  }

  package var command: String { "ssh -F \(folder.path("ssh_config"))" }

  package var options: [String] { ["-F", folder.path("ssh_config")] }

  package var port: Int { server.port }

  package func url(_ path: String) -> String { "ssh://127.0.0.1:\(server.port)\(path)" }

  /// Sets the host key that the client accepts; empty for none.
  package func write(hostKey: String) throws {
    try folder.write(
      hostKey.isEmpty ? "" : "[127.0.0.1]:\(server.port) \(hostKey)", to: "known_hosts")
  }

  package func use(key: String) throws {
    try folder.write(
      """
      IdentityFile \(folder.path(key))
      IdentitiesOnly yes
      IdentityAgent none
      UserKnownHostsFile \(folder.path("known_hosts"))
      GlobalKnownHostsFile /dev/null

      """, to: "ssh_config")
  }
}
