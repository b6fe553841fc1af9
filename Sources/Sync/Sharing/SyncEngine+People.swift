import DiaryCore
import DiaryKeys
import DiaryStore
import Localization

/// The people of a shared diary.
extension SyncEngine: DiarySharing {
  package func people() async throws(SyncError) -> [Person]? {
    guard let people = try await diary(await repository.people()),
      let id = try await diary(await repository.diaryID())
    else { return nil }
    return self.people(people, in: id)
  }

  /// The people of a diary, and who asks to be let in.
  func people(_ people: [KnownPerson], in diary: ID<FoundedDiary>) -> [Person] {
    let known = people.map { person in
      Person(
        id: person.id, name: person.name, role: person.role,
        state: person.isRemoved ? .removed : .member,
        check: person.devices.first.map { PersonCheck.words(person.id, $0, in: diary) } ?? [],
        isThis: person.isThis)
    }
    let asking = requests(besides: people).map { request in
      Person(
        id: request.author.id, name: request.author.name, role: .writer, state: .asking,
        check: request.check(diary))
    }
    return known + asking
  }

  /// Who asks, on whatever remote, and hasn't been let in.
  private func requests(besides people: [KnownPerson]) -> [JoinRequest] {
    let devices = Set(people.flatMap(\.devices).map(\.id))
    var seen: Set<ID<Device>> = []
    return folder.remotes.flatMap { folder.memory(of: $0.name).requests }
      .filter { !devices.contains($0.device.id) && seen.insert($0.device.id).inserted }
  }

  package func lookForRequests() async throws(SyncError) {
    guard try await diary(await repository.people()) != nil else { return }
    for remote in folder.remotes {
      do throws(SyncFailure) {
        let (_, failure) = try await using(remote) {
          pass async throws(SyncFailure) in
          try await pass.open()
          try await pass.receiveRequests()
        }
        if let failure { throw failure }
      } catch {
        throw error.error
      }
    }
  }

  package func approve(_ id: AuthorID) async throws(SyncError) {
    let people = try await ownerPeople(orAnybody: true)
    guard let request = requests(besides: people).first(where: { $0.author.id == id }) else {
      throw SyncError(localized("Nobody asks to be let in by that id."))
    }
    let isOwn = people.contains { $0.isThis && $0.id == id }
    if !isOwn { _ = try await ownerPeople() }
    try await diary(
      await repository.admit(request.author, as: .writer, with: request.device))
  }

  package func remove(_ id: AuthorID, isOffline: Bool) async throws(SyncError) {
    var people = try await ownerPeople(orAnybody: true)
    if let request = requests(besides: people).first(where: { $0.author.id == id }) {
      if !people.contains(where: { $0.isThis && $0.id == id }) { _ = try await ownerPeople() }
      return try await decline(request)
    }
    if people.first(where: { $0.id == id })?.isThis != true { _ = try await ownerPeople() }
    try await receive(isOffline: isOffline)
    people = try await ownerPeople(orAnybody: true)
    guard let person = people.first(where: { $0.id == id && !$0.isRemoved }) else {
      throw SyncError(localized("There is nobody of that id in this diary."))
    }
    if !person.isThis {
      _ = try await ownerPeople()
      // The first of them founded the diary.
      guard person.id != people.first?.id else {
        throw SyncError(
          localized("\(person.name) founded this diary, and can't be removed by others.").printable)
      }
    }
    try requireOwner(besides: person, among: people)
    try await diary(await repository.remove(id))
  }

  package func change(
    _ id: AuthorID, to role: PersonRole, isOffline: Bool
  ) async throws(SyncError) {
    _ = try await ownerPeople()
    try await receive(isOffline: isOffline)
    let people = try await ownerPeople()
    guard let person = people.first(where: { $0.id == id && !$0.isRemoved }) else {
      throw SyncError(localized("There is nobody of that id in this diary."))
    }
    guard person.role != role else { return }
    if role != .owner { try requireOwner(besides: person, among: people) }
    try await diary(await repository.change(id, to: role))
  }

  /// Nobody could let anybody in any more.
  private func requireOwner(
    besides person: KnownPerson, among people: [KnownPerson]
  ) throws(SyncError) {
    guard person.role == .owner,
      !people.contains(where: { $0.id != person.id && !$0.isRemoved && $0.role == .owner })
    else { return }
    throw SyncError(
      localized(
        "\(person.name) is the only owner. Make somebody else an owner first, or nobody could be."
      ).printable)
  }

  /// The people, for somebody who may decide about them.
  func ownerPeople(orAnybody: Bool = false) async throws(SyncError) -> [KnownPerson] {
    if let joining = try await diary(await repository.joining()) {
      throw SyncError(DiaryError.account(.notApproved(check: joining.check)).line)
    }
    guard let people = try await diary(await repository.people()) else {
      throw SyncError(
        localized("This diary is yours alone. Make one to share: photodiary share NAME ADDRESS"))
    }
    guard let own = people.first(where: \.isThis) else {
      throw SyncError(DiaryError.account(.noPlace).line)
    }
    guard !own.isRemoved else { throw SyncError(DiaryError.account(.removed).line) }
    guard orAnybody || own.role == .owner else {
      throw SyncError(DiaryError.account(.notAnOwner).line)
    }
    return people
  }

  /// Has an invitation lead nowhere any more, by which somebody asked.
  private func decline(_ request: JoinRequest) async throws(SyncError) {
    for remote in folder.remotes {
      do throws(SyncFailure) {
        let (_, failure) = try await using(remote) {
          pass async throws(SyncFailure) in
          try await pass.list()
          try await pass.remove(JoinFiles.all(of: request.invitation, in: pass.listing))
          pass.memory.requests.removeAll { $0.invitation == request.invitation }
        }
        if let failure { throw failure }
      } catch {
        throw error.error
      }
    }
  }
}
