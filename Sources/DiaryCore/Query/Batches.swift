/// The entries of a query, whole or by their orders, in batches as they are found. What has been
/// found can be shown while the rest is looked for; a task that is cancelled gets no more.
///
/// They are those of the moment when the query was asked, whatever changes meanwhile.
package struct Batches<Part: Sendable>: AsyncSequence, Sendable {
  package typealias Element = [Part]

  /// What begins to give them.
  let begin: @Sendable () -> () -> [Part]?

  /// `begin` gives what gives the next batch, none of them empty, and `nil` at the end.
  package init(_ begin: @escaping @Sendable () -> () -> [Part]?) { self.begin = begin }

  /// All in one batch, which is made when it is asked for.
  package init(whole make: @escaping @Sendable () -> [Part]) {
    self.init {
      var isDone = false
      return {
        defer { isDone = true }
        return isDone ? nil : make()
      }
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(produce: begin()) }

  /// All of them at once.
  package func all() async -> [Part] {
    var parts: [Part] = []
    for await batch in self { parts += batch }
    return parts
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let produce: () -> [Part]?

    package mutating func next() async -> [Part]? { Task.isCancelled ? nil : produce() }
  }
}

package typealias EntryBatches = Batches<Entry>
/// Of many entries these take little memory: 32 bytes each.
package typealias OrderBatches = Batches<EntrySortKey>
