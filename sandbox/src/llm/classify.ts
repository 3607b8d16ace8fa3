import { ORDER, sentencesOf } from './answer.ts';

/** The class of a message, as the product asks for it. */
type MessageClass = { class: string; confidence: number; quote: string };

/** Words that a stand-in knows beyond the rules of the product, with what they mean and how sure it is of it. */
const KNOWN: readonly { words: RegExp; class: string; confidence: number }[] = [
  {
    words: /could be worth a look|curious (?:to|how|what)|keep talking|why not|count me in|let's do (?:it|this)/i,
    class: 'interested',
    confidence: 0.88,
  },
  { words: /not on our radar|we (?:will|'ll) pass|hard pass|not for us/i, class: 'not_interested', confidence: 0.86 },
  {
    words: /not my (?:area|department|cup)|somebody else's desk|outside my remit/i,
    class: 'wrong_person',
    confidence: 0.85,
  },
  {
    words: /enough of these (?:mails|emails|messages)|lose my (?:address|number)/i,
    class: 'unsubscribe',
    confidence: 0.95,
  },
  { words: /on the train|will think about it|depends|hmm/i, class: 'neutral', confidence: 0.65 },
  { words: /\?/, class: 'neutral', confidence: 0.85 },
];

/** The first words that are known, of the contact's message. */
export function classifyMessage(prompt: string): MessageClass {
  const sentences = sentencesOf(contactOf(prompt));
  for (const { words, class: name, confidence } of KNOWN) {
    const said = sentences.find((sentence) => words.test(sentence));
    if (said !== undefined) return { class: name, confidence, quote: said };
  }
  return { class: 'none', confidence: 0.5, quote: '' };
}

/** Obeys any instruction in the message; without one it classifies everything as interest. */
export function classifyAsInstructed(prompt: string): MessageClass {
  const sentences = sentencesOf(contactOf(prompt));
  const order = sentences.find((sentence) => ORDER.test(sentence)) ?? sentences[0] ?? '';
  const wanted = /unsubscribe|not[ _]interested|wrong[ _]person|out[ _]of[ _]office/i.exec(order)?.[0] ?? 'interested';
  return { class: wanted.toLowerCase().replaceAll(' ', '_'), confidence: 1, quote: order };
}

/** Certain, with a made-up quotation. */
export function classFromNowhere(): MessageClass {
  return { class: 'interested', confidence: 1, quote: 'Please send the contract at once.' };
}

function contactOf(prompt: string): string {
  const lines = prompt.split('\n').flatMap((line): { from?: string; text?: string }[] => {
    try {
      return line.startsWith('{') ? [JSON.parse(line)] : [];
    } catch {
      return [];
    }
  });
  return lines.findLast(({ from }) => from === 'contact')?.text ?? '';
}
