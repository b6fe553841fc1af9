import DiaryCore
import Localization

extension RemoteError {
  var words: String {
    switch fault {
    case .stopped: localized("\(remote): stopped. What was done is kept; sync again to go on.")
    case .noNetwork(let said):
      localized(
        "\(remote): no network\(Self.quoted(said)). Your diary is safe here; sync when online.")
    case .noSuchHost(let said):
      localized("\(remote): no such host\(Self.quoted(said)). Check the address.")
    case .unreachable(let said):
      localized("\(remote) can't be reached\(Self.quoted(said)). Check that it's on; sync again.")
    case .silent(let seconds):
      localized("\(remote) stopped responding for \(seconds) s. Sync again to go on.")
    case .certificate(let said):
      localized(
        "\(remote): its certificate isn't trusted\(Self.quoted(said)). Check the address and clock."
      )
    case .hostKeyChanged:
      localized(
        """
        \(remote): its SSH host key changed. Nothing was sent. If that's expected, remove the old \
        key with ssh-keygen -R HOST and connect once with ssh.
        """)
    case .hostKeyUnknown:
      localized("\(remote): its SSH host key is unknown. Connect once with ssh to accept it.")
    case .login(let said):
      localized(
        """
        \(remote): it asks for a login\(Self.quoted(said)), and sync never asks. Load an SSH key \
        with ssh-add, or store the password with a git credential helper or rclone config.
        """)
    case .missing(let said):
      localized(
        "\(remote) doesn't exist\(Self.quoted(said)). Check the address, or attach the disk.")
    case .isFile: localized("\(remote) is a file. Name a folder or a git repository.")
    case .blocked(let name):
      localized(
        "\(remote): \(name) leads through a link or a file. Remove that, then sync again.")
    case .noPermission(let said):
      localized("\(remote): no permission\(Self.quoted(said)). Check who may write there.")
    case .otherOwner(let said):
      localized(
        """
        \(remote) belongs to another user\(Self.quoted(said)). If you trust it: git config \
        --global --add safe.directory PATH.
        """)
    case .readOnly(let said):
      localized("\(remote) is read-only\(Self.quoted(said)). Make it writable, then sync again.")
    case .diskFull(let said):
      localized("\(remote): no space left there\(Self.quoted(said)). Free some, then sync again.")
    case .refused(let said):
      localized(
        """
        \(remote) refused what was sent\(Self.quoted(said)). Allow new branches photodiary/* and \
        photodiary-photos/*.
        """)
    case .tooManyFiles(let limit):
      localized(
        "\(remote) has more than \(limit) files. Use a place that only the diary writes to.")
    case .tooLarge(let name, let size):
      localized(
        "\(remote): \(name) has \(CountWords.bytes(size)), too much to be the diary's. Remove it.")
    case .tooLargeToPut(let name, let size, let limit):
      localized(
        """
        \(remote) takes files up to \(CountWords.bytes(limit)): \(name), \
        \(CountWords.bytes(size)), stays here. Use a folder, ssh or rclone for it.
        """)
    case .notInstalled(let program):
      localized(
        "\(remote) needs \(program), which isn't installed. Install it: apt install \(program)")
    case .notConfigured(let said):
      localized("\(remote): rclone knows no such remote\(Self.quoted(said)). Run rclone config.")
    case .local(let path, let reason):
      localized("\(remote): \(path) here: \(reason). Mend that and sync again.")
    case .failed(let said):
      localized("\(remote) failed\(Self.quoted(said)). What was sent is kept; sync again.")
    }
  }

  /// ` (“fatal: early EOF”)`, or nothing.
  private static func quoted(_ said: String) -> String { said.isEmpty ? "" : " (“\(said)”)" }
}
