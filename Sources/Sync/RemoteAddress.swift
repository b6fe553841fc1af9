import DiaryCore
import Text

/// The address of a remote, as a user writes it.
package enum RemoteAddress: Hashable, Sendable {
  /// The absolute path of a local folder.
  case folder(String)
  /// Any address that git accepts: a URL, `user@host:path`, or the absolute path of a repository.
  case git(String)
  /// A remote in rclone's configuration, and a path on it.
  case rclone(remote: String, path: String)
  case ssh(SSHLocation)

  /// A folder on a host that ssh reaches.
  package struct SSHLocation: Hashable, Sendable {
    package var user: String?
    package var host: String
    package var port: Int?
    /// The path, absolute or relative to the home folder there; never empty.
    package var path: String
  }

  /// Parses an address, with `home` for `~`. Rejects addresses that a program could take for an
  /// option or a command.
  ///
  /// - Throws: `MessageError` if the text isn't an address.
  package init(_ text: String, home: String?) throws(MessageError) {
    guard !text.isEmpty, text.utf8.count <= 1000,
      text.unicodeScalars.allSatisfy({ $0.isPrintable }), text.trimmed == text
    else {
      throw MessageError(localized("A remote's address must be one line of printable text."))
    }
    guard !text.hasPrefix("-") else { throw .unknown(text) }
    if text.hasPrefix("/") || text.hasPrefix("~/") {
      var path = text
      if text.hasPrefix("~/") {
        guard let home else {
          throw MessageError(
            localized("“\(text.shortened)”: HOME isn't set. Start the path with /."))
        }
        path = home + text.dropFirst()
      }
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      self = path.hasSuffix(".git") ? .git(path) : .folder(path)
    } else if text.hasPrefix("rclone:") {
      self = try Self.rclone(text)
    } else if let scheme = text.firstRange(of: "://") {
      self = try Self.url(
        text, scheme: text[..<scheme.lowerBound], rest: text[scheme.upperBound...])
    } else {
      self = try Self.scp(text)
    }
  }

  private static func rclone(_ text: String) throws(MessageError) -> RemoteAddress {
    let parts = text.dropFirst("rclone:".count).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    // A name with a leading colon or a comma could add settings that run programs.
    guard parts.count == 2, let first = parts[0].unicodeScalars.first,
      first.isWordLike || first == "_",
      parts[0].unicodeScalars.allSatisfy({ $0.isWordLike || "_-.+@ ".unicodeScalars.contains($0) })
    else {
      throw MessageError(
        localized(
          "“\(text.shortened)” isn't rclone:REMOTE:PATH, with a REMOTE that rclone listremotes shows."
        ))
    }
    return .rclone(remote: String(parts[0]), path: String(parts[1]))
  }

  private static func url(
    _ text: String, scheme: Substring, rest: Substring
  ) throws(MessageError) -> RemoteAddress {
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let (authority, path) = (rest[..<slash], rest[slash...])
    switch scheme {
    case "file":
      guard authority.isEmpty, path.count > 1 else { throw .unknown(text) }
      return .git(text)
    case "https", "http", "git":
      guard isHost(authority.split(separator: "@").last ?? ""), path.count > 1 else {
        throw .noHost(text)
      }
      return .git(text)
    case "ssh":
      let place = try sshPlace(text, authority, path)
      return path.trimmingSuffix(while: "/").hasSuffix(".git") ? .git(text) : .ssh(place)
    default: throw .unknown(text)
    }
  }

  private static func sshPlace(
    _ text: String, _ authority: Substring, _ path: Substring
  ) throws(MessageError) -> SSHLocation {
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let place = parts.last, parts.count == 1 || isUser(parts[0]) else {
      throw .noHost(text)
    }
    var host = place
    var port: Int?
    // An IPv6 address is in brackets.
    let end = place.lastIndex(of: "]") ?? place.startIndex
    if let colon = place[end...].lastIndex(of: ":") {
      guard let number = Int(place[place.index(after: colon)...]), 1...65535 ~= number else {
        throw .noHost(text)
      }
      host = place[..<colon]
      port = number
    }
    guard isHost(host) else { throw .noHost(text) }
    var folder = String(path.trimmingSuffix(while: "/"))
    if folder.hasPrefix("/~/") { folder.removeFirst(3) }
    // The path is in single quotes in a command for the host's shell, which may be any shell.
    guard folder.count > 1, !folder.hasPrefix("-"), !folder.contains(where: { "'\\!".contains($0) })
    else {
      throw MessageError(
        localized(
          "“\(text.shortened)” needs a path without quotes, backslashes or exclamation marks."))
    }
    return SSHLocation(
      user: parts.count == 2 ? String(parts[0]) : nil,
      host: String(host.filter { $0 != "[" && $0 != "]" }), port: port, path: folder)
  }

  /// Parses `user@host:path` or `host:path.git`.
  private static func scp(_ text: String) throws(MessageError) -> RemoteAddress {
    guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") else {
      guard text.contains("/") || !text.contains(":") else { throw .unknown(text) }
      throw MessageError(
        localized("“\(text.shortened)” isn't an absolute path. Start it with / or ~/."))
    }
    let path = text[text.index(after: colon)...]
    let parts = text[..<colon].split(separator: "@", omittingEmptySubsequences: false)
    guard !path.isEmpty, !path.hasPrefix("-"), !path.hasPrefix(":"),
      path.hasSuffix(".git") || parts.count == 2
    else { throw .unknown(text) }
    guard parts.count <= 2, isHost(parts.last ?? ""), parts.count == 1 || isUser(parts[0]) else {
      throw .noHost(text)
    }
    return .git(text)
  }

  private static func isUser(_ text: Substring) -> Bool {
    text.unicodeScalars.first?.isWordLike == true
      && text.unicodeScalars.allSatisfy { $0.isWordLike || "._-+".unicodeScalars.contains($0) }
  }

  private static func isHost(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first, first.isWordLike || first == "[" else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0.isWordLike || "._-:[]%".unicodeScalars.contains($0) }
  }

  /// Makes the remote. `device` is this machine's name on it, and `cache` a folder that nothing
  /// else uses.
  package func remote(
    device: String, cache: String, limits: RemoteLimits = RemoteLimits()
  ) -> any Remote {
    switch self {
    case .folder(let path): FolderRemote(path, limits: limits)
    case .git(let url): GitRemote(url, device: device, cache: cache, limits: limits)
    case .rclone(let remote, let path): RcloneRemote(remote: remote, path: path, limits: limits)
    case .ssh(let place): SSHRemote(place, device: device, limits: limits)
    }
  }

  /// The address in the form of the settings.
  package var text: String {
    switch self {
    case .folder(let path), .git(let path): path
    case .rclone(let remote, let path): "rclone:\(remote):\(path)"
    case .ssh(let place): place.text
    }
  }

  /// The address for the user, without a user name or password in a web URL.
  package var displayText: String {
    guard case .git(let url) = self, let secret else { return text.printable }
    return url.replacing("\(secret)@", with: "", maxReplacements: 1).printable
  }

  /// The path on this machine; `nil` for a remote on another one.
  var localPath: String? {
    switch self {
    case .folder(let path): path
    case .git(let url): GitRemote.path(of: url)
    case .rclone, .ssh: nil
    }
  }

  /// The user name in a web URL, which may be or contain a password.
  var secret: String? {
    guard case .git(let url) = self, url.hasPrefix("http"), let start = url.firstRange(of: "://")
    else { return nil }
    let authority = url[start.upperBound...].prefix { $0 != "/" }
    return authority.lastIndex(of: "@").map { String(authority[..<$0]) }
  }
}

extension RemoteAddress.SSHLocation {
  var text: String {
    let name = host.contains(":") ? "[\(host)]" : host
    let folder = path.hasPrefix("/") ? path : "/~/\(path)"
    return "ssh://\(user.map { "\($0)@" } ?? "")\(name)\(port.map { ":\($0)" } ?? "")\(folder)"
  }
}

/// The reasons why a text isn't the address of a remote.
extension MessageError {
  fileprivate static func noHost(_ text: String) -> MessageError {
    MessageError(
      localized(
        "“\(text.shortened)” has no host. Write it as ssh://host/path or git@host:path.git."))
  }

  fileprivate static func unknown(_ text: String) -> MessageError {
    MessageError(
      localized(
        """
        “\(text.shortened)” isn't a remote's address. Use /a/folder, a git URL or path that ends in \
        .git, rclone:REMOTE:PATH or ssh://HOST/PATH.
        """))
  }
}

extension Unicode.Scalar {
  fileprivate var isWordLike: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType != nil)
  }
}

extension StringProtocol where SubSequence == Substring {
  fileprivate func trimmingSuffix(while character: Character) -> Substring {
    var rest = self[...]
    while rest.count > 1, rest.last == character { rest.removeLast() }
    return rest
  }
}
