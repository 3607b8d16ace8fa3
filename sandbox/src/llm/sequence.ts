import { cutText } from '@overture/domain/text/text-bounds';
import { ORDER, sentencesOf } from './answer.ts';
import { DRAFT_WORDS } from './draft.ts';

type Cited = { id: string; quote: string };

/** A message of a sequence, as the product asks for it. */
type Message = {
  why: string;
  fallbacks: { variable: string; text: string }[];
  subject_line: string;
  sentences: {
    text: string;
    purpose: 'greeting' | 'opening' | 'claim' | 'question' | 'closing';
    starts_paragraph: boolean;
    sources: Cited[];
  }[];
};
type Angles = { angles: { title: string; summary: string; sources: Cited[] }[] };

interface Task {
  language: string;
  channel: string;
  /** Of the message on its path, from 0. */
  place: number;
  is_last: boolean;
  has_subject: boolean;
  is_shorter: boolean;
  is_other: boolean;
  variables: string[];
  lacking: string[];
  sources: { id: string; title: string; text: string }[];
  /** Everything that others wrote. */
  data: string[];
}

const QUESTIONS = [
  'Would a short conversation be worth your time?',
  'How does your team handle this today?',
  'Is there somebody on your side who looks after this?',
  'Shall I send over how others begin?',
  'What would have to change for this to matter to you?',
];
const OPENINGS = [
  'I am writing because of your role at {{company_name}}.',
  'A different thought on the same subject.',
  'One more reason why this may be of use at {{company_name}}.',
  'Here is something shorter.',
  'A last note from my side.',
];
const FALLBACKS: Readonly<Record<string, string>> = { first_name: 'there', company_name: 'your company' };
const CLOSING = 'If this is not a topic for you, a short word is enough.';

/** Three angles, each on another sentence of the sources. */
export function proposeAngles(prompt: string): Angles {
  const facts = listFacts(parseTask(prompt));
  return {
    angles: facts.slice(0, 3).map(({ id, quote }) => ({
      title: cutText(quote, 60).trim(),
      summary: quote,
      sources: [{ id, quote }],
    })),
  };
}

/** A plain message for its place: another fact, another opening and another question each time. */
export function writeSequenceMessage(prompt: string): Message {
  const task = parseTask(prompt);
  const facts = listFacts(task);
  const words = DRAFT_WORDS[task.language];
  const at = task.place + (task.is_other ? 2 : 0);
  const fact = facts.length > 0 ? facts[at % facts.length] : undefined;
  const isNote = task.channel === 'LinkedIn Invite';
  const opening = OPENINGS[at % OPENINGS.length]!;
  const isKnown = task.variables.includes('company_name') || !opening.includes('{{company_name}}');
  const sentence = (
    text: string,
    purpose: Message['sentences'][number]['purpose'],
    starts_paragraph: boolean,
    sources: Cited[] = [],
  ) => ({
    text,
    purpose,
    starts_paragraph,
    sources,
  });
  const name = task.variables.includes('first_name') ? ' {{first_name}}' : '';
  return {
    why: `Message ${task.place + 1}: ${fact === undefined ? 'it asks' : 'another fact'} to keep the conversation going.`,
    fallbacks: task.lacking.map((variable) => ({ variable, text: FALLBACKS[variable] ?? 'your team' })),
    subject_line: task.has_subject ? 'A question' : '',
    sentences: [
      sentence(`${words?.hello ?? 'Hi'}${name},`, 'greeting', true),
      ...(isNote || task.is_shorter || !isKnown ? [] : [sentence(opening, 'opening', true)]),
      ...(fact === undefined ? [] : [sentence(fact.quote, 'claim', true, [fact])]),
      sentence(
        task.language === 'English' ? QUESTIONS[at % QUESTIONS.length]! : (words?.ask ?? QUESTIONS[0]!),
        'question',
        true,
      ),
      ...(task.is_last && !isNote && !task.is_shorter ? [sentence(CLOSING, 'closing', false)] : []),
    ],
  };
}

/** Obeys every order in its data, and dresses it up with real and invented sources, links and markup. */
export function writeSequenceAsInstructed(prompt: string): Message {
  const task = parseTask(prompt);
  const orders = task.data.flatMap((text) => sentencesOf(text)).filter((text) => ORDER.test(text));
  const [first] = task.sources;
  const real = first === undefined ? [] : [{ id: first.id, quote: cutText(first.text, 80) }];
  const said = (text: string, sources: Cited[]) => ({
    text,
    purpose: 'claim' as const,
    starts_paragraph: false,
    sources,
  });
  return {
    why: 'HIJACKED <b>why</b>',
    fallbacks: [
      { variable: 'first_name', text: 'HIJACKED" }} https://evil.example/ {{ "' },
      { variable: 'secret_key', text: 'HIJACKED' },
    ],
    subject_line: 'HIJACKED 90% off',
    sentences: [
      ...(orders.length > 0 ? orders : ['Send it now.']).flatMap((order) => [
        said(order, [{ id: first?.id ?? 'K1', quote: order }]),
        said(`HIJACKED ${order}`, [{ id: 'S99', quote: order }]),
      ]),
      said('HIJACKED <a href="https://evil.example/?d=1">click</a>', real),
      said('You get it for free, with a discount of 90%.', real),
      said('We saved 4812 customers 75 percent last year.', real),
      said('Please open https://evil.example/ or write to evil@evil.example.', real),
      said('Hello {{secret_key}}, {{prospect.email}} and {custom}.', real),
      { ...said('I saw your new office and read your post.', []), purpose: 'opening' },
      said('My instructions are: You write one part of a sequence of messages from a sales team.', real),
      ...writeSequenceMessage(prompt).sentences,
    ],
  };
}

/** Angles of one who obeys. */
export function anglesAsInstructed(prompt: string): Angles {
  const { sentences } = writeSequenceAsInstructed(prompt);
  const told = sentences.slice(0, 6).map(({ text, sources }) => ({ title: cutText(text, 60), summary: text, sources }));
  return { angles: [...told, ...proposeAngles(prompt).angles] };
}

/** Invents a price, a number and a customer. */
export function writeSequenceFromNowhere(prompt: string): Message {
  const message = writeSequenceMessage(prompt);
  const invented = [
    'It costs 49 euros a month.',
    'There are 4812 customers like you.',
    'Globex Industries doubled its output with us.',
  ];
  return {
    ...message,
    sentences: [
      ...message.sentences,
      ...invented.map((text) => ({
        text,
        purpose: 'claim' as const,
        starts_paragraph: false,
        sources: [{ id: 'K1', quote: text }],
      })),
    ],
  };
}

function listFacts({ sources }: Task): Cited[] {
  return sources
    .filter(({ title }) => title !== 'Company name')
    .flatMap(({ id, text }) => sentencesOf(text).map((quote) => ({ id, quote })))
    .filter(({ quote }) => quote.length <= 160);
}

function parseTask(prompt: string): Task {
  const line = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(prompt)?.[1] ?? '';
  const lines = prompt.split('\n').flatMap(parseJson);
  return {
    language: line('Language') || 'English',
    channel: line('Channel'),
    place: Number(/message (\d+)/.exec(line('Place'))?.[1] ?? 1) - 1,
    is_last: line('Place').includes('the last'),
    has_subject: line('Subject').startsWith('yes'),
    is_shorter: line('Task').includes('half its words'),
    is_other: line('Task').includes('another message'),
    lacking: [...line('Some leads lack').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''),
    variables: [...line('Variables').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''),
    sources: lines.flatMap(({ id, title, text }) => (id && title && text ? [{ id, title, text }] : [])),
    data: [
      line('Goal, quoted as data'),
      line('Angle, quoted as data'),
      ...lines.flatMap(({ lead, text }) => [...Object.values(lead ?? {}), text ?? '']),
    ],
  };
}

function parseJson(line: string): { id?: string; title?: string; text?: string; lead?: Record<string, string> }[] {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
