import type { OutputType } from '@overture/domain/leads/lead-columns';
import { htmlToText } from '@overture/domain/message/html';
import { trimTrailing } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import {
  type Evidence,
  holdCitations,
  type QuotedSource,
  supportsNumber,
  supportsText,
  withoutOrders,
} from '../quoted-sources/index.ts';
import type { CellOutcome, CellSource } from './cell-work.rules.ts';
import type { ModelAnswer } from './prompt.rules.ts';

const LONGEST = { SHORT_TEXT: 500, LONG_TEXT: 5_000, explanation: 3_000, read: 20_000 } as const;
export const UNSUPPORTED = 'The sources that were read do not answer this.';

export interface AskedQuestion {
  text: string;
  output_type: OutputType;
  sources: readonly QuotedSource[];
}

/**
 * Judges a model's answer. It counts as found only if a given source contains its quote; otherwise as not found, never as a guess. Texts
 * are reduced to plain text: no links, images or markup.
 */
export function verifyAnswer(answer: ModelAnswer, asked: AskedQuestion): CellOutcome {
  const host = asked.sources.map(({ url }) => URL.parse(url)?.hostname ?? '');
  const explanation = cutText(plainText(answer.explanation, host), LONGEST.explanation);
  if (answer.status !== 'found' || answer.output === null) {
    return { kind: 'not_found', explanation: explanation || UNSUPPORTED, sources: [] };
  }
  const evidence = holdCitations(answer.sources, asked.sources);
  const output =
    typeof answer.output === 'string' ? plainOutput(answer.output, asked.output_type, host) : answer.output;
  // The explanation of a rejected answer would be a guess too.
  if (!isSupported(output, evidence, asked)) return { kind: 'not_found', explanation: UNSUPPORTED, sources: [] };
  return { kind: 'found', output, explanation, sources: citedSources(evidence) };
}

function isSupported(output: string | number | boolean, evidence: readonly Evidence[], asked: AskedQuestion): boolean {
  if (evidence.length === 0 || output === '') return false;
  switch (asked.output_type) {
    case 'NUMBER':
      return typeof output === 'number' && supportsNumber(output, evidence);
    case 'BOOLEAN':
      return typeof output === 'boolean';
    case 'SCORE':
      return typeof output === 'number' && Number.isInteger(output) && output >= 1 && output <= 5;
    default:
      return typeof output === 'string' && supportsText(output, evidence, asked.text);
  }
}

function citedSources(evidence: readonly Evidence[]): CellSource[] {
  const byAddress = new Map(evidence.map(({ source }) => [source.fetched_url, source.title]));
  return [...byAddress].map(([source, title]) => ({ source, title }));
}

function plainOutput(text: string, output_type: OutputType, hosts: readonly string[]): string {
  return cutText(plainText(text, hosts), output_type === 'LONG_TEXT' ? LONGEST.LONG_TEXT : LONGEST.SHORT_TEXT);
}

/**
 * Removes everything that can be followed or loaded: HTML, markdown images and links, and addresses. Addresses of pages that were read are
 * kept without scheme and query, so no client turns them into links.
 */
export function plainText(text: string, hosts: readonly string[]): string {
  const bare = cutText(text, LONGEST.read)
    .toWellFormed()
    .replace(/!\[[^[\]]{0,500}\]\([^()]{0,2000}\)?/g, ' ')
    .replace(/\[([^[\]]{0,500})\]\([^()]{0,2000}\)?/g, '$1')
    .replace(/!?\[([^[\]]{0,500})\]\[[^[\]]{0,500}\]/g, '$1')
    .replace(/^[ \t]{0,8}\[[^[\]\n]{1,500}\]:[^\n]*$/gm, '');
  const plain = /<[a-z!/]|&(?:[a-z]{2,8}|#\w{1,7});/i.test(bare) ? htmlToText(bare.replaceAll('\n', '<br>')) : bare;
  return withoutOrders(
    plain
      .replace(/\b(?:javascript|vbscript|data):\S+/gi, '')
      .replace(/(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?:mailto|tel|file):)[^\s"'<>)\]]*/gi, (address) =>
        cleanAddress(address, hosts),
      )
      .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g, '')
      .replace(/[`*_#>|]{2,}|^#+\s|`/gm, '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/[\p{Cc}]/gu, (character) => (character === '\n' ? '\n' : '')),
  );
}

function cleanAddress(address: string, hosts: readonly string[]): string {
  const url = URL.parse(/^www\./i.test(address) ? `https://${address}` : address);
  if (url === null || !hosts.includes(url.hostname)) return '';
  return `${url.hostname}${trimTrailing(url.pathname, '/')}`;
}
