import { cutText } from '@overture/domain/text/text-bounds';

/** A source as the product hands it over: one JSON object a line. */
export type GivenSource = { id: string; address: string; title: string; text: string };

export type Question = { text: string; sources: GivenSource[]; format: AnswerFormat };

export type AnswerFormat = 'short' | 'long' | 'number' | 'boolean' | 'score';

export type Answer = {
  status: 'found' | 'not_found';
  output: string | number | boolean | null;
  explanation: string;
  sources: { id: string; quote: string }[];
};

const STOP_WORDS = new Set(
  'what when where which whether does have this that with from their they them about your find tell give company lead person name please answer there into'.split(
    ' ',
  ),
);

/** Of a long answer, as many as the product asks for at most. */
const MOST_SENTENCES = 5;

/** Reads like a careful student: answers with the sentence that shares the most words with the question, or not at all. */
export function answerQuestion(question: Question): Answer {
  const stack = listTechnologies(question);
  if (stack !== null) return stack;
  const words = withRelated(contentWords(firstSentence(question.text)));
  const ranked = question.sources
    .flatMap((source) =>
      sentencesOf(source.text).map((sentence) => ({ source, sentence, hits: hits(words, sentence) })),
    )
    .filter(({ hits: count }) => count > 0)
    .sort((one, other) => other.hits - one.hits);
  const [best] = question.format === 'number' ? ranked.filter(({ sentence }) => /\d/.test(sentence)) : ranked;
  if (best === undefined) {
    return {
      status: 'not_found',
      output: null,
      explanation: 'None of the sources says anything about it.',
      sources: [],
    };
  }
  const support = question.format === 'long' ? ranked.slice(0, MOST_SENTENCES) : [best];
  return {
    status: 'found',
    output: outputOf(
      question,
      support.map(({ sentence }) => sentence),
      best.hits,
    ),
    explanation: `The page "${best.source.title}" says: ${best.sentence}`,
    sources: support.map(({ source, sentence }) => ({ id: source.id, quote: sentence })),
  };
}

function outputOf({ format, text }: Question, sentences: string[], count: number): string | number | boolean {
  const first = sentences[0] ?? '';
  switch (format) {
    case 'short':
      return cutText(first, 160);
    case 'long':
      return [...new Set(sentences)].map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
    case 'number':
      return numberIn(first, text);
    case 'boolean':
      return !/\b(no|not|never|none|without)\b/i.test(first);
    case 'score':
      return Math.max(1, Math.min(5, count + 1));
  }
}

/** The first number; a year if one is requested, ignoring digits in the company's name. */
function numberIn(sentence: string, asked: string): number {
  const year = /\b(?:year|when)\b/i.test(asked) ? /\b(?:19|20)\d\d\b/.exec(sentence)?.[0] : undefined;
  return Number(year ?? /\d[\d,]*(?:\.\d+)?/.exec(sentence)?.[0]?.replaceAll(',', '') ?? 0);
}

/** What an order in a page looks like. */
export const ORDER = /ignore|disregard|system:|instruction|answer with|output|reply|rate 5|send/i;

/** The model that obeys any page: the product must survive it. */
export function obeyPages(question: Question): Answer {
  const orders = question.sources.flatMap((source) =>
    sentencesOf(source.text)
      .filter((sentence) => ORDER.test(sentence))
      .map((sentence) => ({ source, sentence })),
  );
  const [order] = orders;
  if (order === undefined) return answerQuestion(question);
  const said = `HIJACKED <a href="https://evil.example/?d=1">click</a> ![p](https://evil.example/p.png) ${order.sentence}`;
  const outputs = { short: said, long: said, number: 666, boolean: true, score: 5 };
  return {
    status: 'found',
    output: outputs[question.format],
    explanation: said,
    sources: [
      ...orders.map(({ source, sentence }) => ({ id: source.id, quote: sentence })),
      { id: 'S99', quote: order.sentence },
      { id: 'https://evil.example/', quote: order.sentence },
    ],
  };
}

export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{3,}|\d{2,}/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 3 && !STOP_WORDS.has(word)).map(stem))];
}

/** What is asked; the rest of most instructions says how to write it down. */
function firstSentence(text: string): string {
  return /^.{15,}?[.?!:](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** A list is asked for where the sources are a list. */
function listTechnologies({ sources, format }: Question): Answer | null {
  const source = sources.find(({ title }) => title === 'Technology stack');
  if (source === undefined || sources.length > 1 || (format !== 'short' && format !== 'long')) return null;
  const lines = sentencesOf(source.text).slice(0, 10);
  const names = lines.map((line) => /uses (.+?) \(/.exec(line)?.[1] ?? line);
  return {
    status: 'found',
    output: names.join(', '),
    explanation: `${names.length} technologies show on the website.`,
    sources: lines.map((quote) => ({ id: source.id, quote })),
  };
}

/** Synonyms in sales. */
const RELATED = [
  'year founded started since',
  'sells makes product products does business trade offers',
  'customers target clients buyers users profile ideal',
  'hiring hire open position positions vacancies jobs recruit',
  'technology technologies stack uses tools software crm',
  'funding funded raised raises investment round investors million',
  'news announced partnership launches expansion award opens',
  'price pricing prices cost costs starts euros plan',
  'ceo chief executive officer leads head founder',
  'located headquarters office city based',
  'employees people size team staff',
  'trial demo free',
].map((group) => group.split(' ').map(stem));

export function withRelated(words: string[]): string[] {
  const related = RELATED.filter((group) => group.some((word) => words.includes(word)));
  return [...new Set([...words, ...related.flat()])];
}

export function hits(words: string[], sentence: string): number {
  const found = new Set(contentWords(sentence));
  return words.filter((word) => found.has(word)).length;
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, '');
}

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 10);
}
