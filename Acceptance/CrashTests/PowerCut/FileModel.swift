import Foundation
import Glibc

/// A folder's files as the system shows them, and as durable on the disk. Assumes only what POSIX
/// promises: a sync makes a file's bytes durable, a folder's its names, a file system's both. Only
/// renames and exchanges are atomic.
struct FileModel {
  struct Node {
    let isFolder: Bool
    /// Indices into `versions`.
    var bytes = 0
    var durableBytes = 0
    /// Indices into `nodes`.
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
  }

  /// A change of a folder's names that isn't durable yet.
  struct NameChange {
    let folder: Int
    let name: String
    /// The new node, or `nil` for a removal.
    let node: Int?
    /// The old name of a rename.
    var source: (folder: Int, name: String)?
    /// The other name of an exchange, and its new node.
    var partner: (folder: Int, name: String, node: Int)?
  }

  private static let exchange = 2

  struct UnknownCall: Error { let call: RecordedCall }

  private(set) var nodes = [Node(isFolder: true)]
  private(set) var pending: [NameChange] = []
  /// All contents that files have had, beginning with the empty one.
  private(set) var versions: [[UInt8]] = [[]]
  private let root: String

  /// Loads the files of a folder, which calls refer to as `root`.
  init(of folder: String, named root: String) throws {
    self.root = root
    try load(folder, into: 0)
  }

  private mutating func load(_ folder: String, into parent: Int) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let path = folder + "/" + name
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      let node = add(isFolder: isFolder.boolValue)
      nodes[parent].names[name] = node
      nodes[parent].durableNames[name] = node
      if isFolder.boolValue {
        try load(path, into: node)
      } else {
        setBytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), of: node)
        nodes[node].durableBytes = nodes[node].bytes
      }
    }
  }

  // MARK: Calls

  /// Applies a call. Returns `true` if anything changed.
  @discardableResult mutating func apply(_ call: RecordedCall) throws -> Bool {
    guard let result = call.result, result >= 0 else { return false }
    switch call.name {
    case "openat": return open(call)
    case "write", "pwrite64":
      guard let node = node(at: call.path) else { return false }
      write(call.data.prefix(result), to: node, at: call.isAppending ? nil : call.position)
    case "ftruncate", "truncate":
      guard let node = node(at: call.path) else { return false }
      let bytes = versions[nodes[node].bytes]
      let tail = [UInt8](repeating: 0, count: max(0, call.value - bytes.count))
      setBytes(bytes.prefix(call.value) + tail, of: node)
    case "fallocate":
      guard let node = node(at: call.path) else { return false }
      let bytes = versions[nodes[node].bytes]
      setBytes(bytes + [UInt8](repeating: 0, count: max(0, call.value - bytes.count)), of: node)
    case "fsync", "fdatasync":
      guard let node = node(at: call.path) else { return false }
      sync(node)
    case "syncfs": syncAll()
    case "mkdir": link(add(isFolder: true), at: call.path, from: nil)
    case "rename" where call.value & Self.exchange != 0:
      return exchange(call.path, call.otherPath)
    case "rename":
      guard let node = node(at: call.path) else { return false }
      link(node, at: call.otherPath, from: call.path)
    case "link":
      guard let node = node(at: call.path) else { return false }
      link(node, at: call.otherPath, from: nil)
    case "unlink", "rmdir": link(nil, at: call.path, from: nil)
    // Unsynced data may be lost even if writing has begun.
    case "close", "fchmod", "sync_file_range": return false
    default: throw UnknownCall(call: call)
    }
    return true
  }

  private mutating func open(_ call: RecordedCall) -> Bool {
    if let node = node(at: call.path) {
      guard call.value & Int(O_TRUNC) != 0, nodes[node].bytes != 0 else { return false }
      nodes[node].bytes = 0
      return true
    }
    guard call.value & Int(O_CREAT) != 0 else { return false }
    link(add(isFolder: false), at: call.path, from: nil)
    return true
  }

  private mutating func write(_ data: some Sequence<UInt8>, to node: Int, at index: Int?) {
    var bytes = versions[nodes[node].bytes]
    let data = Array(data)
    let index = index ?? bytes.count
    if bytes.count < index + data.count {
      bytes += [UInt8](repeating: 0, count: index + data.count - bytes.count)
    }
    bytes.replaceSubrange(index..<index + data.count, with: data)
    setBytes(bytes, of: node)
  }

  private mutating func sync(_ node: Int) {
    nodes[node].durableBytes = nodes[node].bytes
    for change in pending where change.folder == node {
      Self.apply(change, to: &nodes)
      // The old name of a durable rename can't appear any more.
      guard let source = change.source else { continue }
      pending.removeAll {
        $0.folder == source.folder && $0.name == source.name && $0.node == change.node
      }
    }
    pending.removeAll { $0.folder == node }
  }

  private mutating func syncAll() {
    pending = []
    for node in nodes.indices {
      nodes[node].durableBytes = nodes[node].bytes
      nodes[node].durableNames = nodes[node].names
    }
  }

  /// Makes a change of names durable.
  static func apply(_ change: NameChange, to nodes: inout [Node]) {
    nodes[change.folder].durableNames[change.name] = change.node
    if let partner = change.partner {
      nodes[partner.folder].durableNames[partner.name] = partner.node
    }
    if let source = change.source, nodes[source.folder].durableNames[source.name] == change.node {
      nodes[source.folder].durableNames[source.name] = nil
    }
  }

  // MARK: Names

  private mutating func add(isFolder: Bool) -> Int {
    nodes.append(Node(isFolder: isFolder))
    return nodes.count - 1
  }

  private mutating func setBytes(_ bytes: some Sequence<UInt8>, of node: Int) {
    versions.append(Array(bytes))
    nodes[node].bytes = versions.count - 1
  }

  private mutating func link(_ node: Int?, at path: String, from old: String?) {
    guard let (folder, name) = place(of: path) else { return }
    var change = NameChange(folder: folder, name: name, node: node)
    if let old, let source = place(of: old) {
      nodes[source.folder].names[source.name] = nil
      change.source = source
    }
    nodes[folder].names[name] = node
    pending.append(change)
  }

  private mutating func exchange(_ one: String, _ other: String) -> Bool {
    guard let (folder, name) = place(of: one), let (otherFolder, otherName) = place(of: other),
      let node = nodes[folder].names[name], let otherNode = nodes[otherFolder].names[otherName]
    else { return false }
    nodes[folder].names[name] = otherNode
    nodes[otherFolder].names[otherName] = node
    var change = NameChange(folder: folder, name: name, node: otherNode)
    change.partner = (otherFolder, otherName, node)
    pending.append(change)
    return true
  }

  private func node(at path: String) -> Int? {
    if path == root { return 0 }
    guard let (folder, name) = place(of: path) else { return nil }
    return nodes[folder].names[name]
  }

  private func place(of path: String) -> (folder: Int, name: String)? {
    guard path.hasPrefix(root + "/") else { return nil }
    var folder = 0
    let parts = path.dropFirst(root.count + 1).split(separator: "/").map(String.init)
    guard let name = parts.last else { return nil }
    for part in parts.dropLast() {
      guard let next = nodes[folder].names[part] else { return nil }
      folder = next
    }
    return (folder, name)
  }
}
