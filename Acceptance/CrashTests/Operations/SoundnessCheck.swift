import TestSupport

enum Outcome: Hashable {
  case success
  case failure
  /// An export reported a photo that was left out.
  case lacking
  /// The program was killed, or the power cut.
  case stopped
}

/// Checks a diary after an operation that may have been stopped, and saves to it.
struct SoundnessCheck {
  let scene: Scene

  private static let nextTitle = "the next save"

  func problems(in place: Place, after outcome: Outcome) -> [String] {
    do {
      // After a reported removal, unused photos are faults.
      var problems = try place.faults(orphansCount: outcome == .success).map { "verify: \($0)" }
      let found = try DiaryState(in: place)
      problems += stateProblems(found, after: outcome)
      if scene.operation.isExport { problems += try exportProblems(in: place, after: outcome) }
      if scene.operation == .backup { problems += try backupProblems(in: place, after: outcome) }
      problems += try nextSaveProblems(in: place, having: found)
      return problems
    } catch { return ["the diary can't be used: \(error)"] }
  }

  // MARK: Old or new

  private func stateProblems(_ found: DiaryState, after outcome: Outcome) -> [String] {
    let isOld = found == scene.old
    let comparable = found.comparable(to: scene.old)
    let isNew = scene.operation.isCopy ? isOld : comparable == scene.new
    switch outcome {
    case .success, .lacking:
      return isNew ? [] : ["success was reported, and the new state isn't there"]
    case .failure where isOld, .stopped where isOld || isNew: return []
    case .failure, .stopped:
      if scene.operation.isPiecemeal, isBetween(comparable) { return [] }
      return [isNew ? "a failure was reported, and the new state is there" : "neither old nor new"]
    }
  }

  /// Returns `true` if each entry is in its old or new state.
  private func isBetween(_ found: DiaryState) -> Bool {
    let old = scene.old.comparable(to: scene.old)
    let entries = Set(found.entries)
    let trash = Set(found.trash)
    return entries.isSuperset(of: Set(old.entries).intersection(scene.new.entries))
      && entries.isSubset(of: Set(old.entries).union(scene.new.entries))
      && trash.isSuperset(of: Set(old.trash).intersection(scene.new.trash))
      && trash.isSubset(of: Set(old.trash).union(scene.new.trash))
  }

  // MARK: Afterwards

  private func nextSaveProblems(in place: Place, having state: DiaryState) throws -> [String] {
    let saved = try place.add(Self.nextTitle, dated: "2026-11-21", "다음 글")
    let found = try DiaryState(in: place)
    var problems = try place.faults().map { "verify after the next save: \($0)" }
    if !found.entries.contains(where: { $0["id"]?.string == saved }) {
      problems.append("the next save isn't there")
    }
    if found.without(Self.nextTitle) != state.without(Self.nextTitle) {
      problems.append("the next save changed something else")
    }
    return problems
  }

  // MARK: Exports

  private func exportProblems(in place: Place, after outcome: Outcome) throws -> [String] {
    let found = try exportFiles(of: place)
    var problems: [String] = []
    if outcome == .success, found != scene.newExport {
      problems.append("success was reported of another export")
    }
    if outcome != .lacking, let found, found != scene.newExport {
      if scene.oldExport == nil { problems.append("a new export appeared in part") }
      problems += found.filter { !isWhole($0.value, at: $0.key) }
        .map { "export: \($0.key) is neither old nor new" }
    }
    let again = try place.run(scene.arguments(place))
    if again.status != 0 { problems.append("the next export failed: \(again.errorText)") }
    let repaired = try exportFiles(of: place)
    if repaired != scene.newExport { problems.append("the next export isn't the new one") }
    return problems
  }

  // MARK: Backups

  private func backupProblems(in place: Place, after outcome: Outcome) throws -> [String] {
    let old = try BackupSet(of: scene.before)
    let found = try BackupSet(of: place)
    var problems = found.damage
    if outcome == .success, !found.isLater(than: old) {
      problems.append("success was reported, and the new backup isn't there")
    }
    if !found.isOldOrLater(than: old) {
      problems.append("the backups are neither the old nor the new ones: \(found.names)")
    }
    let again = try place.run(scene.arguments(place))
    if again.status != 0 { problems.append("the next backup failed: \(again.errorText)") }
    let next = try BackupSet(of: place)
    if next.damage != [] || next.hasRest { problems.append("the next backup isn't whole") }
    if next.hasExpired { problems.append("the next backup left an expired one") }
    return problems
  }

  /// The manifest may be of either export; the next export checks it.
  private func isWhole(_ bytes: [UInt8], at path: String) -> Bool {
    path == ".photodiary-export.json" || bytes == scene.oldExport?[path]
      || bytes == scene.newExport?[path]
  }
}
