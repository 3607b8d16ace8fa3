import type { Variant } from '@overture/domain/flow/ab-variant';
import { translateForeign } from '@overture/domain/message/foreign';
import { translatePlaceholders } from '@overture/domain/message/placeholders';
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { writeRichHtml, writeRichPlain } from '@overture/domain/message/rich/rich-output';
import type { RichBlock, RichInline } from '@overture/domain/message/rich/rich-text';
import type { StepDraft, VARIANT_FIELDS } from './step-draft.ts';

const translate = (text: string): string => translatePlaceholders(translateForeign(text));

type VariantNames = (typeof VARIANT_FIELDS)[Variant];

type WriteWords = (text: string) => string;

/** Texts with the placeholders of other tools as ours. */
export function translateTexts(draft: StepDraft, names: VariantNames): Partial<StepDraft> {
  return { ...rewriteTexts(draft, names, translate, translate), [names.fallback]: translate(draft[names.fallback]) };
}

/**
 * Subject and message with every run of words changed by the same rule. A text part that follows its formatted text keeps following it.
 * @param writeUrl for the addresses of links, which are no words: they stay without it
 */
export function rewriteTexts(
  draft: StepDraft,
  names: VariantNames,
  write: WriteWords,
  writeUrl: WriteWords = (url) => url,
): Partial<StepDraft> {
  const [message, html] = [draft[names.message], draft[names.formatted]];
  const blocks = parseRichText(html);
  const formatted = blocks.map((block) => rewriteBlock(block, (part) => rewriteInline(part, write, writeUrl)));
  const isFollowing = html !== '' && message === writeRichPlain(blocks);
  return {
    [names.subject]: write(draft[names.subject]),
    [names.message]: isFollowing ? writeRichPlain(formatted) : write(message),
    [names.formatted]: html === '' ? '' : writeRichHtml(formatted),
  };
}

/** In HTML the brackets of a placeholder are escaped: only its words are read. */
function rewriteBlock(block: RichBlock, rewrite: (part: RichInline) => RichInline): RichBlock {
  if (block.kind === 'list') {
    const items = block.items.map((item) => ({ ...item, content: item.content.map(rewrite) }));
    return { ...block, items };
  }
  return 'content' in block ? { ...block, content: block.content.map(rewrite) } : block;
}

function rewriteInline(part: RichInline, write: WriteWords, writeUrl: WriteWords): RichInline {
  if (part.kind !== 'words') return part;
  return { ...part, text: write(part.text), url: part.url === null ? null : writeUrl(part.url) };
}
