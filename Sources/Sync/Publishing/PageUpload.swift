import DiaryCore
import System

/// Puts a site at an address in the place of the one that was put there before. A folder needs none of this:
/// the site is written there itself.
package struct PageUpload: Sendable {
  private let address: PublicAddress
  private let cache: String
  private let environment: [String: String]

  /// - Parameter cache: a folder that nothing else uses.
  package init(
    to address: PublicAddress, cache: String, environment: [String: String] = Environment.all
  ) {
    (self.address, self.cache, self.environment) = (address, cache, environment)
  }

  /// How long a program may say nothing, in milliseconds.
  private static let patience = 300_000

  /// Puts the files of a folder there. Those that it no longer has go from there.
  package func put(_ folder: String) async throws(SyncError) {
    let work = RemoteWork(address.place, patience: Self.patience)
    let (address, cache, environment) = (address, cache, environment)
    do throws(RemoteError) {
      try await work.run { stop throws(RemoteFault) in
        switch address.place {
        case .folder, .ssh: break
        case .git(let url):
          try GitPages(
            url: url, cache: cache, environment: environment, patience: Self.patience, stop
          ).put(folder)
        case .rclone(let remote, let path):
          let words = [
            "sync", folder, "\(remote):\(path)", "--exclude", "/\(PublicAddress.linesFolder)/**",
          ]
          let end = try RcloneRemote.run(
            words, environment: environment, patience: Self.patience, stop)
          guard end.isSuccess else { throw end.errors.fault(of: "rclone", end.status) }
        }
      }
    } catch {
      throw SyncError(error.line)
    }
  }
}

/// The branch of a git repository that hosts show as pages. It has one commit with the site as it is, so
/// that what is taken back isn't in its history; a host that allows no such thing keeps the history.
private struct GitPages {
  private static let branch = "refs/heads/gh-pages"
  private static let message = "pages"

  private let url: String
  private let git: GitProgram

  init(
    url: String, cache: String, environment: [String: String], patience: Int, _ stop: RemoteStop
  ) throws(RemoteFault) {
    self.url = url
    git = try GitProgram(
      cache: cache, environment: environment, patience: patience,
      hiding: RemoteAddress.git(url).secret, stop: stop)
    // Nothing in it is needed again.
    FileSystem.removeTree(cache)
    try RemoteFault.here(FileSystem.makeFolders(cache))
    try git.run(["init", "--bare", "--quiet", "--template="])
  }

  func put(_ folder: String) throws(RemoteFault) {
    let index = Path.join(git.cache, "pages-index")
    let staging = git.using(.cache, index: index)
    try staging.run(["--work-tree", folder, "add", "--all", "--force", "--", ":/"])
    let tree = try staging.object(["write-tree"])
    let tip = try git.reaching(url).run(["ls-remote", "--", url, Self.branch])
      .prefix { !$0.isWhitespace }
    if !tip.isEmpty, try isSame(tree, as: String(tip)) { return }
    if try push(git.commit(tree, parent: nil, Self.message)) { return }
    guard !tip.isEmpty, try push(git.commit(tree, parent: String(tip), Self.message)) else {
      throw .refused(Self.branch)
    }
  }

  /// Whether the site is there as it is.
  private func isSame(_ tree: String, as tip: String) throws(RemoteFault) -> Bool {
    let end = try git.reaching(url).tryRun(["fetch", "--quiet", "--depth", "1", "--", url, tip])
    guard end.isSuccess else { return false }
    return try git.object(["rev-parse", "\(tip)^{tree}"]) == tree
  }

  /// `false` where the host takes no other history.
  private func push(_ commit: String) throws(RemoteFault) -> Bool {
    let end = try git.push("+\(commit):\(Self.branch)", to: url)
    if end.isSuccess { return true }
    if ["non-fast-forward", "denying"].contains(where: {
      end.text.contains($0) || end.errors.contains($0)
    }) {
      return false
    }
    throw end.errors.fault(of: "git", end.status)
  }
}
