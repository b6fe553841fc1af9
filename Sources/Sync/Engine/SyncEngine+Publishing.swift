import DiaryCore
import DiaryStore
import Localization
import System

/// Making a diary public, and reading one that somebody else has made public.
extension SyncEngine {
  /// Makes the diary, of which nothing is there yet, one that everybody may read. The person who makes it
  /// decides what counts in it; those who read it are none of its people. Done again, it changes nothing.
  package func beginPublishing() async throws(SyncError) -> ID<FoundedDiary> {
    try await diary(await repository.beginSharing())
    guard let id = try await diary(await repository.diaryID()) else {
      throw SyncError(DiaryError.account(.noPlace).line)
    }
    return id
  }

  /// Puts what is new in the diary where everybody may read it.
  package func publish(
    at address: PublicAddress, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) {
    let lines = address.lines.text
    let result: SyncResult?
    if folder.remotes.contains(where: { $0.address == lines }) {
      result = await sync(nil, isDryRun: false, progress: progress).first
    } else {
      for remote in folder.remotes { try await remove(remote: remote.name) }
      let remote = NewRemote(name: Self.sharedRemote, address: lines, isPlain: true)
      result = try await add(remote, progress: progress).result
    }
    if let error = result?.error { throw SyncError(error) }
  }

  /// Brings a public diary of somebody else into the folder, where there is none yet. It is read here and
  /// never written.
  ///
  /// - Parameter id: which diary it has to be; `nil` for the one that is found.
  package func follow(
    _ address: PublicAddress, as id: ID<FoundedDiary>?, photos: PhotoPolicy,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) {
    try await diary(await repository.noteFollowing(id))
    var configuration = RemoteConfiguration(
      NewRemote(
        name: Self.sharedRemote, address: address.lines.text, isPlain: true, photos: photos),
      address: address.lines)
    configuration.isFollowed = true
    folder.forget(configuration.name)
    do throws(SyncFailure) {
      let (_, failure) = try await using(configuration, progress: progress) {
        pass async throws(SyncFailure) in
        try await pass.run()
        pass.memory.lastSync = now()
      }
      if let failure { throw failure }
    } catch .notYet where id != nil {
      throw SyncFailure.otherPublicDiary(address.place.text).error
    } catch .notPublic {
      throw SyncFailure.notPublic(address.place.text).error
    } catch {
      throw error.error
    }
    try write([configuration], for: configuration.name)
  }

  /// Whether this is a public diary of somebody else.
  package var isFollowed: Bool { repository.isFollowed }
}

// MARK: -

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

// MARK: -

/// Where a public diary lies: its pages and, beside them, the lines that others follow.
package struct PublicAddress: Hashable, Sendable {
  /// Where the pages are.
  package let place: RemoteAddress

  /// The folder of the lines among the pages.
  static let linesFolder = "photodiary"

  /// - Throws: `SyncError` for a host of ssh, which shows nobody any pages.
  package init(_ text: String, home: String?) throws(SyncError) {
    do throws(RemoteAddressError) {
      place = try RemoteAddress(text, home: home)
    } catch {
      throw SyncError(error.line)
    }
    if case .ssh = place {
      throw SyncError(
        localized("Pages can be in a folder, a git repository or at rclone:REMOTE:PATH, not there.")
      )
    }
  }

  /// Where the lines are. In git they have branches of their own.
  package var lines: RemoteAddress {
    switch place {
    case .folder(let path):
      .folder(path == "/" ? "/\(Self.linesFolder)" : "\(path)/\(Self.linesFolder)")
    case .git, .ssh: place
    case .rclone(let remote, let path):
      .rclone(
        remote: remote,
        path: path.isEmpty || path.hasSuffix("/")
          ? path + Self.linesFolder : "\(path)/\(Self.linesFolder)")
    }
  }
}
