import { type ChatUpload, outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { ATTACHMENTS, INBOX_LIMITS } from '@overture/domain/limits';
import { findAttachmentProblem } from '@overture/domain/message/attachments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryKey, queryOptions, upload } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';

export interface Sending {
  name: string;
  /** 0 to 1. */
  share: number;
}

/** Files of the message being written. The server keeps them, so a draft still has them on the next visit. */
export function useUploads(id: number) {
  const client = useQueryClient();
  const list = useQuery(queryOptions(outgoingMessagesEndpoints.listChatUploads, { params: { id } }));
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [problem, setProblem] = useState<string | undefined>();
  const uploads = list.data?.uploads ?? [];
  function show(change: (known: ChatUpload[]) => ChatUpload[]) {
    client.setQueryData<{ uploads: ChatUpload[] }>(
      queryKey(outgoingMessagesEndpoints.listChatUploads, { params: { id } }),
      (known) => ({ uploads: change(known?.uploads ?? []) }),
    );
  }
  async function add(files: readonly File[]) {
    setProblem(undefined);
    let used = uploads.reduce((sum, known) => sum + known.size, 0);
    for (const [index, file] of files.entries()) {
      const found =
        uploads.length + index >= INBOX_LIMITS.files
          ? t('too_many_files', { count: INBOX_LIMITS.files })
          : findAttachmentProblem({ type: file.type, size: file.size }, used);
      if (found !== null) {
        setProblem(found);
        return;
      }
      used += file.size;
      await addOne(file);
    }
  }
  async function addOne(file: File) {
    const note = (share: number) =>
      setSending((now) => [...now.filter(({ name }) => name !== file.name), { name: file.name, share }]);
    note(0);
    try {
      const answer = await upload(
        outgoingMessagesEndpoints.addChatUpload,
        { params: { id } },
        { field: 'file', file, filename: file.name, onProgress: note },
      );
      show((known) => [...known, answer.upload]);
    } catch (error) {
      setProblem(errorMessage(error, t('upload_failed')));
    } finally {
      setSending((now) => now.filter(({ name }) => name !== file.name));
    }
  }
  async function remove(uploadId: number) {
    setProblem(undefined);
    const before = uploads;
    show((known) => known.filter((file) => file.id !== uploadId));
    try {
      await call(outgoingMessagesEndpoints.deleteChatUpload, { params: { id, uploadId } });
    } catch (error) {
      show(() => [...before]);
      toast.error(errorMessage(error, t('action_failed')));
    }
  }
  return { uploads, sending, problem, add, remove, replace: (files: ChatUpload[]) => show(() => files) };
}

export const acceptedFiles = ATTACHMENTS.allowed_types.join(',');
