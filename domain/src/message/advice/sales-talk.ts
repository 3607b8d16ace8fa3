/** Words of advertising by language. Few, and only such that plain letters between people seldom use. */
const SALES_TALK: readonly string[] = [
  // English
  'act now',
  'limited time',
  '100% free',
  'free trial',
  'risk-free',
  'no obligation',
  'click here',
  'guaranteed',
  'money back',
  'once in a lifetime',
  'special promotion',
  'winner',
  'cash bonus',
  'double your',
  'best price',
  // German
  'jetzt zugreifen',
  'nur für kurze zeit',
  'kostenlos testen',
  'garantiert',
  'unverbindlich',
  'gewinner',
  // Dutch
  'alleen vandaag',
  'gratis proberen',
  'gegarandeerd',
  'klik hier',
  // French
  'offre limitée',
  'essai gratuit',
  'sans engagement',
  'cliquez ici',
  // Spanish
  'oferta limitada',
  'prueba gratis',
  'garantizado',
  'haz clic aquí',
];

const PHRASES = SALES_TALK.map((words) => ({ words, parts: words.split(' ') }));

const EMPTY_FOLLOW_UPS: readonly string[] = [
  'just bumping',
  'bumping this',
  'just following up',
  'just checking in',
  'circling back',
  'did you see my',
  'wollte nur nachfragen',
  'kurz nachhaken',
  'even opvolgen',
  'je me permets de vous relancer',
];

interface SalesTalk {
  words: string;
  /** In the text. */
  start: number;
  end: number;
}

/** Finds the places of advertising words in a text. They are whole words, and signs may be between them. */
export function placeSalesTalk(text: string): SalesTalk[] {
  const places = [...text.matchAll(/[\p{L}\p{N}%-]+/gu)].map(({ index, 0: word }) => ({
    word: word.toLowerCase(),
    index,
  }));
  return PHRASES.flatMap(({ words, parts }) =>
    places.flatMap(({ index }, at) => {
      const last = places[at + parts.length - 1];
      if (!last || parts.some((part, offset) => places[at + offset]?.word !== part)) return [];
      return [{ words, start: index, end: last.index + last.word.length }];
    }),
  );
}

/** Advertising words that occur in a text, each once. */
export function findSalesTalk(text: string): string[] {
  const found = placeSalesTalk(text);
  return SALES_TALK.filter((words) => found.some((one) => one.words === words));
}

/** Whether a follow-up says nothing but that it is one. */
export function hasEmptyFollowUp(text: string): boolean {
  const plain = flatten(text);
  return EMPTY_FOLLOW_UPS.some((words) => plain.includes(` ${words} `));
}

/** Small letters, one space between words and around them, no punctuation but what words hold. */
function flatten(text: string): string {
  return ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}%-]+/u)
    .join(' ')} `;
}
