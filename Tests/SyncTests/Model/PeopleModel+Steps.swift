import DiaryCore
import Sync
import TestSupport

/// What people do together, and to each other.
extension PeopleModel {
  mutating func step() async throws {
    let index = Int.random(in: machines.indices, using: &generator)
    machines[index].seed &+= 1
    if bad.contains(index), Bool.random(using: &generator) { return try await misbehave(index) }
    do {
      switch Int.random(in: 0..<26, using: &generator) {
      case 0..<3: try await write(index)
      case 3..<5: try await edit(index)
      case 5: try await delete(index)
      case 6: try await emptyTrash(index)
      case 7..<10: try await comment(index)
      case 10..<12: try await changeComment(index)
      case 12 where machines.count < 5: try await invite(by: index)
      case 13 where machines.count < 5: try await invite(by: index, forOwnDevice: true)
      case 14..<16: try await letIn(by: index)
      case 16..<18: try await changeRole(by: index)
      case 18: try await remove(by: index)
      case 19:
        say("two days later")
        clock.advance(days: 2)
      case 20:
        copies.append(host.files)
      case 21:
        guard let copy = copies.randomElement(using: &generator) else { return }
        say("an old copy comes back")
        host.files = copy
      default: await sync(index)
      }
    } catch is DiaryError {
      // Who may not write is told so.
    } catch is SyncError {
      // Nor decide.
    }
  }

  private mutating func entry(on index: Int) async throws -> Entry? {
    try await machines[index].service.entries().randomElement(using: &generator)
  }

  private mutating func edit(_ index: Int) async throws {
    guard let entry = try await entry(on: index) else { return }
    let title = nextTitle(index)
    say("\(index) edits \(entry.title): \(title)")
    _ = try await machines[index].edit(entry, title)
    saved[entry.id, default: []].append((index, title))
  }

  private mutating func delete(_ index: Int) async throws {
    guard let entry = try await entry(on: index) else { return }
    say("\(index) deletes \(entry.title)")
    _ = try await machines[index].service.delete(entry.id)
  }

  private mutating func emptyTrash(_ index: Int) async throws {
    let own = await author(index)
    let trash = try await machines[index].service.trash().filter { $0.author == own }
    say("\(index) empties \(trash.map(\.title))")
    purged.formUnion(trash.map(\.id))
    _ = try await machines[index].service.emptyTrash()
  }

  // MARK: Comments

  private mutating func comment(_ index: Int) async throws {
    guard let entry = try await entry(on: index) else { return }
    let text = nextTitle(index, "c")
    say("\(index) says \(text) under \(entry.title)")
    let comment = try await machines[index].service.comment(text, on: entry.id)
    said[comment.id] = (index, comment)
  }

  private mutating func changeComment(_ index: Int) async throws {
    guard let entry = try await entry(on: index),
      let comment = try await machines[index].service.comments(on: entry.id)
        .randomElement(using: &generator)
    else { return }
    // Machines of one person may do so at once, and then the clocks decide.
    let isShared = said[comment.id].map { $0.writer != index } ?? true
    if Bool.random(using: &generator) {
      let text = nextTitle(index, "c")
      say("\(index) says \(text) for \(comment.text)")
      let changed = try await machines[index].service.change(comment, to: text)
      said[comment.id] = isShared ? nil : (index, changed)
    } else {
      say("\(index) takes back \(comment.text)")
      try await machines[index].service.remove(comment)
      var gone = comment
      gone.isRemoved = true
      said[comment.id] = isShared ? nil : (index, gone)
    }
  }

  // MARK: Decisions

  private mutating func person(by index: Int) async -> Person? {
    let people = (try? await machines[index].engine.people()) ?? []
    return people.filter { $0.state == .member }.randomElement(using: &generator)
  }

  private mutating func changeRole(by index: Int) async throws {
    guard let person = await person(by: index),
      let role = [PersonRole.owner, .owner, .writer, .reader].randomElement(using: &generator)
    else { return }
    say("\(index) makes \(person.name) \(role)")
    try await machines[index].engine.change(person.id, to: role)
    judged.insert(person.id)
    if role == .owner { promoted.insert(person.id) }
  }

  private mutating func remove(by index: Int) async throws {
    guard let person = await person(by: index) else { return }
    say("\(index) removes \(person.name)")
    try await machines[index].engine.remove(person.id)
    judged.insert(person.id)
  }
}
