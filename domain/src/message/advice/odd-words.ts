/** What tools and people write where they know nothing. */
const NOTHING = new Set('n/a n.a. #n/a null nil none undefined nan test tbd unknown xxx'.split(' '));

/** True for a value that means "none" ('n/a', '-'). */
export function saysNothing(value: string): boolean {
  return NOTHING.has(value.trim().toLowerCase()) || !/[\p{L}\p{N}]/u.test(value);
}

/** Before a name, with or without a full stop. */
const TITLES = new Set(
  'dr prof professor mr mrs ms miss mx sir herr frau ing dipl-ing dhr mevr drs ir mme mlle'.split(' '),
);
/** Behind a name. Short ones are names too, and count after a comma only. */
const DEGREES = new Set('phd mba cpa pmp dba llm msc bsc mph cfa cissp esq'.split(' '));
const DEGREES_AFTER_COMMA = new Set('md jd ma ba bs ms rn pe do jr sr ii iii iv'.split(' '));

const bare = (word: string): string => word.toLowerCase().replaceAll('.', '');

/** A name without titles before it and degrees behind it; '' where nothing else is left. */
export function withoutTitles(name: string): string {
  const [first = '', ...behind] = name.split(',');
  const words = first.split(' ').filter((word) => word !== '');
  let start = 0;
  while (start < words.length && TITLES.has(bare(words[start]!)) && isTitle(words, start)) start += 1;
  let end = words.length;
  while (end > start + 1 && DEGREES.has(bare(words[end - 1]!))) end -= 1;
  const isDegree = (part: string) =>
    part.split(' ').every((word) => word === '' || DEGREES.has(bare(word)) || DEGREES_AFTER_COMMA.has(bare(word)));
  const kept = behind.filter((part) => !isDegree(part));
  if (start === 0 && end === words.length && kept.length === behind.length) return name;
  return [words.slice(start, end).join(' '), ...kept].join(',').trim();
}

/** 'Dr.' alone is a title and nothing else; 'Ing', 'Ms' or 'Ir' alone may be a name. */
function isTitle(words: readonly string[], at: number): boolean {
  return at + 1 < words.length || words[at]!.endsWith('.') || bare(words[at]!) === 'dr';
}

/** As they end names of companies, without full stops. */
const LEGAL_FORMS = new Set(
  `inc incorporated llc llp ltd limited corp corporation plc pty gmbh mbh kg kgaa ohg ug ek bv nv vof cv sas sarl eurl srl spa sl slu
  sa ag se ab as a/s aps oy oyj oü kft zrt sro doo spzoo ltda eirl pvt pte sdn bhd co ev eg`.split(/\s+/),
);
/** Words of a language when they are small: only in capitals, with a full stop or after a comma are they a form. */
const AMBIGUOUS = new Set('as ab se co cv ag sa sl spa ek oy kg nv bv ug ev eg'.split(' '));

/** Forms of Mexico, of several words: 'S.A. de C.V.', 'S. de R.L. de C.V.', 'SAPI de CV'. */
const OF_MEXICO = /,? S\.? ?(?:A\.? ?(?:P\.? ?I\.?|B\.?|S\.?)?|de R\.? ?L\.?|C\.?)(?: de C\.? ?V\.?)$/i;
const LIMITED_OF_MEXICO = /,? S\.? de R\.? ?L\.?$/i;

/** 'Acme, Inc.', 'Acme GmbH & Co. KG' and 'Acme B.V.' to 'Acme'. What would leave nothing stays as it is. */
export function withoutLegalForm(company: string): string {
  const shortened = company.replace(OF_MEXICO, '').replace(LIMITED_OF_MEXICO, '');
  if (shortened !== company && shortened !== '') return shortened;
  let words = company
    .replaceAll('Sp. z o.o.', 'sp.zoo')
    .replaceAll('Sp. z o. o.', 'sp.zoo')
    .split(' ')
    .filter((word) => word !== '');
  const before = words.length;
  for (let left = 4; left > 0 && words.length > 1; left -= 1) {
    const last = words.at(-1)!;
    if (!isLegalForm(last, words.at(-2)!) && !(last === '&' || last === '+')) break;
    words = words.slice(0, -1);
  }
  if (words.length === before) return company;
  const name = words.join(' ');
  return name.endsWith(',') ? name.slice(0, -1) : name;
}

function isLegalForm(word: string, before: string): boolean {
  const form = word.toLowerCase().replaceAll('.', '').replaceAll(',', '');
  if (!LEGAL_FORMS.has(form)) return false;
  if (!AMBIGUOUS.has(form)) return true;
  return (
    before.endsWith(',') || before === '&' || word.includes('.') || word === word.toUpperCase() || /^e[GV]$/.test(word)
  );
}
