import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Files of messages as the browser may show them, by their bytes: an image, a PDF, or the beginning of a text. */
export const chatFilesEndpoints = {
  readAttachmentPreview: endpoint('GET /chats/{id}/attachments/{attachmentId}/preview/', {
    summary: 'A file of a message as it can be shown, by its bytes: an image, a PDF, or the beginning of a text',
    errors: ['no_preview'],
    ok: z.unknown(),
  }),
  readUploadPreview: endpoint('GET /chats/{id}/uploads/{uploadId}/preview/', {
    summary: 'A file of the message being written as it can be shown; only its user sees it',
    errors: ['no_preview'],
    ok: z.unknown(),
  }),
};
