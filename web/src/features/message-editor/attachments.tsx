import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Campaign, Step } from '@overture/contract/campaigns';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { revisionsEndpoints } from '@overture/contract/revisions';
import { ATTACHMENTS } from '@overture/domain/limits';
import { canAddAttachment, findAttachmentProblem } from '@overture/domain/message/attachments';
import { IconFile, IconFileTypePdf, IconMovie, IconPaperclip, IconPhoto, IconX } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, errorMessage, queryKey, upload } from '../../lib/api/api-client.ts';
import { formatBytes } from '../../lib/format.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { useWorkingCopy, withChange } from '../flow-canvas/index.ts';
import files from './message-editor.module.css';
import { t } from './texts.ts';

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

interface AttachmentsProps {
  campaignId: number;
  step: Step;
  /** The campaign was activated: its texts are fixed, its files are not. */
  isRunning: boolean;
}

const hint = 'text-ink-3 text-meta';
const fileRow = 'flex items-center gap-2 min-h-9 ps-2.5 pe-1.25 border border-line rounded-control text-table';

/** Stores files beside the step, or in the working copy of what runs. */
function useStepFiles(campaignId: number, step: Step) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | undefined>();
  const [sending, setSending] = useState<{ name: string; share: number } | undefined>();
  const used = step.attachment_total_size;
  const copy = useWorkingCopy();
  const carried = step.attachments.map(({ id }) => id);
  const carry = (attachment_ids: number[]) => copy?.change((nodes) => withChange(nodes, step.id, { attachment_ids }));

  async function add(file: File) {
    const found = findAttachmentProblem({ type: file.type, size: file.size }, used);
    setProblem(found ?? undefined);
    if (found !== null) return;
    setSending({ name: file.name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share });
      const params = { id: campaignId, stepId: step.id };
      const sent = { field: 'file', file, filename: file.name, onProgress };
      if (copy) {
        const { attachment } = await upload(revisionsEndpoints.addRevisionFile, { params }, sent);
        await carry([...carried, attachment.id]);
        return;
      }
      const answer = await upload(campaignStepsEndpoints.addAttachment, { params }, sent);
      showFiles(client, campaignId, step.id, () => answer.step);
    } catch (error) {
      setProblem(errorMessage(error, t('upload_failed')));
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

/**
 * Files of a step: one a pick, 10 MB together. They are stored at once, apart from the texts, and may change
 * in any status.
 */
export function Attachments({ campaignId, step, isRunning }: AttachmentsProps) {
  const input = useRef<HTMLInputElement>(null);
  const { add, remove, problem, sending } = useStepFiles(campaignId, step);
  const used = step.attachment_total_size;
  return (
    <section className="flex flex-col gap-2">
      <div className={`${files.attachmentsHead} flex items-center gap-2`}>
        <h3 className="text-table font-medium">{t('attachments')}</h3>
        <span className={`${files.count} number`}>{t('total_size', { size: formatBytes(used) })}</span>
        <AppButton
          size="small"
          icon={<IconPaperclip size={15} aria-hidden />}
          disabled={!canAddAttachment(used) || sending !== undefined}
          onClick={() => input.current?.click()}
        >
          {t('add_file')}
        </AppButton>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('add_file')}
        accept={ATTACHMENTS.allowed_types.join(',')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) void add(file);
        }}
      />
      {step.attachments.length === 0 && !sending ? <p className={hint}>{t('attachments_none')}</p> : null}
      {isRunning ? <p className={hint}>{t('attachments_running')}</p> : null}
      <ul className="flex flex-col gap-1 m-0 p-0 list-none">
        {step.attachments.map((file) => (
          <FileRow key={file.id} file={file} isFixed={remove.isPending} onRemove={() => remove.mutate(file.id)} />
        ))}
      </ul>
      {sending ? (
        <ProgressLine
          label={t('uploading', { name: sending.name })}
          done={Math.round(sending.share * 100)}
          total={100}
        />
      ) : null}
      {problem ? (
        <p role="alert" className="text-red text-meta">
          {problem}
        </p>
      ) : null}
    </section>
  );
}

interface FileRowProps {
  file: Step['attachments'][number];
  /** True while another one leaves. */
  isFixed: boolean;
  onRemove: () => void;
}

function FileRow({ file, isFixed, onRemove }: FileRowProps) {
  return (
    <li className={fileRow}>
      <FileIcon type={file.type} />
      <span className="flex-1 truncate" title={file.name}>
        {file.name}
      </span>
      <span className={`${files.count} number`}>{formatBytes(file.size)}</span>
      <IconButton
        size="small"
        label={t('delete_attachment', { name: file.name })}
        disabled={isFixed}
        onClick={onRemove}
      >
        <IconX size={15} aria-hidden />
      </IconButton>
    </li>
  );
}

function withoutFile(step: Step, attachmentId: number): Files {
  const attachments = step.attachments.filter(({ id }) => id !== attachmentId);
  return { attachments, attachment_total_size: attachments.reduce((sum, file) => sum + file.size, 0) };
}

function FileIcon({ type }: { type: string }) {
  const Icon =
    type === 'application/pdf'
      ? IconFileTypePdf
      : type.startsWith('image/')
        ? IconPhoto
        : type.startsWith('video/')
          ? IconMovie
          : IconFile;
  return <Icon size={16} stroke={1.6} aria-hidden className="flex-none text-ink-3" />;
}
