/// The entries of a query, in its order, in batches as they are found. What has been found can be
/// shown while the rest is looked for; a task that is cancelled gets no more.
///
/// They are those of the moment when the query was asked, whatever changes meanwhile.
package struct EntryBatches: AsyncSequence, Sendable {
  private let begin: @Sendable () -> () -> [Entry]?

  /// `begin` gives what gives the next batch, none of them empty, and `nil` at the end.
  package init(_ begin: @escaping @Sendable () -> () -> [Entry]?) { self.begin = begin }

  /// All in one batch, which is made when it is asked for.
  package init(whole make: @escaping @Sendable () -> [Entry]) {
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
  package func all() async -> [Entry] {
    var entries: [Entry] = []
    for await batch in self { entries += batch }
    return entries
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let produce: () -> [Entry]?

    package mutating func next() async -> [Entry]? { Task.isCancelled ? nil : produce() }
  }
}
