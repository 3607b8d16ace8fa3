import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import { type Campaign, campaignsEndpoints, type Step } from '@overture/contract/campaigns';
import { revisionsEndpoints } from '@overture/contract/revisions';
import { findAttachmentProblem } from '@overture/domain/message/attachments';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryKey, upload } from '../../../lib/api/api-client.ts';
import { useWorkingCopy, withChange } from '../../flow-canvas/index.ts';
import { t } from '../texts.ts';

type Files = Pick<Step, 'attachments' | 'attachment_total_size'>;

/** Lays the files of a step over the shown campaign; the texts being written are not touched. */
function showFiles(client: QueryClient, campaignId: number, stepId: number, change: (step: Step) => Files) {
  const key = queryKey(campaignsEndpoints.getCampaign, { params: { id: campaignId } });
  client.setQueryData<{ campaign: Campaign }>(key, (data) => {
    if (data === undefined) return data;
    const steps = data.campaign.steps.map((step) => (step.id === stepId ? { ...step, ...change(step) } : step));
    return { campaign: { ...data.campaign, steps } };
  });
}

/** Stores files beside the step, or in the working copy of what runs. */
export function useStepFiles(campaignId: number, step: Step) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | undefined>();
  const [sending, setSending] = useState<{ name: string; share: number } | undefined>();
  const used = step.attachment_total_size;
  const copy = useWorkingCopy();
  const carried = step.attachments.map(({ id }) => id);
  const carry = (attachment_ids: number[]) => copy?.change((nodes) => withChange(nodes, step.id, { attachment_ids }));

  /** Returns the name it is stored under, or why it was refused. */
  async function add(file: File): Promise<{ name: string } | { problem: string }> {
    const found = findAttachmentProblem({ type: file.type, size: file.size }, used);
    setProblem(found ?? undefined);
    if (found !== null) return { problem: found };
    setSending({ name: file.name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share });
      const params = { id: campaignId, stepId: step.id };
      const sent = { field: 'file', file, filename: file.name, onProgress };
      if (copy) {
        const { attachment } = await upload(revisionsEndpoints.addRevisionFile, { params }, sent);
        await carry([...carried, attachment.id]);
        return { name: attachment.name };
      }
      const answer = await upload(campaignStepsEndpoints.addAttachment, { params }, sent);
      showFiles(client, campaignId, step.id, () => answer.step);
      return { name: answer.step.attachments.at(-1)?.name ?? file.name };
    } catch (error) {
      const refusal = errorMessage(error, t('upload_failed'));
      setProblem(refusal);
      return { problem: refusal };
    } finally {
      setSending(undefined);
    }
  }
  const remove = useMutation({
    mutationFn: async (attachmentId: number) =>
      copy
        ? carry(carried.filter((id) => id !== attachmentId))
        : call(campaignStepsEndpoints.deleteAttachment, { params: { id: campaignId, stepId: step.id, attachmentId } }),
    onMutate: () => setProblem(undefined),
    onSuccess: (_, attachmentId) =>
      copy ?? showFiles(client, campaignId, step.id, (shown) => withoutFile(shown, attachmentId)),
    onError: (error) => setProblem(errorMessage(error, t('delete_failed'))),
  });
  return { add, remove, problem, sending };
}

function withoutFile(step: Step, attachmentId: number): Files {
  const attachments = step.attachments.filter(({ id }) => id !== attachmentId);
  return { attachments, attachment_total_size: attachments.reduce((sum, file) => sum + file.size, 0) };
}
