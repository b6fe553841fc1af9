import DiaryCore

/// The rule of who may, in a diary that several people share: a function of all its lines, in whatever
/// order they came, so that every machine finds the same.
///
/// Whoever founded the diary is an owner. What an owner's device has written about a person counts, unless
/// that owner had been removed by then or was an owner no longer. Each decision says how many lines of
/// every device it knew: those stay as they were, and later ones are judged by it. Where two people take
/// from each other what they may, without knowing of each other, the one that was let in first prevails. A
/// decision that says not to have known what gives its maker the right to it takes nothing.
struct DiaryPeople: Hashable, Sendable {
  let diary: ID<FoundedDiary>
  private let standing: PeopleStanding

  /// `nil` unless the founding line says who founded it.
  init?(_ founding: RecordLine, _ lines: [RecordLine]) {
    guard case .founding(let record) = founding.record,
      let diary = ID<FoundedDiary>(founding.id.description)
    else { return nil }
    self.diary = diary
    let device = PersonDevice(
      id: founding.device, key: record.device.key, recipient: record.device.recipient)
    let empty = PeopleStanding(foundedBy: record.owner.author.id, on: device)
    let decisions = lines.compactMap { PeopleDecision($0) }
    let giving = decisions.filter { !$0.isCut }
    let cutting = decisions.filter(\.isCut)
    var cuts: [PeopleDecision] = []
    var void: Set<ID<Revision>> = []
    func standing(after cuts: [PeopleDecision]) -> PeopleStanding {
      var standing = empty
      standing.accept(all: giving, after: cuts)
      return standing
    }
    var current = standing(after: [])
    while true {
      let candidates = cutting.filter { cut in
        !current.accepted.contains(cut.id) && !void.contains(cut.id) && current.isAuthorized(cut)
      }.sorted(by: current.precedes)
      guard !candidates.isEmpty else { break }
      let results = candidates.map { standing(after: cuts + [$0]) }
      let vain = candidates.indices.filter { one in
        !current.isAboutItsMaker(candidates[one]) && !results[one].isAuthorized(candidates[one])
      }
      guard vain.isEmpty else {
        void.formUnion(vain.map { candidates[$0].id })
        continue
      }
      var chosen = 0
      if candidates.count > 1 {
        func beats(_ one: Int, _ other: Int) -> Bool {
          one != other && !results[one].isAuthorized(candidates[other])
        }
        // One that nobody takes the right to, or only somebody who loses it by this one.
        chosen =
          candidates.indices.first { one in
            !candidates.indices.contains { other in
              beats(other, one) && !(one < other && beats(one, other))
            }
          } ?? 0
        for other in candidates.indices where beats(other, chosen) {
          void.insert(candidates[other].id)
        }
      }
      cuts.append(candidates[chosen])
      current = results[chosen]
    }
    self.standing = current
  }

  // MARK: People

  struct Member: Hashable, Sendable {
    let id: AuthorID
    let name: String
    let role: PersonRole
    let isRemoved: Bool
    /// Whether they removed themselves.
    let hasLeft: Bool
    let devices: [PersonDevice]
  }

  /// All that were ever let in, the most senior first.
  var members: [Member] {
    standing.members.indices.map { place in
      let member = standing.members[place]
      return Member(
        id: member.id, name: standing.name(of: member.id) ?? "",
        role: role(ofMemberAt: place), isRemoved: standing.isRemoved(member.id),
        hasLeft: standing.hasLeft(member.id), devices: member.devices)
    }
  }

  /// What somebody may from now on.
  private func role(ofMemberAt place: Int) -> PersonRole {
    let device = standing.members[place].devices.first?.id ?? ID(high: 0, low: 0)
    return standing.role(ofMemberAt: place, device, .max) ?? .reader
  }

  /// All whose entries may stand in the diary, by their names.
  var authors: [Author] {
    standing.members.map { Author(id: $0.id, name: standing.name(of: $0.id) ?? "") }
      + standing.copiedAuthors.map { Author(id: $0, name: standing.name(of: $0) ?? "") }
  }

  func member(with device: ID<Device>) -> Member? {
    standing.seniority(of: device).map { members[$0] }
  }

  func device(_ id: ID<Device>) -> PersonDevice? {
    standing.seniority(of: id).flatMap { place in
      standing.members[place].devices.first { $0.id == id }
    }
  }

  // MARK: Lines

  /// Why a revision of an entry isn't shown; `nil` where it is.
  ///
  /// - Parameters:
  ///   - number: of the line, among those of its device.
  ///   - folder: the device in whose folder it lies.
  func refusal(
    of revision: Revision, number: Int, in folder: ID<Device>?
  ) -> LineRefusal? {
    let device = revision.device
    guard folder == device else { return LineRefusal(folder ?? device, .wrongFolder) }
    guard let place = standing.seniority(of: device) else { return LineRefusal(device, .stranger) }
    let author = revision.entry.author
    guard EntryOwnership.isAuthor(author, of: revision.entry.id),
      isAuthor(author, ofMemberAt: place, device, number)
    else { return LineRefusal(device, .foreignAuthor) }
    return refusal(ofMemberAt: place, device, number)
  }

  /// The same of a line's revision.
  func refusal(
    of revision: Revision, _ line: UnsafeRawBufferPointer, in folder: ID<Device>?
  ) -> LineRefusal? {
    refusal(of: revision, number: ChainLink(of: line)?.number ?? .max, in: folder)
  }

  /// Whether a device of a member writes in the name of an author, or brings what they had written.
  private func isAuthor(
    _ author: AuthorID, ofMemberAt place: Int, _ device: ID<Device>, _ number: Int
  ) -> Bool {
    author == standing.members[place].id || standing.isCopy(of: author, device, number)
  }

  private func refusal(ofMemberAt place: Int, _ device: ID<Device>, _ number: Int) -> LineRefusal? {
    if standing.isRemoved(standing.members[place].id, device, number) {
      return LineRefusal(device, .removed)
    }
    return switch standing.role(ofMemberAt: place, device, number) {
    case .owner, .writer: nil
    case .reader: LineRefusal(device, .reader)
    case nil: LineRefusal(device, .stranger)
    }
  }

  /// Why a line about the diary as a whole doesn't count; `nil` where it does.
  func refusal(of line: RecordLine, in folder: ID<Device>? = nil) -> LineRefusal? {
    let device = line.device
    if let folder, folder != device { return LineRefusal(folder, .wrongFolder) }
    if case .founding = line.record, line.id.description == diary.description { return nil }
    guard let place = standing.seniority(of: device) else { return LineRefusal(device, .stranger) }
    let number = line.number ?? .max
    if standing.isRemoved(standing.members[place].id, device, number) {
      return LineRefusal(device, .removed)
    }
    let isOwner = standing.role(ofMemberAt: place, device, number) == .owner
    let isOwn: Bool
    switch line.record {
    case .device, .removal, .unknown: return nil
    case .person: isOwn = standing.accepted.contains(line.id)
    case .invitation(let invitation):
      isOwn = isOwner || invitation.person == standing.members[place].id
    case .name(let name): isOwn = isOwner || standing.seniority(of: name.device) == place
    case .epoch(let epoch):
      isOwn = epoch.removed.keys.allSatisfy { removed in
        let owner = standing.seniority(of: removed)
        return owner == place || isOwner && owner != 0
      }
    case .journal: return refusal(ofMemberAt: place, device, number)
    case .comment(let record):
      guard isAuthor(record.comment.author, ofMemberAt: place, device, number),
        EntryOwnership.isAuthor(record.comment.author, of: record.comment.id)
      else { return LineRefusal(device, .foreignAuthor) }
      return refusal(ofMemberAt: place, device, number)
    case .oldLogs: isOwn = isOwner
    case .founding, .owner: isOwn = false
    }
    return isOwn ? nil : LineRefusal(device, .notAnOwner)
  }

  /// What a removal takes from the diary for good: a person's own entries alone.
  func allowed(_ removal: RemovalRecord, by line: RecordLine) -> RemovalRecord? {
    guard let place = standing.seniority(of: line.device),
      !standing.isRemoved(standing.members[place].id, line.device, line.number ?? .max)
    else { return nil }
    let person = standing.members[place].id
    return removal.keeping { EntryOwnership.isAuthor(person, of: $0) }
  }

  /// Why nothing can be written on a device from now on; `nil` where it can.
  func obstacle(for device: ID<Device>) -> LineRefusal.Reason? {
    guard let place = standing.seniority(of: device) else { return .stranger }
    return refusal(ofMemberAt: place, device, .max)?.reason
  }
}
