import DiaryCore
import DiaryStore
import System
import Text

/// Publishes a diary, and follows a public diary of another person.
extension SyncEngine {
  /// Prepares a new diary for publishing. Only its founder's lines count; readers aren't members.
  /// Repeating it changes nothing.
  ///
  /// - Throws: `MessageError` if the diary can't be written.
  package func beginPublishing() async throws(MessageError) -> ID<FoundedDiary> {
    try await diary(await repository.beginSharing())
    guard let id = try await diary(await repository.diaryID()) else {
      throw MessageError(DiaryError.account(.notAMember).line)
    }
    return id
  }

  /// Sends the new lines and files to the public address.
  ///
  /// - Throws: `MessageError` with the reason why the sync failed.
  package func publish(
    at address: PublicAddress, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) {
    let lines = address.lines.text
    let result: SyncResult?
    if try listedRemotes().contains(where: { $0.address == lines }) {
      result = await sync(nil, isDryRun: false, progress: progress).first
    } else {
      for remote in folder.remotes { try await remove(remote: remote.name) }
      let remote = NewRemote(name: Self.sharedRemote, address: lines, isPlain: true)
      result = try await add(remote, progress: progress).result
    }
    if let error = result?.error { throw MessageError(error) }
  }

  /// Downloads a public diary of another person into an empty folder, where it is read-only.
  ///
  /// - Parameter id: the diary's expected id; `nil` to accept any.
  /// - Throws: `MessageError` if there is no public diary, another one, or it can't be fetched.
  package func follow(
    _ address: PublicAddress, as id: ID<FoundedDiary>?, photos: PhotoPolicy,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) {
    try await diary(await repository.recordFollowing(id))
    var configuration = RemoteConfiguration(
      NewRemote(
        name: Self.sharedRemote, address: address.lines.text, isPlain: true, photos: photos),
      address: address.lines)
    configuration.isFollowed = true
    folder.forget(configuration.name)
    do {
      let (_, failure) = try await using(configuration, progress: progress) {
        pass in
        try await pass.run()
        pass.memory.lastSync = now()
      }
      if let failure { throw failure }
    } catch SyncFailure.notYet where id != nil {
      throw SyncFailure.otherPublicDiary(address.pages.text).error
    } catch SyncFailure.notPublic {
      throw SyncFailure.notPublic(address.pages.text).error
    } catch {
      throw SyncFailure(error).error
    }
    try write([configuration], for: configuration.name)
  }

  /// True for a public diary of another person.
  package var isFollowed: Bool { repository.isFollowed }
}

// MARK: -

/// Replaces the site at an address. A folder doesn't need this: the site is written there directly.
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

  /// The milliseconds for which a program may be silent.
  private static let timeout = 300_000

  /// Uploads the files of a folder, and removes files that the folder no longer has.
  ///
  /// - Throws: `MessageError` with the reason why the upload failed.
  package func put(_ folder: String) async throws(MessageError) {
    let work = RemoteWork(address.pages, timeout: Self.timeout)
    let (address, cache, environment) = (address, cache, environment)
    do {
      try await work.run { stop in
        switch address.pages {
        case .folder, .ssh: break
        case .git(let url):
          try GitPages(
            url: url, cache: cache, environment: environment, timeout: Self.timeout, stop
          ).put(folder)
        case .rclone(let remote, let path):
          let words = [
            "sync", folder, "\(remote):\(path)", "--exclude", "/\(PublicAddress.linesFolder)/**",
          ]
          let end = try RcloneRemote.run(
            words, environment: environment, timeout: Self.timeout, stop)
          guard end.isSuccess else { throw end.errors.fault(of: "rclone", end.status) }
        }
      }
    } catch {
      throw MessageError(error.line)
    }
  }
}

/// The branch of a git repository that hosts show as pages. It has one commit with the current
/// site, so that removed entries don't stay in its history, unless the host forbids replacing
/// commits.
private struct GitPages {
  private static let branch = "refs/heads/gh-pages"
  private static let message = "pages"

  private let url: String
  private let git: GitProgram

  init(
    url: String, cache: String, environment: [String: String], timeout: Int, _ stop: RemoteStop
  ) throws {
    self.url = url
    git = try GitProgram(
      cache: cache, environment: environment, timeout: timeout,
      hiding: RemoteAddress.git(url).secret, stop: stop)
    // Nothing in the cache is needed again.
    FileSystem.removeTree(cache)
    try FileSystem.makeFolders(cache)
    try git.run(["init", "--bare", "--quiet", "--template="])
  }

  func put(_ folder: String) throws {
    let index = Path.join(git.cache, "pages-index")
    let staging = git.using(.cache, index: index)
    try staging.run(["--work-tree", folder, "add", "--all", "--force", "--", ":/"])
    let tree = try staging.object(["write-tree"])
    let tip = try git.reaching(url).run(["ls-remote", "--", url, Self.branch])
      .prefix { !$0.isWhitespace }
    if !tip.isEmpty, try isSame(tree, as: String(tip)) { return }
    if try push(git.commit(tree, parent: nil, Self.message)) { return }
    guard !tip.isEmpty, try push(git.commit(tree, parent: String(tip), Self.message)) else {
      throw RemoteFault.refused(Self.branch)
    }
  }

  /// Returns true if the branch already has this site.
  private func isSame(_ tree: String, as tip: String) throws -> Bool {
    let end = try git.reaching(url).tryRun(["fetch", "--quiet", "--depth", "1", "--", url, tip])
    guard end.isSuccess else { return false }
    return try git.object(["rev-parse", "\(tip)^{tree}"]) == tree
  }

  /// Returns false if the host refuses to replace the commit.
  private func push(_ commit: String) throws -> Bool {
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

// MARK: -

/// The address of a public diary: its pages, and the lines for followers next to them.
package struct PublicAddress: Hashable, Sendable {
  /// The address of the pages.
  package let pages: RemoteAddress

  /// The folder with the lines, among the pages.
  static let linesFolder = "photodiary"

  /// - Throws: `MessageError` if the text isn't an address, or is one of an ssh host, which can't
  ///   show pages.
  package init(_ text: String, home: String?) throws(MessageError) {
    pages = try RemoteAddress(text, home: home)
    if case .ssh = pages {
      throw MessageError(
        localized(
          """
          Can't use \(pages.displayText) for a public diary: ssh doesn't show pages to others. Use \
          a folder, a git repository or rclone:REMOTE:PATH.
          """))
    }
  }

  /// The address of the lines. In git they have separate branches.
  package var lines: RemoteAddress {
    switch pages {
    case .folder(let path):
      .folder(path == "/" ? "/\(Self.linesFolder)" : "\(path)/\(Self.linesFolder)")
    case .git, .ssh: pages
    case .rclone(let remote, let path):
      .rclone(
        remote: remote,
        path: path.isEmpty || path.hasSuffix("/")
          ? path + Self.linesFolder : "\(path)/\(Self.linesFolder)")
    }
  }
}
