/// What the diary asks for.
enum Command {
  case info
  case cells(columns: Int, rows: Int, colors: CellColors, cellRatio: Double)
  case withoutLocation

  static let usage = """
    usage: photodiary-picture info < PHOTO
           photodiary-picture cells --columns C --rows R --colors full|256|16|mono
                                    [--cell-ratio 0.5] < PHOTO
           photodiary-picture without-location < PHOTO

    """

  /// Nil when the arguments are not one of these.
  init?(_ arguments: [String]) {
    switch (arguments.first, arguments.count) {
    case ("info", 1): self = .info
    case ("without-location", 1): self = .withoutLocation
    case ("cells", _): self.init(cells: arguments.dropFirst())
    default: return nil
    }
  }

  private init?(cells arguments: ArraySlice<String>) {
    var options: [String: String] = ["--cell-ratio": "0.5"]
    var rest = arguments
    while let name = rest.popFirst() {
      guard ["--columns", "--rows", "--colors", "--cell-ratio"].contains(name),
        let value = rest.popFirst()
      else { return nil }
      options[name] = value
    }
    guard let columns = options["--columns"].flatMap({ Int($0) }), 1...1000 ~= columns,
      let rows = options["--rows"].flatMap({ Int($0) }), 1...1000 ~= rows,
      let colors = options["--colors"].flatMap({ CellColors(rawValue: $0) }),
      let cellRatio = options["--cell-ratio"].flatMap({ Double($0) }), 0.1...10 ~= cellRatio
    else { return nil }
    self = .cells(columns: columns, rows: rows, colors: colors, cellRatio: cellRatio)
  }
}
