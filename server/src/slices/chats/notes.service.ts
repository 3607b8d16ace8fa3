import type { Note } from '@overture/contract/chat-notes';
import type { Context } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { getProspect } from './chats.service.ts';
import * as store from './notes.store.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;

const present = (row: store.NoteRow): Note => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listNotes(ctx: Ctx, prospectId: number): Promise<Note[]> {
  return ctx.read(async (tx) => {
    await getProspect(tx, prospectId);
    return (await store.listNotes(tx, prospectId)).map(present);
  });
}

export async function createNote(ctx: Ctx, prospectId: number, content: string): Promise<Note> {
  return ctx.transaction(async (tx) => {
    await getProspect(tx, prospectId);
    const note = present(await store.insertNote(tx, prospectId, content));
    tx.live.publish('chat_updated', { prospect_id: prospectId });
    return note;
  });
}

export async function updateNote(ctx: Ctx, prospectId: number, id: number, content: string): Promise<Note> {
  return ctx.transaction(async (tx) => {
    const note = present(orNotFound(await store.updateNote(tx, prospectId, id, content)));
    tx.live.publish('chat_updated', { prospect_id: prospectId });
    return note;
  });
}

export async function deleteNote(ctx: Ctx, prospectId: number, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireMayDelete(tx, 'chat_notes', [id]);
    orNotFound((await store.deleteNote(tx, prospectId, id)) || null);
    tx.live.publish('chat_updated', { prospect_id: prospectId });
  });
}
