import { fillText } from '../ui/ui-texts.ts';

export type TextValues = Record<string, string | number>;

/**
 * A text as the build makes it of an ICU message (`web/bundle/compile-message.ts`): a text in which `{name}` is a value, a choice,
 * or parts of which those that are texts are shown as they are.
 */
export type Message = string | Choice | readonly MessagePart[];
export type MessagePart = string | readonly [value: string] | Choice;

/** The plural category of the value named by `plural` (of `count` without it), `=0` for one number, or the text of `select`. */
interface Choice {
  readonly [key: string]: Message;
}

/** The locale's rule of plurals. */
export type Plurals = Pick<Intl.PluralRules, 'select'>;

export function formatMessage(message: Message, values: TextValues, plurals: Plurals): string {
  if (typeof message === 'string') return fillText(message, values);
  if (isChoice(message)) return formatMessage(chosenOf(message, values, plurals), values, plurals);
  return message.map((part) => formatPart(part, values, plurals)).join('');
}

const isChoice = (message: Message): message is Choice => !Array.isArray(message);

function formatPart(part: MessagePart, values: TextValues, plurals: Plurals): string {
  if (typeof part === 'string') return part;
  return isValue(part) ? String(values[part[0]] ?? '') : formatMessage(part, values, plurals);
}

const isValue = (part: MessagePart): part is readonly [string] => Array.isArray(part);

function chosenOf({ select, plural, ...cases }: Choice, values: TextValues, plurals: Plurals): Message {
  const value = values[String(select ?? plural ?? 'count')];
  const found = select ? cases[String(value)] : (cases[`=${value}`] ?? cases[plurals.select(Number(value))]);
  return found ?? cases.other ?? '';
}
