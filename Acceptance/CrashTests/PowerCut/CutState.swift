import Foundation

/// What a power cut may leave: the folders, and the files with what became of their bytes.
struct CutState: Hashable {
  enum Content: Hashable {
    /// A version that was written.
    case version(Int)
    /// As long as the file was, with zeros from where it differs from what was on the disk.
    case zeroed(Int, over: Int)
    /// Half of what was not on the disk yet.
    case half(Int, over: Int)
  }

  var folders: Set<String> = []
  var files: [String: Content] = [:]

  /// Without the folders and files that have this in their paths.
  func without(_ part: String) -> CutState {
    var state = self
    state.folders = folders.filter { !("/" + $0).contains(part) }
    state.files = files.filter { !("/" + $0.key).contains(part) }
    return state
  }

  /// The state in words, the same for equal ones.
  var key: String {
    (folders.map { $0 + "/" } + files.map { "\($0.key) \($0.value)" }).sorted()
      .joined(separator: "\n")
  }
}

extension Set<CutState> {
  /// In an order that depends on nothing but what is in them.
  var ordered: [CutState] {
    map { (key: $0.key, state: $0) }.sorted { $0.key < $1.key }.map(\.state)
  }
}

extension FileModel {
  /// What the system shows now, as if nothing had to be written any more.
  var shown: CutState { state(nodes, names: \.names) { .version(nodes[$0].bytes) } }

  /// Does what calls did. Returns what a power cut may leave on the way, and after all of them.
  mutating func states(
    during calls: [RecordedCall]
  ) throws -> (between: Set<CutState>, afterwards: Set<CutState>) {
    var states: Set<CutState> = []
    for call in calls where try apply(call) { states.formUnion(cutStates) }
    let afterwards = cutStates
    return (states.subtracting(afterwards), afterwards)
  }

  /// A bounded set of the possible states after a power cut: of the unsynced names all, none or all
  /// but one are kept; unsynced bytes are kept, lost, zeros or half, of all files or of one.
  var cutStates: Set<CutState> {
    var states: Set<CutState> = []
    let all = Set(pending.indices)
    var choices: Set<Set<Int>> = [all, []]
    for index in pending.indices {
      choices.insert([index])
      choices.insert(all.subtracting([index]))
    }
    for kept in choices {
      var nodes = nodes
      for index in pending.indices where kept.contains(index) {
        Self.apply(pending[index], to: &nodes)
      }
      for fate in Fate.allCases { states.insert(state(nodes) { content(nodes[$0], fate) }) }
      guard kept == all else { continue }
      for one in nodes.indices where isDirty(nodes[one]) {
        for fate in Fate.allCases {
          states.insert(state(nodes) { content(nodes[$0], $0 == one ? fate : .kept) })
          states.insert(state(nodes) { content(nodes[$0], $0 == one ? .kept : fate) })
        }
      }
    }
    return states
  }

  /// What may become of bytes that aren't on the disk.
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

  /// The tree below the root, each file with the content that is given for its node.
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

  /// Makes a state's folders and files in a folder.
  func write(_ state: CutState, to folder: String) throws {
    for name in state.folders.sorted() {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    for (name, content) in state.files {
      let path = folder + "/" + name
      try Data(bytes(of: content)).write(to: URL(fileURLWithPath: path))
      // For its owner alone, as the program makes all of them.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
  }
}
