import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Larger files are cut off while they arrive; what is over the 25 MB of a message but under this is answered in words. */
export const UPLOAD_MAX_IN_BYTES = 32 * 1024 * 1024;

/** A file that was sent here, for a message or a saved reply. */
export const uploadSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
});

/** Files of messages as the browser may show them, by their bytes: an image, a PDF, or the beginning of a text. */
export const chatFilesEndpoints = {
  readAttachmentPreview: endpoint('GET /chats/{id}/attachments/{attachmentId}/preview/', {
    summary: 'A file of a message as it can be shown, by its bytes: an image, a PDF, or the beginning of a text',
    errors: ['no_preview', 'file_infected'],
    ok: z.unknown(),
  }),
  readUploadPreview: endpoint('GET /chats/{id}/uploads/{uploadId}/preview/', {
    summary: 'A file of the message being written as it can be shown; only its user sees it',
    errors: ['no_preview'],
    ok: z.unknown(),
  }),
};
