/// What the diary asks for.
enum Command {
  case info
  case header
  case headers(count: Int)
  case cells(columns: Int, rows: Int, colors: CellColors, cellRatio: Double, Drawing)
  /// `length` is that of the film that the photo is a frame of.
  case pixels(width: Int, height: Int, PixelForm, Drawing, length: FilmSign?)
  case lines(PictureSize, PixelForm, over: Color)
  case withoutLocation
  case limits

  static let usage = """
    usage: photodiary-picture info < PHOTO
           photodiary-picture header < PHOTO
           photodiary-picture headers --count N      photos are the open files 3 to N + 2
           photodiary-picture cells --columns C --rows R --colors full|256|16|mono
                                    [--cell-ratio 0.5] [--region L,T,R,B]
                                    [--background RRGGBB] < PHOTO
           photodiary-picture pixels --width W --height H --as png|jpeg|sixel [--colors N]
                                    [--region L,T,R,B] [--background RRGGBB]
                                    [--length 0:42] [--fill-cells 10x20] < PHOTO
           photodiary-picture lines --width W --height H --as png|jpeg|sixel [--colors N]
                                    [--background RRGGBB] [--fill-cells 10x20] < LINES
           photodiary-picture without-location < PHOTO
           photodiary-picture limits                 says whether system calls are filtered, and
                                                     whether a confined program opens no other file
           photodiary-picture confined PROGRAM ARG…  becomes a program that can do little < FILE

    """

  /// Nil when the arguments are not one of these.
  init?(_ arguments: [String]) {
    guard let name = arguments.first, let options = Options(arguments.dropFirst())
    else { return nil }
    switch name {
    case "info" where options.isEmpty: self = .info
    case "header" where options.isEmpty: self = .header
    case "without-location" where options.isEmpty: self = .withoutLocation
    case "limits" where options.isEmpty: self = .limits
    case "headers": self.init(headers: options)
    case "cells": self.init(cells: options)
    case "pixels": self.init(pixels: options)
    case "lines": self.init(lines: options)
    default: return nil
    }
  }

  private init?(headers options: Options) {
    guard options.names == ["--count"], let count = options.number("--count", 1...64)
    else { return nil }
    self = .headers(count: count)
  }

  private init?(cells options: Options) {
    let known: Set = [
      "--columns", "--rows", "--colors", "--cell-ratio", "--region", "--background",
    ]
    guard options.names.isSubset(of: known), let columns = options.number("--columns", 1...1000),
      let rows = options.number("--rows", 1...1000),
      let colors = options["--colors"].flatMap({ CellColors(rawValue: $0) }),
      let cellRatio = Double(options["--cell-ratio"] ?? "0.5"), 0.1...10 ~= cellRatio,
      let drawing = Drawing(options)
    else { return nil }
    self = .cells(columns: columns, rows: rows, colors: colors, cellRatio: cellRatio, drawing)
  }

  private init?(pixels options: Options) {
    let known: Set = [
      "--width", "--height", "--as", "--colors", "--region", "--background", "--length",
      "--fill-cells",
    ]
    guard options.names.isSubset(of: known), let width = options.number("--width", 1...4096),
      let height = options.number("--height", 1...4096), let form = PixelForm(options),
      let drawing = Drawing(options)
    else { return nil }
    let sign = options["--length"].map { FilmSign($0) }
    if case .some(nil) = sign { return nil }
    self = .pixels(width: width, height: height, form, drawing, length: sign ?? nil)
  }

  private init?(lines options: Options) {
    let known: Set = ["--width", "--height", "--as", "--colors", "--background", "--fill-cells"]
    guard options.names.isSubset(of: known), let width = options.number("--width", 1...4096),
      let height = options.number("--height", 1...4096), let form = PixelForm(options),
      let drawing = Drawing(options)
    else { return nil }
    self = .lines(PictureSize(width: width, height: height), form, over: drawing.background)
  }
}

/// Names and their values, each name once.
struct Options {
  private var values: [String: String] = [:]

  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst(),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  var isEmpty: Bool { values.isEmpty }
  var names: Set<String> { Set(values.keys) }
  subscript(name: String) -> String? { values[name] }

  func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
    values[name].flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}
