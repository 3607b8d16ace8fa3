import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { UPLOAD_MAX_IN_BYTES, uploadSchema } from './chat-files.ts';
import { done, endpoint, idSchema } from './endpoint.ts';

/** Files of saved replies, for all who see the reply. */
export const savedReplyFilesEndpoints = {
  addSavedReplyFile: endpoint('POST /saved-replies/{id}/files/', {
    summary:
      'Add a file to a saved reply (PDF, JPG, PNG, GIF, WEBP, MP4, DOCX, XLSX, PPTX, TXT, CSV; 10 files, 25 MB together)',
    touches: ['saved_replies'],
    roles: RIGHTS.work,
    multipart: { max_file_bytes: UPLOAD_MAX_IN_BYTES },
    errors: ['message_file_type', 'message_file_size', 'message_file_count'],
    ok: z.object({ file: uploadSchema }),
  }),
  getSavedReplyFile: endpoint('GET /saved-replies/{id}/files/{fileId}/', {
    summary: 'The bytes of a file of a saved reply, always as a download',
    shows: ['saved_replies'],
    ok: z.unknown(),
  }),
  readSavedReplyPreview: endpoint('GET /saved-replies/{id}/files/{fileId}/preview/', {
    summary: 'A file of a saved reply as it can be shown, by its bytes: an image, a PDF, or the beginning of a text',
    errors: ['no_preview'],
    ok: z.unknown(),
  }),
  deleteSavedReplyFile: endpoint('DELETE /saved-replies/{id}/files/{fileId}/', {
    summary: 'Delete a file of a saved reply; messages keep their copies',
    touches: ['saved_replies'],
    roles: RIGHTS.work,
    ok: done,
  }),
  attachSavedReplyFiles: endpoint('POST /chats/{id}/uploads/saved-reply/', {
    summary: 'Add copies of the files of a saved reply to the message being written; answers the copies',
    touches: ['chat_uploads'],
    roles: RIGHTS.work,
    body: z.object({ saved_reply_id: idSchema }),
    errors: ['message_file_size', 'message_file_count', 'send_refused'],
    ok: z.object({ uploads: z.array(uploadSchema).max(LIST_LIMITS.uploads) }),
  }),
};
