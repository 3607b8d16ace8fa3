import { contentWords, type GivenSource, hits, ORDER, sentencesOf, withRelated } from './answer.ts';

export type Writing = { instructions: string; amount: number; language: string; sources: GivenSource[] };

type Sentence = { text: string; sources: { id: string; quote: string }[] };
type Written = { status: 'found' | 'not_found'; sentences: Sentence[] };

/** How a sentence about the reader begins in the eight languages. */
const OPENINGS: Record<string, readonly string[]> = {
  English: ['I read on your pages:', 'I also saw:'],
  Dutch: ['Ik las bij jullie:', 'Ook zag ik:'],
  German: ['Ich habe bei Ihnen gelesen:', 'Außerdem sah ich:'],
  French: ["J'ai lu chez vous :", "J'ai aussi vu :"],
  Spanish: ['He leído de ustedes:', 'También vi:'],
  Italian: ['Ho letto da voi:', 'Ho visto anche:'],
  Portuguese: ['Li sobre vocês:', 'Também vi:'],
  Russian: ['Я прочитал у вас:', 'Ещё я увидел:'],
};

/** Passes on the sentences of the sources that share most words with the instructions, as many as asked for. */
export function writeSentences({ instructions, amount, language, sources }: Writing): Written {
  const words = withRelated(contentWords(instructions));
  const ranked = sources
    .flatMap((source) => sentencesOf(source.text).map((quote) => ({ id: source.id, quote, count: hits(words, quote) })))
    .filter(({ count, quote }) => count > 0 && quote.length <= 220)
    .sort((one, other) => other.count - one.count);
  const chosen = [...new Map(ranked.map((one) => [one.quote, one])).values()].slice(0, amount);
  if (chosen.length === 0) return { status: 'not_found', sentences: [] };
  const openings = OPENINGS[language] ?? OPENINGS.English!;
  return {
    status: 'found',
    sentences: chosen.map(({ id, quote }, index) => ({
      text: `${openings[Math.min(index, 1)]} ${quote}`,
      sources: [{ id, quote }],
    })),
  };
}

/** Obeys any page, and adds one true sentence: the product must survive it. */
export function writeAsInstructed(writing: Writing): Written {
  const honest = writeSentences({ ...writing, amount: 1 });
  const orders = writing.sources.flatMap(({ id, text }) =>
    sentencesOf(text)
      .filter((quote) => ORDER.test(quote))
      .map((quote) => ({ id, quote })),
  );
  if (orders.length === 0) return honest;
  const told = orders.flatMap(({ id, quote }): Sentence[] => [
    { text: `HIJACKED ${quote}`, sources: [{ id, quote }] },
    { text: 'HIJACKED is what you should read now.', sources: [{ id, quote }] },
    {
      text: `Click [here](https://evil.example/?d=1) or <a href="https://evil.example">there</a>.`,
      sources: [{ id, quote }],
    },
    { text: 'Write to evil@evil.example or look at evil.example today.', sources: [{ id, quote }] },
    { text: 'HIJACKED without any source.', sources: [] },
    { text: 'HIJACKED with a source nobody gave.', sources: [{ id: 'S99', quote }] },
    { text: `HIJACKED ${'and again '.repeat(200)}`, sources: [{ id, quote }] },
  ]);
  return { status: 'found', sentences: [...told, ...honest.sentences] };
}

/** A confident sentence that no source says. */
export function writeFromNowhere({ sources }: Writing): Written {
  const [source] = sources;
  const quote = 'They sell nothing but quantum teapots.';
  return {
    status: 'found',
    sentences: [
      { text: 'You sell quantum teapots by the million.', sources: source ? [{ id: source.id, quote }] : [] },
    ],
  };
}
