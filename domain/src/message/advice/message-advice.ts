import { say } from '../../text/say.ts';
import { findPlaceholders, type Placeholder } from '../placeholders.ts';
import { parseTemplate } from '../resolve.ts';
import { listSpins } from '../template/outcomes.ts';
import { shorten } from '../template/problems.ts';
import { parseSegments, type Segment } from '../tokens.ts';
import { countWords, proseOf } from './message-prose.ts';
import { findSalesTalk, hasEmptyFollowUp } from './sales-talk.ts';
import { GREETING } from './score-fixes.ts';

/** What reads badly or lands badly; each number is what senders found, none is a promise. */
const ADVICE_LIMITS = {
  subject: 80, // characters: phones cut what is longer
  first_mail_words: { least: 50, most: 125 },
  links: 2,
  exclamations: 2,
  options: 3, // of one group: each has to be read by a person
  shouted_words: 2, // 'AI' and 'CEO' are none: only words of four letters and more count
  html_in_bytes: 102 * 1024, // Gmail cuts what is longer
  first_attachments_in_bytes: 2 * 1024 * 1024,
} as const;

/** `error`: a campaign does not start with it. `advice` never blocks. */
export interface Advice {
  id: string;
  kind: 'advice' | 'error';
  text: string;
  /** One click writes it as ours (`translatePlaceholders`). */
  can_translate?: true;
}

export interface AdvisedMessage {
  channel: 'email' | 'linkedin' | 'phone';
  subject: string;
  message: string;
  takes_subject: boolean;
  /** A lead may go without one, as with an invite. */
  needs_message: boolean;
  /** True for the first mail of the flow. */
  is_first_mail: boolean;
  attachments_in_bytes: number;
  /** Texts of the step without a link to unsubscribe, where the organization requires one in every mail. */
  unlinked?: readonly string[];
}

/** All advice about a message before it is sent, errors first. */
export function adviseMessage(given: AdvisedMessage): Advice[] {
  const segments = parseSegments(given.message);
  const text = proseOf(segments);
  const found = [
    ...findErrors(given),
    ...advisePlaceholders(given),
    ...(given.channel === 'email' ? adviseMail(given, segments, text) : []),
    ...adviseWords(given, text),
    ...adviseOptions(given),
  ];
  return found.toSorted((a, b) => Number(b.kind === 'error') - Number(a.kind === 'error'));
}

/** Of a mail as it leaves, signature and all. */
export function isCutByGmail(html: string): boolean {
  return new TextEncoder().encode(html).length > ADVICE_LIMITS.html_in_bytes;
}

const advice = (id: string, text: string): Advice => ({ id, kind: 'advice', text });
const error = (id: string, text: string): Advice => ({ id, kind: 'error', text });

/** Faults of the text's syntax (an unknown variable) are left out: its field names them. */
function findErrors(given: AdvisedMessage): Advice[] {
  const { subject, message, takes_subject, needs_message, unlinked = [] } = given;
  const errors: Advice[] = [];
  if (needs_message && message.trim() === '') errors.push(error('message', say('There is no message yet.')));
  const continuesThread = given.channel === 'email' && !given.is_first_mail;
  if (takes_subject && !continuesThread && subject.trim() === '')
    errors.push(error('subject', say('There is no subject line yet.')));
  if (unlinked.length > 0)
    errors.push(
      error(
        'unsubscribe_link',
        say(
          'There is no unsubscribe link in the {texts}. Your organization requires one in every email: press “Unsubscribe” above the text.',
          { texts: unlinked.join(say(' and the ')) },
        ),
      ),
    );
  return errors;
}

const MOST_PLACEHOLDERS = 3;

/** What other tools would have filled in, each once. */
function advisePlaceholders({ subject, message }: AdvisedMessage): Advice[] {
  const all = [...findPlaceholders(subject), ...findPlaceholders(message)];
  const once = [...new Map(all.map((placeholder) => [placeholder.source, placeholder])).values()];
  return once.filter((_, index) => index < MOST_PLACEHOLDERS).map(describePlaceholder);
}

function describePlaceholder({ source, ours, is_certain }: Placeholder): Advice {
  const values = { source: shorten(source) };
  const isBlank = is_certain && ours === null;
  const what = isBlank
    ? say('{source} is left open. Fill it in or delete its sentence.', values)
    : is_certain
      ? say('{source} is a placeholder of another tool and would be sent as it is.', values)
      : say('{source} looks like a placeholder of another tool and would be sent as it is.', values);
  return {
    id: `placeholder ${source}`,
    kind: is_certain ? 'error' : 'advice',
    text: ours === null ? what : `${what} ${say('Here it is {ours}.', { ours })}`,
    ...(ours === null ? {} : { can_translate: true }),
  };
}

function adviseMail(given: AdvisedMessage, segments: Segment[], text: string): Advice[] {
  const { subject, is_first_mail, attachments_in_bytes } = given;
  const found: Advice[] = [];
  const length = proseOf(parseSegments(subject)).length;
  if (length > ADVICE_LIMITS.subject)
    found.push(
      advice('subject_long', say('The subject has {length} characters. Phones cut it after about 80.', { length })),
    );
  const words = countWords(text);
  const { least, most } = ADVICE_LIMITS.first_mail_words;
  if (is_first_mail && words > 0 && (words < least || words > most))
    found.push(
      advice(
        'length',
        say('First emails work best with {least} to {most} words. This one has {words}.', { least, most, words }),
      ),
    );
  found.push(...adviseLinks(segments));
  if (is_first_mail && attachments_in_bytes > ADVICE_LIMITS.first_attachments_in_bytes)
    found.push(
      advice('attachments', say('Attachments over 2 MB in a first email often land in spam. Send a link later.')),
    );
  return found;
}

const SHORTENERS = new Set(
  `bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly shorturl.at t.ly tiny.cc rb.gy lnkd.in`.split(
    ' ',
  ),
);

function adviseLinks(segments: readonly Segment[]): Advice[] {
  const links = segments.filter((part) => part.kind === 'link');
  const addresses = [...links.map(({ url }) => url), ...bareAddresses(segments)];
  const found: Advice[] = [];
  if (addresses.length > ADVICE_LIMITS.links)
    found.push(
      advice(
        'links',
        say('There are {count} links. More than {most} look like advertising.', {
          count: addresses.length,
          most: ADVICE_LIMITS.links,
        }),
      ),
    );
  const short = addresses.map(hostOf).find((host) => SHORTENERS.has(host));
  if (short !== undefined)
    found.push(
      advice('shortener', say('Spam filters distrust short links such as {short}. Use the real address.', { short })),
    );
  const other = links.find(({ text, url }) => looksLikeHost(text) && !isSameHost(text, url));
  if (other !== undefined)
    found.push(
      advice(
        'link_text',
        say('A link says {text} but leads to {host}.', { text: other.text.trim(), host: hostOf(other.url) }),
      ),
    );
  return found;
}

function bareAddresses(segments: readonly Segment[]): string[] {
  const texts = segments.flatMap((part) => (part.kind === 'text' ? part.text.split(/\s/) : []));
  return texts.filter((word) => /^\(?(?:https?:\/\/|www\.)/i.test(word)).map((word) => word.replace(/^\(/, ''));
}

function hostOf(address: string): string {
  const bare = address.replace(/^[a-z]+:\/\//i, '').split(/[/?#:]/, 1)[0] ?? '';
  return bare.toLowerCase().replace(/^www\./, '');
}

function looksLikeHost(text: string): boolean {
  const word = text.trim();
  return word.includes('.') && !/\s/.test(word) && !word.endsWith('.') && !word.includes('@');
}

function isSameHost(text: string, url: string): boolean {
  const [said, real] = [hostOf(text.trim()), hostOf(url)];
  return said === real || real.endsWith(`.${said}`) || said.endsWith(`.${real}`);
}

function adviseOptions({ subject, message }: AdvisedMessage): Advice[] {
  const groups = [subject, message].flatMap((text) => listSpins(parseTemplate(text).nodes));
  const most = ADVICE_LIMITS.options;
  const count = Math.max(0, ...groups.map(({ options }) => options.length));
  if (count <= most) return [];
  return [
    advice('options', say('A group has {count} options. Up to {most} can still be read one by one.', { count, most })),
  ];
}

function adviseWords({ is_first_mail, subject }: AdvisedMessage, text: string): Advice[] {
  const all = `${proseOf(parseSegments(subject))} ${text}`;
  const found: Advice[] = [];
  const marks = all.split('!').length - 1;
  if (marks > ADVICE_LIMITS.exclamations)
    found.push(advice('exclamations', say('{marks} exclamation marks are a lot. Two at most read calm.', { marks })));
  const shouted = all.split(/[^\p{L}]+/u).filter((word) => word.length >= 4 && isCapitals(word));
  if (shouted.length > ADVICE_LIMITS.shouted_words)
    found.push(
      advice(
        'capitals',
        say('Words in capitals read as shouting: {words}.', { words: shouted.slice(0, 3).join(', ') }),
      ),
    );
  if (GREETING.test(text)) found.push(advice('greeting', say('The greeting has no name. Insert the first name.')));
  if (/[^\s.!?:] {2,}\S/.test(text)) found.push(advice('spaces', say('There are two spaces in a row.')));
  const talk = findSalesTalk(all);
  if (talk.length > 0)
    found.push(
      advice('sales_talk', say('Spam filters know these words: {words}.', { words: talk.slice(0, 5).join(', ') })),
    );
  if (!is_first_mail && hasEmptyFollowUp(text))
    found.push(advice('empty_follow_up', say('A follow-up that only asks again gets few answers. Add something new.')));
  return found;
}

const isCapitals = (word: string): boolean => word === word.toUpperCase() && word !== word.toLowerCase();
