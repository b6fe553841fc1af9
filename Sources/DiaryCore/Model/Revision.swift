/// One saved state of an entry. Revisions name their parents, so that an entry's history is a
/// tree and nothing is overwritten.
package struct Revision: Hashable, Sendable {
  package var id: ID<Revision>
  package var parents: [ID<Revision>]
  package var clock: HybridClock
  package var device: ID<Device>
  package var entry: Entry

  package init(
    id: ID<Revision>, parents: [ID<Revision>], clock: HybridClock, device: ID<Device>, entry: Entry
  ) {
    self.id = id
    self.parents = parents
    self.clock = clock
    self.device = device
    self.entry = entry
  }
}

/// A machine (strictly: a person's state folder on one) that writes logs of its own.
package enum Device {}
