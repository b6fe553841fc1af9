import Glibc

/// The kinds of remotes that tests have, each as a person would have it.
package enum RemoteKind: String, CaseIterable, Sendable {
  /// Of this process alone.
  case memory
  case folder, gitPath, gitFile, gitDaemon, gitSSH, ssh, sshBusyBox
  case rcloneFolder, rcloneWebDAV, rcloneSFTP, rcloneS3

  package var isGit: Bool { [.gitPath, .gitFile, .gitDaemon, .gitSSH].contains(self) }

  private var programs: [String] {
    switch self {
    case .memory, .folder: []
    case .gitPath, .gitFile: ["git"]
    case .gitDaemon: ["git", "git-daemon"]
    case .gitSSH: ["git", "ssh", "sshd"]
    case .rcloneFolder, .rcloneWebDAV, .rcloneSFTP, .rcloneS3: ["rclone"]
    case .ssh: ["ssh", "sshd"]
    case .sshBusyBox: ["ssh", "sshd", "busybox"]
    }
  }

  /// What it needs and isn't here.
  package var missing: String? {
    if let program = programs.first(where: { Tool.path($0) == nil }) {
      return "\(program) isn't installed"
    }
    return self == .rcloneS3 && !LocalServer.hasS3 ? "make deps hasn't installed its server" : nil
  }

  package static let installed = allCases.filter { $0.missing == nil }

  /// Those that another program reaches.
  package static let real = installed.filter { $0 != .memory }
}
