import type { Variant } from '@overture/domain/flow/ab-variant';
import { translateForeign } from '@overture/domain/message/foreign';
import { translatePlaceholders } from '@overture/domain/message/placeholders';
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { writeRichHtml, writeRichPlain } from '@overture/domain/message/rich/rich-output';
import type { RichBlock, RichInline } from '@overture/domain/message/rich/rich-text';
import type { StepDraft, VARIANT_FIELDS } from './step-draft.ts';

const translate = (text: string): string => translatePlaceholders(translateForeign(text));

type VariantNames = (typeof VARIANT_FIELDS)[Variant];

/** Texts with the placeholders of other tools as ours. A text part that follows its formatted text keeps following it. */
export function translateTexts(draft: StepDraft, names: VariantNames): Partial<StepDraft> {
  const [message, html] = [draft[names.message], draft[names.formatted]];
  const blocks = parseRichText(html);
  const formatted = blocks.map(translateBlock);
  const isFollowing = html !== '' && message === writeRichPlain(blocks);
  return {
    [names.subject]: translate(draft[names.subject]),
    [names.fallback]: translate(draft[names.fallback]),
    [names.message]: isFollowing ? writeRichPlain(formatted) : translate(message),
    [names.formatted]: html === '' ? '' : writeRichHtml(formatted),
  };
}

/** In HTML the brackets of a placeholder are escaped: only its words are read. */
function translateBlock(block: RichBlock): RichBlock {
  if (block.kind === 'list') {
    const items = block.items.map((item) => ({ ...item, content: item.content.map(translateInline) }));
    return { ...block, items };
  }
  return 'content' in block ? { ...block, content: block.content.map(translateInline) } : block;
}

function translateInline(part: RichInline): RichInline {
  if (part.kind !== 'words') return part;
  return { ...part, text: translate(part.text), url: part.url === null ? null : translate(part.url) };
}
