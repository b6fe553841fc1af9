import Foundation

/// A possible state after a power cut: folders, and files with their content.
struct CutState: Hashable {
  enum Content: Hashable {
    case version(Int)
    /// The new length, with zeros from the first difference to the durable version.
    case zeroed(Int, over: Int)
    /// Half of the bytes that weren't durable yet.
    case half(Int, over: Int)
  }

  var folders: Set<String> = []
  var files: [String: Content] = [:]

  /// Returns the state without paths that contain this.
  func without(_ part: String) -> CutState {
    var state = self
    state.folders = folders.filter { !("/" + $0).contains(part) }
    state.files = files.filter { !("/" + $0.key).contains(part) }
    return state
  }

  /// The state as text, equal for equal states.
  var key: String {
    (folders.map { $0 + "/" } + files.map { "\($0.key) \($0.value)" }).sorted()
      .joined(separator: "\n")
  }
}

extension Sequence<CutState> {
  /// The states in order, each one once.
  var unique: [CutState] {
    var seen: Set<CutState> = []
    return filter { seen.insert($0).inserted }
  }
}

extension FileModel {
  /// The state if everything were written.
  var shown: CutState { state(nodes, names: \.names) { .version(nodes[$0].bytes) } }

  /// Applies calls. Returns the states that a power cut may leave between them and afterwards, in
  /// an order that doesn't depend on names.
  mutating func states(
    during calls: [RecordedCall]
  ) throws -> (between: [CutState], afterwards: [CutState]) {
    var between: [CutState] = []
    var seen: Set<CutState> = []
    for call in calls where try apply(call) {
      between += cutStates.filter { seen.insert($0).inserted }
    }
    let afterwards = cutStates
    seen = Set(afterwards)
    return (between.filter { !seen.contains($0) }, afterwards)
  }

  /// A bounded number of possible states: unsynced names are kept, lost, or all but one; unsynced
  /// bytes are kept, lost, zeros or half, in all files or in one.
  var cutStates: [CutState] {
    var states: [CutState] = []
    let all = Set(pending.indices)
    let choices: [Set<Int>] =
      [all, []] + pending.indices.flatMap { [[$0], all.subtracting([$0])] }
    for kept in choices {
      var nodes = nodes
      for index in pending.indices where kept.contains(index) {
        Self.apply(pending[index], to: &nodes)
      }
      for fate in Fate.allCases { states.append(state(nodes) { content(nodes[$0], fate) }) }
      guard kept == all else { continue }
      for one in nodes.indices where isDirty(nodes[one]) {
        for fate in Fate.allCases {
          states.append(state(nodes) { content(nodes[$0], $0 == one ? fate : .kept) })
          states.append(state(nodes) { content(nodes[$0], $0 == one ? .kept : fate) })
        }
      }
    }
    return states.unique
  }

  /// The possible ends of bytes that aren't durable.
  private enum Fate: CaseIterable { case kept, lost, zeroed, half }

  private func isDirty(_ node: Node) -> Bool {
    !node.isFolder && versions[node.bytes] != versions[node.durableBytes]
  }

  private func content(_ node: Node, _ fate: Fate) -> CutState.Content {
    guard isDirty(node) else { return .version(node.bytes) }
    switch fate {
    case .kept: return .version(node.bytes)
    case .lost: return .version(node.durableBytes)
    case .zeroed: return .zeroed(node.bytes, over: node.durableBytes)
    case .half: return .half(node.bytes, over: node.durableBytes)
    }
  }

  /// The tree below the root, each file with its node's content.
  private func state(
    _ nodes: [Node], names: KeyPath<Node, [String: Int]> = \.durableNames,
    content: (Int) -> CutState.Content
  ) -> CutState {
    var state = CutState()
    func walk(_ folder: Int, _ path: String) {
      for (name, node) in nodes[folder][keyPath: names] {
        let child = path + name
        if nodes[node].isFolder {
          state.folders.insert(child)
          walk(node, child + "/")
        } else {
          state.files[child] = content(node)
        }
      }
    }
    walk(0, "")
    return state
  }

  // MARK: On the disk

  func bytes(of content: CutState.Content) -> [UInt8] {
    switch content {
    case .version(let version): return versions[version]
    case .zeroed(let version, let old):
      let kept = Self.common(versions[version], versions[old])
      return versions[version].prefix(kept)
        + [UInt8](repeating: 0, count: versions[version].count - kept)
    case .half(let version, let old):
      let kept = Self.common(versions[version], versions[old])
      return Array(versions[version].prefix(kept + (versions[version].count - kept) / 2))
    }
  }

  private static func common(_ left: [UInt8], _ right: [UInt8]) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
  }

  func write(_ state: CutState, to folder: String) throws {
    for name in state.folders.sorted() {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    for (name, content) in state.files {
      let path = folder + "/" + name
      try Data(bytes(of: content)).write(to: URL(fileURLWithPath: path))
      // The program's files are accessible only to their owner.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
  }
}
