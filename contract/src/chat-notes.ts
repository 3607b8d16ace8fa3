import { RIGHTS } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { actingKey } from './acting-key.ts';
import { done, endpoint, mayDeleteField } from './endpoint.ts';

const noteSchema = z.object({
  id: z.number().int(),
  content: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  author: z.string().nullable(),
  /** The key or app that wrote it; `author` then is the user who made the key. */
  acting_key: actingKey.nullable(),
});
export type Note = z.output<typeof noteSchema>;

const noteBody = z.object({ content: z.string().trim().min(1).max(TEXT_LIMITS.note_max) });
export const chatNotesEndpoints = {
  listNotes: endpoint('GET /chats/{id}/notes/', {
    summary: 'Notes on a lead, newest first',
    shows: ['notes'],
    ok: z.object({ notes: z.array(noteSchema.extend(mayDeleteField)).max(LIST_LIMITS.notes) }),
  }),
  createNote: endpoint('POST /chats/{id}/notes/', {
    summary: 'Write a note',
    touches: ['notes', 'chats'],
    roles: RIGHTS.work,
    body: noteBody,
    ok: z.object({ note: noteSchema }),
  }),
  updateNote: endpoint('PUT /chats/{id}/notes/{noteId}/', {
    summary: 'Change a note',
    touches: ['notes'],
    roles: RIGHTS.work,
    body: noteBody,
    ok: z.object({ note: noteSchema }),
  }),
  deleteNote: endpoint('DELETE /chats/{id}/notes/{noteId}/', {
    summary: 'Delete a note',
    touches: ['notes', 'chats'],
    roles: RIGHTS.work,
    errors: ['not_yours'],
    ok: done,
  }),
};
