/** Bytes that no client sends by accident: one unit repeated, after a prefix that leads a parser to it. */
export interface HostileBytes {
  name: string;
  build(begin: string, size: number): Buffer;
}

const UNITS: readonly string[] = [
  ...['<', '>', '<a>', '<a/>', '</a>', '<a b="c" d="e"/>', '<a xmlns:a="b"/>', 'a="b" ', '<a:b>', '<!--', '<![CDATA['],
  ...[
    '<!DOCTYPE a [',
    '<!ENTITY a "&a;">',
    '&amp;',
    '&#x41;',
    '&',
    '<?x ?>',
    ']]>',
    '<script src="',
    '<style>',
    '<svg>',
  ],
  ...['[', ']', '{', '{"a":', '[[', '"a":1,', '{"__proto__":{"a":', '"', '\\', '\\u0000', '\\"', '9', '-', '1e', 'e+'],
  ...[',', ';', '\t', '\n', '\r\n', ' ', '\0', '=', '==', '%', '%00', '%zz', '&a=b', 'a=b&', '+', '/', '//', '../'],
  ...[
    '@',
    'a@b.c,',
    'http://',
    'a.',
    ':',
    '(',
    ')',
    '*',
    '?',
    '#',
    '\u00e9',
    '\ud83d\ude00',
    '\ufeff',
    '\u202e',
    'A',
    'QUJD',
  ],
];

const shape = (unit: string): HostileBytes => ({
  name: JSON.stringify(unit),
  build: (begin, size) => Buffer.concat([Buffer.from(begin), Buffer.alloc(size, unit || 'a')]),
});

/** A unit of up to five others. */
function drawShape(random: () => number): HostileBytes {
  const parts = Array.from({ length: 2 + Math.floor(random() * 4) }, () => UNITS[Math.floor(random() * UNITS.length)]);
  return shape(parts.join(''));
}

/** A number of shapes: each unit alone first, in random order if not all are wanted, then random ones. */
export function drawHostileBytes(count: number, random: () => number): HostileBytes[] {
  const drawn = Math.ceil(count / 4);
  const units = UNITS.map((unit) => ({ unit, at: random() })).sort((a, b) => a.at - b.at);
  const plain = units.slice(0, count - drawn).map(({ unit }) => shape(unit));
  return [...plain, ...Array.from({ length: drawn }, () => drawShape(random))];
}
