extension PhotoGroup {
  /// The title of its entry: the places that its photos name, `Busan, Ulsan`. Without any there is
  /// none: the date stands beside it anyway.
  package var title: String {
    places.prefix(2).map { String($0.printable.trimmed) }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}
