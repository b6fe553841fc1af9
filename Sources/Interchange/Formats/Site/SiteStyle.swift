/// The style sheet of a site: system fonts, light and dark color schemes, and rules for printing.
enum SiteStyle {
  static let serif =
    "Charter, 'Iowan Old Style', 'Noto Serif', 'Source Serif 4', Georgia, "
    + "'AppleMyungjo', 'Noto Serif CJK KR', 'Noto Serif KR', 'Nanum Myeongjo', serif"
  static let sans =
    "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Apple SD Gothic Neo', "
    + "'Noto Sans CJK KR', 'Noto Sans KR', 'Malgun Gothic', sans-serif"
  static let mono = "ui-monospace, 'SF Mono', 'Noto Sans Mono', 'D2Coding', monospace"

  static let text = colors + frame + lists + entries + finding + map + print

  private static let light = [
    ("page", "#fbfaf7"), ("card", "#fff"), ("ink", "#22201c"), ("soft", "#655f56"),
    ("line", "#e2ddd3"), ("link", "#0f5c63"), ("mark", "#fbe7a8"), ("star", "#8a6100"),
  ]

  private static let colors = """
    :root {
      color-scheme: light dark;
      \(light.map { "--\($0): \($1);" }.joined(separator: " "))
      --serif: \(serif);
      --sans: \(sans);
      --mono: \(mono);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #171614; --card: #211f1c; --ink: #e9e4da; --soft: #a9a195; --line: #37332d;
        --link: #7fcbd2; --mark: #5c4a12; --star: #e5b84b;
      }
    }

    """

  private static let map = """
    svg.map { display: block; width: 100%; height: auto; margin: 1.5rem 0; overflow: hidden;
      background: var(--card); border: 1px solid var(--line); border-radius: 4px }
    svg.map path { fill: none; stroke: var(--soft); stroke-width: 1.2; stroke-linejoin: round }
    svg.map .border { stroke-dasharray: 3 3; opacity: .7 }
    svg.map .lake, svg.map .river { stroke: var(--link); opacity: .45; stroke-width: .8 }
    svg.map circle { fill: var(--link); fill-opacity: .75; stroke: var(--card); stroke-width: 1 }
    svg.map a:hover circle, svg.map a:focus circle { fill-opacity: 1; stroke: var(--ink) }
    svg.map text { fill: var(--ink); stroke: var(--card); stroke-width: 4; paint-order: stroke;
      font: 17px var(--sans) }

    """

  /// The style sheet of a map in an SVG file, without variables, which some programs don't support.
  static let mapAlone = (light + [("sans", sans)]).reduce(
    map + "svg.map { margin: 0; border: 0 }\nsvg.map .ground { fill: var(--card) }\n"
  ) { $0.replacing("var(--\($1.0))", with: $1.1) }

  private static let frame = """
    * { box-sizing: border-box }
    html { font: 1.0625rem/1.65 var(--serif); background: var(--page); color: var(--ink);
      -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem }
    :lang(ko) { word-break: keep-all }
    body { margin: 0 auto; padding: 0 1.25rem; max-width: 46rem; overflow-wrap: anywhere }
    h1, h2, h3, h4, h5, h6 { font-weight: 600; line-height: 1.3; text-wrap: balance }
    h1 { font-size: 2.1rem; font-weight: 400; letter-spacing: -.01em; margin: 1.2rem 0 .2rem }
    h1.quiet { font-size: 1.25rem; margin-bottom: .8rem }
    h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem }
    a { color: var(--link); text-decoration-thickness: .06em; text-underline-offset: .18em }
    a:hover { text-decoration-thickness: .12em }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px }
    .skip { position: absolute; left: -100vw; background: var(--card); padding: .6rem 1rem;
      z-index: 1 }
    .skip:focus { left: .5rem; top: .5rem }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
    header.site { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; align-items: baseline;
      padding: 1.4rem 0 .8rem; border-bottom: 1px solid var(--line);
      font: .9rem/1.5 var(--sans) }
    header.site a { color: var(--soft); text-decoration: none }
    header.site a:hover { color: var(--link); text-decoration: underline }
    header.site a[aria-current] { color: var(--ink) }
    header.site .home { font-weight: 600; color: var(--ink); margin-right: auto }
    header.site ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; margin: 0;
      padding: 0 }
    footer.site { margin: 4rem 0 2rem; padding-top: 1rem; border-top: 1px solid var(--line);
      color: var(--soft); font: .8rem var(--sans) }
    .lead, .others, time, .trail, .turn, .facts { font-family: var(--sans); color: var(--soft) }
    .lead { margin: 0 0 1.5rem; font-size: .9rem }
    .trail { font-size: .85rem; margin-top: 1.4rem }
    .trail ol { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0 }
    .trail li + li::before { content: '/'; margin: 0 .6rem; color: var(--line) }
    .trail + h1 { margin-top: .2rem }
    .turn { display: flex; justify-content: space-between; gap: 1rem; margin: 3rem 0 0;
      font-size: .95rem }
    .turn a { padding: .5rem 0 }
    .turn .after { margin-left: auto; text-align: end }
    section.month > h2 a, .entry h3 a, .cards h3 a, .years h3 a { color: inherit;
      text-decoration: none }
    section.month > h2 a:hover, .entry h3 a:hover, .cards h3 a:hover, .years h3 a:hover {
      text-decoration: underline }
    .star { color: var(--star) }

    """

  private static let lists = """
    .overview { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start;
      margin-bottom: 1rem }
    .overview .grid { flex: 1 1 18rem; margin: 0 }
    .calendar { font: .8rem/1 var(--sans); border-collapse: collapse; flex: none }
    .calendar caption { position: absolute; width: 1px; height: 1px; overflow: hidden;
      clip-path: inset(50%) }
    .calendar th, .calendar td { width: 2rem; height: 1.9rem; text-align: center; padding: 0;
      font-weight: 400; color: var(--soft) }
    .calendar td a, .days a { display: block; border-radius: 50%; line-height: 1.75rem;
      width: 1.75rem; margin: auto; background: var(--line); color: var(--ink);
      text-decoration: none; font-weight: 600 }
    .calendar td a:hover, .days a:hover { background: var(--link); color: var(--page) }
    .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr));
      gap: .4rem; list-style: none; margin: 0 0 1rem; padding: 0 }
    .grid a { display: block }
    .grid img, .grid .tile { display: block; width: 100%; height: auto; aspect-ratio: 1;
      object-fit: cover; border-radius: 4px }
    .tile { display: grid; place-items: center; min-height: 6rem; padding: .5rem;
      background: var(--line); color: var(--soft); font: .75rem/1.3 var(--sans);
      text-align: center; border-radius: 4px; overflow: hidden }
    .entries { list-style: none; margin: 0; padding: 0 }
    .entries li { display: grid; grid-template-columns: 8.5rem 1fr auto; gap: .2rem 1rem;
      align-items: baseline; padding: .35rem 0; border-bottom: 1px solid var(--line) }
    .entries time { font-size: .85rem }
    .figures { border-collapse: collapse; font: .9rem/1.4 var(--sans); width: 100% }
    .figures th { text-align: start; font-weight: 400 }
    .figures th, .figures td { padding: .15rem .8rem .15rem 0; white-space: nowrap }
    .figures td { color: var(--soft); text-align: end }
    .figures td:nth-child(2) { width: 60% }
    .figures meter { width: 100%; height: .9rem }
    .cloud { display: flex; flex-wrap: wrap; gap: .5rem 1.1rem; list-style: none; margin: 0;
      padding: 0 }
    .cloud small { font: .75rem var(--sans); color: var(--soft) }
    .cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 1.4rem }
    .cards li { display: flex; gap: 1.2rem; align-items: flex-start }
    .cards > li > a { flex: none; width: 9rem }
    .cards img { display: block; width: 100%; height: 6.75rem; object-fit: cover;
      border-radius: 6px }
    .cards h3 { margin: 0; font-size: 1.1rem }
    .cards time { font-size: .85rem }
    .cards p { margin: .3rem 0 0; color: var(--soft); font-size: .97rem; line-height: 1.5 }
    .years { list-style: none; margin: 0; padding: 0; display: grid; gap: 1.4rem;
      grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)) }
    .years img { display: block; width: 100%; height: 8.5rem; object-fit: cover;
      border-radius: 6px }
    .years h3 { margin: .5rem 0 0; font-size: 1.15rem }
    .months { display: flex; flex-wrap: wrap; gap: 0 .8rem; list-style: none; margin: 0; padding: 0;
      font: .85rem/1.7 var(--sans) }
    .calendars { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr));
      gap: 1rem 2rem }
    .calendars h2 { font-size: 1rem; margin: 1rem 0 .4rem }
    .days { display: grid; grid-template-columns: repeat(7, 1fr); list-style: none; margin: 0;
      padding: 0; font: .8rem/1.9rem var(--sans); color: var(--soft); text-align: center }

    """

  private static let entries = """
    .day > h2 { font: 600 .92rem/1.4 var(--sans); color: var(--soft); margin: 3rem 0 0;
      padding-top: 1.2rem; border-top: 1px solid var(--line) }
    .others { margin: .1rem 0 0; font-size: .8rem }
    .entry { margin: 1.4rem 0 2.6rem }
    .entry h3 { font-size: 1.5rem; margin: 0 0 .15rem }
    .details { font: .85rem/1.5 var(--sans); color: var(--soft); margin: 0 0 1rem }
    .text > :first-child { margin-top: 0 }
    .text p { margin: 0 0 1.05rem }
    .text p, .text li, .text td, .text th, figcaption, h1, h2, h3, h4, h5, h6 {
      unicode-bidi: plaintext }
    .text h4 { font-size: 1.2rem; margin: 1.8rem 0 .5rem }
    .text h5, .text h6 { font-size: 1.05rem; margin: 1.5rem 0 .4rem }
    .text ul, .text ol { padding-left: 1.5rem; margin: 0 0 1.05rem }
    .text .task { list-style: none; margin-left: -1.3rem }
    .text blockquote { margin: 0 0 1.05rem; padding-left: 1.1rem;
      border-left: 3px solid var(--line); color: var(--soft) }
    .text pre, .text code { font: .875em/1.5 var(--mono) }
    .text pre { overflow-x: auto; background: var(--card); border: 1px solid var(--line);
      border-radius: 6px; padding: .8rem 1rem }
    .text p code, .text li code, .text td code { background: var(--card);
      border: 1px solid var(--line); border-radius: 4px; padding: 0 .25em }
    .text .source { color: var(--soft) }
    .text hr { border: 0; border-top: 1px solid var(--line); width: 6rem; margin: 2rem auto }
    .scroll { overflow-x: auto; margin: 0 0 1.05rem }
    .scroll table { border-collapse: collapse; font-size: .95rem }
    .scroll th, .scroll td { border-bottom: 1px solid var(--line); padding: .35rem .8rem;
      text-align: start }
    .scroll .center { text-align: center }
    .scroll .trailing { text-align: end }
    .note { display: flex; gap: .6rem; font-size: .9rem; color: var(--soft) }
    a.tag { text-decoration: none }
    .photo { margin: 1.4rem 0 }
    .photo a { display: block }
    .photo img { display: block; max-width: 100%; max-height: 34rem; width: auto; height: auto;
      margin: 0 auto; border-radius: 6px }
    figcaption { font: .85rem/1.5 var(--sans); color: var(--soft); margin-top: .5rem;
      text-align: center }
    .row { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.4rem 0 }
    .row .photo { flex: 1 1 12rem; margin: 0 }
    .row .photo img { width: 100%; height: 15rem; object-fit: cover }
    .tags { display: flex; flex-wrap: wrap; gap: .2rem .9rem; list-style: none; margin: 1rem 0 0;
      padding: 0; font: .85rem/1.6 var(--sans) }
    .files { margin: 1rem 0 0; padding-left: 1.2rem; font: .9rem/1.6 var(--sans);
      color: var(--soft) }
    .files video, .files audio { display: block; max-width: 100%; max-height: 32rem }
    .comments { list-style: none; margin: 1.4rem 0 0; padding: 0 0 0 1.1rem;
      border-left: 3px solid var(--line); font-size: .95rem }
    .comments .details { margin: .8rem 0 0 }
    .comments p { margin: 0 0 .3rem; unicode-bidi: plaintext }
    .tags a { text-decoration: none }
    .tags a:hover, a.tag:hover { text-decoration: underline }
    .full { margin: 0 }
    .full img { display: block; max-width: 100%; max-height: 82vh; width: auto; height: auto;
      margin: 0 auto; border-radius: 4px }
    .full .tile { min-height: 14rem }
    @media (min-width: 60rem) {
      .full { margin: 0 calc(50% - 29rem) }
    }
    .facts { margin: 1.5rem 0 0; font-size: .85rem; display: grid; gap: .3rem .8rem;
      grid-template-columns: auto 1fr }
    .facts dd { margin: 0 }

    """

  private static let finding = """
    .search { display: flex; gap: .5rem; margin: 1rem 0 }
    .search input, .search button { font: 1rem/1.4 var(--sans); padding: .5rem .8rem;
      border: 1px solid var(--soft); border-radius: 6px; background: var(--card);
      color: var(--ink) }
    .search input { flex: 1; min-width: 0 }
    .search button { cursor: pointer }
    .results { list-style: none; margin: 0; padding: 0 }
    .results li { display: flex; gap: 1rem; padding: .8rem 0; border-bottom: 1px solid var(--line) }
    .results img { flex: none; width: 5rem; height: 5rem; object-fit: cover; border-radius: 6px }
    .results a { font-weight: 600 }
    .results time { display: block; font-size: .85rem }
    .results p { margin: .2rem 0 0; font-size: .95rem; line-height: 1.5; color: var(--soft) }
    mark { background: var(--mark); color: inherit; border-radius: 2px }
    @media (max-width: 34rem) {
      html { font-size: 1rem }
      h1 { font-size: 1.7rem }
      .cards > li > a { width: 5.5rem }
      .cards img { height: 5.5rem }
      .entries li { grid-template-columns: 1fr; gap: 0 }
      .calendar { margin: 0 auto }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }

    """

  private static let print = """
    @page { margin: 18mm }
    @media print {
      :root { --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000;
        --mark: #eee; --star: #000 }
      html { font-size: 10.5pt }
      body { max-width: none; padding: 0 }
      header.site nav, footer.site, .skip, .search, .turn, .others, .overview .calendar { display: none }
      header.site { padding-top: 0 }
      h1, h2, h3, h4, .entry > header { break-after: avoid }
      figure, .row, pre, blockquote { break-inside: avoid }
      .photo img { max-height: 150mm }
      a { text-decoration: none }
    }

    """
}
