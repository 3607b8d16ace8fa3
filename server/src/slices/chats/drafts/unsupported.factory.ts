/**
 * Finds prices, dates, numbers and addresses of a draft that its knowledge base does not say, in another way than the product: by words
 * and signs, without parsing any of them. A sentence that asks may name a length of 15, 20 or 30 minutes, and repeat a number of the lead.
 */
const NUMBER_WORDS =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|four?teen|fifteen|.{3,8}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|hundreds?|thousands?|millions?|dozens?|half|third|quarter|twice|double|triple|fortnight|nothing|complimentary|twee|drie|vier|vijf|elf|twaalf|veertien|honderd\p{L}*|duizend\p{L}*|helft|dubbel|zwei|drei|fünf|zwölf|vierzehn|dreizehn|hundert\p{L}*|tausend\p{L}*|doppelt|hälfte|deux|trois|onze|douze|cent|mille|moitié|once|doce|cien|mil|doble|mitad|undici|dodici|cento|doppio|doze|metade|сто|тысяч\p{L}*|одиннадцать|двенадцать|вдвое)$/u;
const MONEY = /[€$£₽]|\b(?:euros?|eur|usd|dollars?|gbp|pounds?|free|gratis|discount)\b|евро|рубл/iu;
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:monday|maandag|dienstag|lundi|montag|dinsdag|mardi|freitag|vrijdag|vendredi)$|^(?:january|february|march|april|june|july|august|september|october|november|december|maart|märz|mars|marzo|março|марта|spring|summer|autumn|winter|tomorrow|q[1-4])$/u;
const NEXT = /\b(?:next|volgende|nächste[nr]?|komende) (?:week|month|quarter|year|maand|woche|monat)/iu;
const ADDRESS = /https?:|www\.|@|\p{L}\.[a-z]{2}/iu;

export interface Unsupported {
  sentence: string;
  what: string;
}

export function findUnsupported(draft: string, knowledge: string, replies: string): Unsupported[] {
  const known = new Set(listWords(knowledge));
  const said = new Set(listWords(replies));
  return draft
    .split(/(?<=[.!?])\s+|\n+/u)
    .filter((sentence) => sentence.trim() !== '')
    .flatMap((sentence) => {
      const isQuestion = sentence.trim().endsWith('?');
      const mayName = (word: string): boolean =>
        known.has(word) || (isQuestion && (said.has(word) || ['15', '20', '30'].includes(word)));
      const words = listWords(sentence).filter(
        (word) => (/\d/.test(word) || NUMBER_WORDS.test(word) || CALENDAR.test(word)) && !mayName(word),
      );
      const money = MONEY.exec(sentence)?.[0];
      const next = NEXT.exec(sentence)?.[0];
      const address = ADDRESS.exec(sentence)?.[0];
      const found = [...words, money, isQuestion ? undefined : next, address].filter((what) => what !== undefined);
      return found.map((what) => ({ sentence, what }));
    });
}

const listWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
