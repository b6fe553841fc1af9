'use strict';
document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest('input, textarea, select, pre, .scroll')) return;
  const to = { ArrowLeft: '.turn .before', ArrowRight: '.turn .after' }[event.key];
  const link = to && document.querySelector(to);
  if (link) link.click();
});
const photodiary = (() => {
  const results = document.getElementById('results');
  if (!results) return { add() {} };
  const field = document.getElementById('q');
  const found = document.getElementById('found');
  const parts = (results.dataset.parts || '').split(' ').filter(Boolean);
  const most = 200;
  const entries = [];
  let failed = false;
  let loading = parts.length;

  // Small letters in one normal form, as many as there were.
  const small = (text) => {
    const lower = text.toLowerCase();
    if (lower.length === text.length) return lower;
    return Array.from(text, (letter) => {
      const one = letter.toLowerCase();
      return one.length === letter.length ? one : letter;
    }).join('');
  };
  const consonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
  const initials = (text) => text.replace(/[가-힣]/g,
    (letter) => consonants[Math.floor((letter.charCodeAt(0) - 0xAC00) / 588)]);

  // Words, "phrases" and #tags, all of which an entry must have.
  const terms = (query) => {
    const list = [];
    for (const [, phrase, word] of query.normalize('NFC').matchAll(/["“]([^"”]+)["”]?|(\S+)/g)) {
      const text = small((phrase || word).trim());
      if (!text || text === '"' || text === '“' || text === '”') continue;
      list.push({
        text,
        tag: !phrase && text.length > 1 && text[0] === '#' ? text.slice(1) : null,
        initial: /^[ㄱ-ㅎ]+$/.test(text),
      });
    }
    return list;
  };

  const prepare = (entry) => {
    entry.title = entry.t.normalize('NFC');
    entry.text = entry.x.normalize('NFC').replace(/\s+/g, ' ');
    entry.smallTitle = small(entry.title);
    entry.smallText = small(entry.text);
    entry.tags = (entry.g || []).map((tag) => small(tag.normalize('NFC')));
    entry.rest = small((entry.p + '\n' + entry.tags.join('\n')).normalize('NFC'));
    return entry;
  };
  const place = (term, text) => {
    const plain = text.indexOf(term.text);
    return plain < 0 && term.initial ? initials(text).indexOf(term.text) : plain;
  };
  const matches = (term, entry) => term.tag !== null
    ? entry.tags.includes(term.tag)
    : place(term, entry.smallTitle) >= 0 || place(term, entry.smallText) >= 0
      || place(term, entry.rest) >= 0;

  const element = (name, text) => {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  // A text with what was looked for marked in it.
  const marked = (parent, text, lower, list) => {
    const ranges = [];
    for (const term of list) {
      const searched = term.initial && !lower.includes(term.text) ? initials(lower) : lower;
      let from = term.tag === null ? searched.indexOf(term.text) : -1;
      while (from >= 0 && ranges.length < 50) {
        ranges.push([from, from + term.text.length]);
        from = searched.indexOf(term.text, from + term.text.length);
      }
    }
    ranges.sort((left, right) => left[0] - right[0]);
    let end = 0;
    for (const [from, to] of ranges) {
      if (from < end) continue;
      parent.append(text.slice(end, from), element('mark', text.slice(from, to)));
      end = to;
    }
    parent.append(text.slice(end));
  };
  const shown = (entry, list) => {
    const item = element('li');
    if (entry.i) {
      const picture = element('img');
      picture.src = entry.i;
      picture.alt = '';
      picture.loading = 'lazy';
      item.append(picture);
    }
    const words = element('div');
    const link = element('a');
    link.href = entry.a;
    link.dir = 'auto';
    marked(link, entry.title, entry.smallTitle, list);
    const date = element('time', entry.d);
    date.dateTime = entry.k;
    const first = list.map((term) => term.tag === null ? place(term, entry.smallText) : -1)
      .filter((at) => at >= 0).sort((left, right) => left - right)[0] || 0;
    const start = Math.max(0, first - 60);
    const end = Math.min(entry.text.length, first + 160);
    const line = element('p');
    line.dir = 'auto';
    if (start > 0) line.append('…');
    marked(line, entry.text.slice(start, end), entry.smallText.slice(start, end), list);
    if (end < entry.text.length) line.append('…');
    words.append(link, date, line);
    item.append(words);
    return item;
  };

  const show = () => {
    const list = terms(field.value);
    const hits = list.length ? entries.filter((entry) => list.every((t) => matches(t, entry))) : [];
    results.replaceChildren(...hits.slice(0, most).map((entry) => shown(entry, list)));
    const say = found.dataset;
    const pattern = !list.length ? ''
      : !hits.length ? (loading > 0 ? say.busy : say.none)
      : hits.length === 1 ? say.one : hits.length > most ? say.first : say.many;
    const words = pattern.replace('{n}', hits.length.toLocaleString(document.documentElement.lang));
    found.textContent = failed ? words + ' ' + say.failed : words;
  };
  const load = () => {
    const next = parts.shift();
    if (next === undefined) return;
    const script = element('script');
    const end = () => {
      loading -= 1;
      show();
      load();
    };
    script.addEventListener('load', end);
    script.addEventListener('error', () => {
      failed = true;
      end();
    });
    script.src = next;
    document.head.append(script);
  };

  const asked = new URLSearchParams(
    location.hash.startsWith('#q=') ? location.hash.slice(1) : location.search).get('q');
  if (asked) field.value = asked;
  field.addEventListener('input', show);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.replace('#q=' + encodeURIComponent(field.value));
    show();
  });
  load();
  return {
    add(more) {
      for (const entry of more.reverse()) entries.push(prepare(entry));
    },
  };
})();
