import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { writeRichHtml, writeRichPlain } from '@overture/domain/message/rich/rich-output';
import { RICH_LIMITS, type RichBlock, type RichImage, type RichInline } from '@overture/domain/message/rich/rich-text';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { useUploads } from '../composer/use-uploads.ts';
import type { TextField } from '../text-field.ts';
import { t } from './texts.ts';

interface Written {
  draft: string;
  /** HTML; blank while the message is plain text. */
  formatted: string;
  write: (text: string, formatted?: string) => void;
}

export interface Pasting {
  files: ReturnType<typeof useUploads>;
  textRef: React.RefObject<TextField | null>;
  /** What is written as it is now: a paste takes as long as its upload. */
  written: React.RefObject<Written>;
}

/** A small image into the text of a mail, every other file beside it. Loaded with the first file that is pasted. */
export async function pasteFiles(pasted: readonly File[], isMail: boolean, pasting: Pasting): Promise<void> {
  const images = isMail ? pasted.filter(({ type }) => pasting.files.isInline(type)) : [];
  const small = images.filter(({ size }) => size <= RICH_LIMITS.image_bytes);
  if (small.length < images.length) toast.info(t('large_image_attached'));
  for (const file of small) await insertImage(file, pasting);
  await pasting.files.add(pasted.filter((file) => !small.includes(file)));
}

async function insertImage(file: File, { files, textRef, written }: Pasting): Promise<void> {
  const field = textRef.current;
  const caret = field instanceof HTMLTextAreaElement ? field.selectionStart : undefined;
  const answer = await files.addImage(file);
  if ('problem' in answer) return;
  const image = { kind: 'image' as const, name: answer.name, alt: describeImage(answer.name), width: null };
  if (textRef.current?.insertImage) return textRef.current.insertImage(image);
  const { draft, formatted, write } = written.current;
  // The editor of an image before this one is still loading.
  const next = formatted === '' ? writeImage(draft, caret ?? draft.length, image) : appendImage(formatted, image);
  write(next.message, next.formatted);
}

/** Behind what is written, in its last paragraph. */
export function appendImage(formatted: string, image: RichImage): { message: string; formatted: string } {
  const blocks = parseRichText(formatted);
  const last = blocks.at(-1);
  if (last?.kind === 'paragraph')
    return toTexts([...blocks.slice(0, -1), { ...last, content: [...last.content, image] }]);
  return toTexts([...blocks, { kind: 'paragraph', content: [image] }]);
}

const toTexts = (blocks: readonly RichBlock[]) => ({
  message: writeRichPlain(blocks),
  formatted: writeRichHtml(blocks),
});

/** A plain message with an image at the caret becomes a formatted one. */
export function writeImage(message: string, caret: number, image: RichImage): { message: string; formatted: string } {
  const content = [...wordsOf(message.slice(0, caret)), image, ...wordsOf(message.slice(caret))];
  return toTexts([{ kind: 'paragraph', content }]);
}

const wordsOf = (text: string): RichInline[] =>
  text
    .split('\n')
    .flatMap((line, index): RichInline[] => [
      ...(index > 0 ? [{ kind: 'break' as const }] : []),
      ...(line === '' ? [] : [{ kind: 'words' as const, text: line, marks: [], url: null }]),
    ]);

/** What is read aloud for an image that nothing describes yet: its name without the ending. */
export const describeImage = (name: string): string => name.replace(/\.[a-z]{1,5}$/i, '') || name;
