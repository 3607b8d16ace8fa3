import { cutText, splitLines, TEXT_BOUNDS } from '../text/text-bounds.ts';
import { attributionLength } from './attributions.ts';
import { headerBlockLength, startsHeaderBlock } from './header-block.ts';
import type { SeparatedReply } from './own-words.ts';

/** An answer parted from what it quotes. `reply` is empty when a person wrote nothing new. */
export type TrimmedReply = { reply: string; quoted: string };

/**
 * Parts a plain-text mail into what its sender wrote and what it quotes. Knows attribution lines and header blocks of many programs and
 * languages and quote marks; an answer written below or between quoted lines is kept, and so is everything below the first line of a
 * mail that begins with an attribution: nothing a person wrote is taken for a quotation of it.
 * @param separated the same text after `separateOwnWords`: its quotations of us are known, whatever the mail program
 */
export function trimReply(text: string, separated: SeparatedReply | null = null): TrimmedReply {
  const parted = separated?.shown_lines;
  const lines = parted?.own ?? splitLines(cutText(text, TEXT_BOUNDS.mail_shown));
  const kept: string[] = [];
  const quoted: string[] = [];
  let isAnswered = false;
  for (let index = 0; index < lines.length; ) {
    const quotation = quotationAt(lines, index);
    if (quotation === null) {
      const line = lines[index] ?? '';
      const isQuoted = isQuotedLine(line);
      if (!isQuoted && line.trim() !== '') isAnswered = true;
      (isQuoted ? quoted : kept).push(line);
      index += 1;
      continue;
    }
    // Without quote marks below, everything below is the quoted mail, unless nothing was said above it.
    const rest = index + quotation;
    const isAll = isAnswered && !hasQuoteMarks(lines, rest);
    const end = isAll ? lines.length : rest;
    for (const line of lines.slice(index, end)) quoted.push(line);
    index = end;
  }
  return { reply: tidy(kept), quoted: tidy([...quoted, ...(parted?.quoted ?? [])]) };
}

/** Lines of the attribution or header block that begins at a line; null when none does. */
function quotationAt(lines: readonly string[], index: number): number | null {
  if (startsHeaderBlock(lines, index)) return headerBlockLength(lines, index);
  const attribution = attributionLength(lines, index, (from) => hasQuoteMarks(lines, from));
  return attribution > 0 ? attribution : null;
}

function isQuotedLine(line: string): boolean {
  return /^\s{0,3}(?:>|&gt;)/.test(line);
}

function hasQuoteMarks(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + 5).find((line) => line.trim() !== '');
  return next !== undefined && isQuotedLine(next);
}

function tidy(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
