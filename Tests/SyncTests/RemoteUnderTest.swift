import MemoryRemote
import TestSupport
import Testing

@testable import Sync

/// A place of a kind, as devices reach it.
final class RemoteUnderTest {
  let place: RemotePlace
  private let memory = MemoryHost()

  init(_ kind: RemoteKind) throws { place = try RemotePlace(kind) }

  var folder: TemporaryFolder { place.folder }

  /// The remote as a device has it.
  func remote(
    device: String = "a", limits: RemoteLimits = RemoteLimits(), at other: String? = nil
  ) throws -> any Remote {
    guard place.kind != .memory else {
      return MemoryRemote(memory, generator: SeededGenerator(seed: 1), limits: limits)
    }
    let environment = Tool.environment(folder).merging(place.environment) { $1 }
    return switch try RemoteAddress(place.address(of: other), home: nil) {
    case .folder(let path): FolderRemote(path, limits: limits)
    case .git(let url):
      GitRemote(
        url, device: device, cache: folder.path("cache-\(device)"), limits: limits,
        environment: environment)
    case .ssh(let place): SSHRemote(place, limits: limits, environment: environment)
    case .rclone(let remote, let path):
      RcloneRemote(remote: remote, path: path, limits: limits, environment: environment)
    }
  }
}

/// A name that is one.
func name(_ path: String) throws -> RemoteName { try require(RemoteName(path)) }

/// A file of bytes to put.
func outgoing(_ path: String, _ text: String) throws -> OutgoingFile {
  OutgoingFile(try name(path), .bytes(Array(text.utf8)))
}
