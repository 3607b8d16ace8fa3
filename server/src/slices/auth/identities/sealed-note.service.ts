import { z } from 'zod';
import type { SystemContext } from '../../../kernel/context.ts';

type NoteContext = Pick<SystemContext, 'vault' | 'clock'>;

/** A sealed note that a client carries until it expires: base64url. */
export function sealNote(ctx: NoteContext, purpose: string, content: object, lifetimeInMinutes: number): string {
  const ends_at = ctx.clock.now().getTime() + lifetimeInMinutes * 60_000;
  return ctx.vault.seal(purpose, JSON.stringify({ content, ends_at })).toString('base64url');
}

/** Null for a note that ended, was made for another purpose, or is none of ours. */
export function openNote<Shape extends z.ZodType>(
  ctx: NoteContext,
  purpose: string,
  note: string | undefined,
  shape: Shape,
): z.output<Shape> | null {
  if (!note) return null;
  let text: string;
  try {
    text = ctx.vault.open(purpose, Buffer.from(note, 'base64url'));
  } catch {
    return null;
  }
  const { content, ends_at } = z.object({ content: z.unknown(), ends_at: z.number() }).parse(JSON.parse(text));
  return ends_at > ctx.clock.now().getTime() ? shape.parse(content) : null;
}
