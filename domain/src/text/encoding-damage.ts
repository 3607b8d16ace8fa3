/**
 * Letters that a file lost on its way: it was written in one encoding and read in another. What can be told for certain is repaired
 * (`MÃ¼ller`); what the file no longer holds (`?ukasz`, U+FFFD) is only found.
 */
export interface EncodingDamage {
  /** The original text; '' when it can't be recovered. */
  repaired: string;
}

/** Longer texts are not names of people or companies. */
const LONGEST = 200;
/** Bytes 0x80 to 0x9f as Windows-1252 shows them. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/**
 * UTF-8 of Latin letters, quotes and dashes as Windows-1252 shows it. Capitals with an accent before a quotation mark are no damage, so only
 * first bytes are read that no word begins a pair with.
 */
const CERTAIN =
  /[ÂÃÄÅ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|È[˜™š›]|â[€„‚][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|ï»¿/g;
/** The same of other scripts: one alone may be a word's end before a quotation mark, several are none. */
const PROBABLE =
  /[ÎÏÐÑ×ØÙ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[ãäåæçèéêëì][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2}/g;
const ESCAPED = /\\u[0-9a-f]{4}|(?:%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3})/gi;

/** What says that letters are gone. */
const LOST_ANYWHERE = [
  /\ufffd/,
  /[\u2500-\u257f]/,
  /√[^\s\d]/,
  /\p{Ll}[ÃÂ](?:$|[ \p{Ll}])/u,
  /\p{L}\?\p{Ll}|^\?\p{Ll}| \?\p{Ll}/u,
  /\p{L}[¤¦¬¶¹¼½¾¿‡†‰‹›„‚ƒ]\p{Ll}/u,
  /[À-ÿ][\u0370-\u04ff\u0590-\u06ff]|[\u0370-\u04ff\u0590-\u06ff][À-ÿ]/,
  /Ÿ\p{Ll}|\p{Ll}[ŽŸ](?:$|[ \p{Ll}])/u,
];
/** The same in names of people, which hold no signs. */
const LOST_IN_NAMES = [
  /\p{L}\?|\?\p{L}|\?\?/u,
  /\p{L}[¡¢£¥§©®¯°±²³»×÷™€]\p{L}/u,
  /(?:^| )[ÃÂÅÄ] \p{Ll}/u,
  /^[\u00c0-\u00ff]{3,}(?: [\u00c0-\u00ff]+)*$/,
];

/** Holds no sign of damage: a file has a million rows. */
const SOUND = /^[\x20-\x24\x26-\x3e\x40-\x5b\x5d-\x7e]*$/;

/** What an encoding did to a value, or null. @param isName of a person */
export function findEncodingDamage(value: string, isName: boolean): EncodingDamage | null {
  if (value.length > LONGEST || SOUND.test(value)) return null;
  const repaired = repair(value);
  if (isLost(repaired, isName)) return { repaired: '' };
  return repaired === value ? null : { repaired };
}

function isLost(value: string, isName: boolean): boolean {
  return LOST_ANYWHERE.some((sign) => sign.test(value)) || (isName && LOST_IN_NAMES.some((sign) => sign.test(value)));
}

function repair(value: string): string {
  const unescaped = value.replace(ESCAPED, decodeEscape);
  const isSure = (unescaped.match(PROBABLE)?.length ?? 0) > 1;
  const once = isSure ? unescaped.replace(PROBABLE, decodeAsUtf8) : unescaped;
  return once.replace(CERTAIN, decodeAsUtf8);
}

function decodeEscape(written: string): string {
  if (written.startsWith('\\')) return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Characters back to the bytes they were shown from, read as UTF-8; as they are where these are none. */
function decodeAsUtf8(shown: string): string {
  const bytes = [...shown].map((character) => {
    const index = WINDOWS_1252.indexOf(character);
    return index < 0 ? character.charCodeAt(0) : 0x80 + index;
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return shown;
  }
}
