import type { Step } from '@overture/contract/campaigns';
import { ATTACHMENTS } from '@overture/domain/limits';
import { canAddAttachment } from '@overture/domain/message/attachments';
import { IconFile, IconFileTypePdf, IconMovie, IconPaperclip, IconPhoto, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { type ImageFiles, ImageFilesContext } from '../../rich-text/index.ts';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';
import { useStepFiles } from './use-step-files.ts';

interface AttachmentsProps {
  campaignId: number;
  step: Step;
  /** The campaign was activated: its texts are fixed, its files are not. */
  isRunning: boolean;
}

const hint = 'text-ink-3 text-meta';
const fileRow = 'flex items-center gap-2 min-h-9 ps-2.5 pe-1.25 border border-line rounded-control text-table';

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
      <div className={`${classes.attachmentsHead} flex items-center gap-2`}>
        <h3 className="text-table font-medium">{t('attachments')}</h3>
        <span className={`${classes.count} number`}>{t('total_size', { size: formatBytes(used) })}</span>
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
      <span className={`${classes.count} number`}>{formatBytes(file.size)}</span>
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

/** The images among the files of a step: its formatted text may show them. */
export function StepImages({ campaignId, step, children }: { campaignId: number; step: Step; children: ReactNode }) {
  const { add } = useStepFiles(campaignId, step);
  const { attachments } = step;
  const names = useMemo(
    () => attachments.flatMap(({ type, name }) => (type.startsWith('image/') ? [name] : [])),
    [attachments],
  );
  const images: ImageFiles = { names, add };
  return <ImageFilesContext value={images}>{children}</ImageFilesContext>;
}
