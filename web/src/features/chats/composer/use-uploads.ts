import { chatFilesEndpoints } from '@overture/contract/chat-files';
import { type ChatUpload, outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, call, errorMessage, queryKey, queryOptions, upload } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import type { ImageFiles } from '../../rich-text/index.ts';
import { t } from '../texts.ts';

interface Sending {
  name: string;
  /** 0 to 1. */
  share: number;
}

/** Files of the message being written. The server keeps them, so a draft still has them on the next visit. */
export function useUploads(id: number) {
  const { uploads, show } = useUploadList(id);
  const { sending, sendFile } = useSendFile(id);
  const [problem, setProblem] = useState<string | undefined>();
  /** Adds a file beside those that are there, or says why not. */
  async function addOne(file: File, taken: readonly ChatUpload[], isImage = false) {
    const answer = await sendFile(file, taken, isImage);
    if ('problem' in answer) setProblem(answer.problem);
    else show((known) => [...known, answer]);
    return answer;
  }
  async function add(files: readonly File[]) {
    setProblem(undefined);
    const taken = [...uploads];
    for (const file of files) {
      const answer = await addOne(file, taken);
      if ('problem' in answer) return;
      taken.push(answer);
    }
  }
  /** An image for the text, which shows it by its name: no other file has that. */
  async function addImage(file: File) {
    setProblem(undefined);
    return addOne(file, uploads, true);
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
  const images = toImages(id, uploads, addImage);
  return {
    uploads,
    sending,
    problem,
    add,
    addImage,
    images,
    isInline,
    remove,
    replace: (files: ChatUpload[]) => show(() => files),
  };
}

function useUploadList(id: number) {
  const client = useQueryClient();
  const list = useQuery(queryOptions(outgoingMessagesEndpoints.listChatUploads, { params: { id } }));
  function show(change: (known: ChatUpload[]) => ChatUpload[]) {
    client.setQueryData<{ uploads: ChatUpload[] }>(
      queryKey(outgoingMessagesEndpoints.listChatUploads, { params: { id } }),
      (known) => ({ uploads: change(known?.uploads ?? []) }),
    );
  }
  return { uploads: list.data?.uploads ?? [], show };
}

function useSendFile(id: number) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  async function sendFile(
    given: File,
    taken: readonly ChatUpload[],
    isImage: boolean,
  ): Promise<ChatUpload | { problem: string }> {
    let file = given;
    const others = (now: readonly Sending[]) => now.filter(({ name }) => name !== file.name);
    const onProgress = (share: number) => setSending((now) => [...others(now), { name: file.name, share }]);
    try {
      const { checkFile, rename } = await import('../files/check-files.ts');
      if (isImage) file = rename(given, taken);
      const problem = checkFile(file, taken);
      if (problem !== null) return { problem };
      onProgress(0);
      const sent = { field: 'file', file, filename: file.name, onProgress };
      return (await upload(outgoingMessagesEndpoints.addChatUpload, { params: { id } }, sent)).upload;
    } catch (error) {
      return { problem: errorMessage(error, t('upload_failed')) };
    } finally {
      setSending(others);
    }
  }
  return { sending, sendFile };
}

/** Files that the text of a mail may show. */
function toImages(id: number, uploads: readonly ChatUpload[], add: ImageFiles['add']): ImageFiles {
  const images = uploads.filter(({ type }) => isInline(type));
  return {
    names: images.map(({ name }) => name),
    add,
    addressOf(name) {
      const file = images.find((image) => image.name === name);
      if (file === undefined) return null;
      return addressOf(chatFilesEndpoints.readUploadPreview, { params: { id, uploadId: file.id } });
    },
  };
}

/** True for images that mail programs show inside a text. */
const isInline = (type: string): boolean => /^image\/(png|jpeg|gif)$/.test(type);
