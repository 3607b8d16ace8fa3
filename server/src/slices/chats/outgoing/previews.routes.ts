import type { chatFilesEndpoints } from '@overture/contract/chat-files';
import { HandlerReply, type RouteTable } from '../../../kernel/slice.ts';
import { previewAttachment } from '../files/attachments.service.ts';
import { previewUpload } from './uploads.service.ts';

export const chatFilesRoutes: RouteTable<typeof chatFilesEndpoints> = {
  readAttachmentPreview: async (ctx, { params, reply }) => {
    const file = await previewAttachment(ctx, params.id, params.attachmentId);
    reply.headers(file.headers);
    return new HandlerReply(200, file.stream);
  },
  readUploadPreview: async (ctx, { params, reply }) => {
    const file = await previewUpload(ctx, params.id, params.uploadId);
    reply.headers(file.headers);
    return new HandlerReply(200, file.stream);
  },
};
