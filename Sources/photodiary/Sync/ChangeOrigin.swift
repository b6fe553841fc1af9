import DiaryCore

/// Tells which device changes came from that another program brought.
struct ChangeOrigin {
  let diary: DiaryService
  /// The versions of entries that were told of: of two that stand side by side, one may be new.
  private var told: [ID<Entry>: [ID<Revision>]] = [:]

  init(of diary: DiaryService) { self.diary = diary }

  /// The device that a change came from; `nil` for this one.
  mutating func device(
    of change: DiaryChange, among devices: [DeviceState]
  ) async -> DeviceState? {
    let others = devices.filter { !$0.isThis }
    let entry = change.entry
    guard !others.isEmpty, change.kind != .purged, change.comment == nil,
      let versions = try? await diary.versions(of: entry.id)
    else { return nil }
    let known = told.updateValue(entry.heads, forKey: entry.id) ?? []
    let new = versions.filter { !known.contains($0.id) }
    return others.first { device in new.contains { $0.device == device.id } }
  }
}
