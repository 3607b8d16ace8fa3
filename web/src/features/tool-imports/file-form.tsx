import { Select, TextInput } from '@mantine/core';
import { type ToolImport, toolImportsEndpoints } from '@overture/contract/tool-imports';
import { TEXT_LIMITS, TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { EXPORT_PRESET_IDS, EXPORT_PRESETS, type ExportPresetId } from '@overture/domain/tool-exports/export-presets';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorMessage, upload } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatBytes } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FileButton } from '../../ui/inputs/file-button.tsx';
import { type ExportHead, parseExportHead } from './export-head.ts';
import { claimHandedFile } from './handed-file.ts';
import { t } from './texts.ts';

/** A list without history is imported elsewhere. */
const PLAIN = 'plain';

interface ChosenFile {
  id: number;
  file: File;
  head: ExportHead;
  preset: ExportPresetId | typeof PLAIN | null;
  campaign_name: string;
  assumed: 'new' | 'contacted';
  problem?: string | undefined;
}

let count = 0;
const toChosen = (file: File, head: ExportHead): ChosenFile => {
  count += 1;
  const campaign_name = file.name.slice(0, -4);
  return { id: count, file, head, preset: head.preset, campaign_name, assumed: 'contacted' };
};

interface FileFormProps {
  /** The import that takes the files; left out, a new one begins. */
  importId?: number;
  /** True from the first file that is sent until no file is left. */
  onSending: (isSending: boolean) => void;
}

/** CSV exports of another tool, each with the preset that recognizes it. */
export function FileForm({ importId, onSending }: FileFormProps) {
  const chosen = useFiles();
  const { files, change, remove } = chosen;
  const sending = useSending(importId, { change, remove, onSending });
  const ready = files.filter(({ preset }) => preset !== PLAIN);
  const isBlocked = ready.length === 0 || ready.some(({ preset }) => preset === null);
  return (
    <form
      className="flex flex-col gap-4 max-w-[560px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) sending.mutate(ready);
      }}
    >
      <p className="m-0 text-ink-3 text-table">{t('files_text')}</p>
      {files.length > 0 ? (
        <ul className="flex flex-col gap-3 m-0 p-0 list-none">
          {files.map((one) => (
            <li key={one.id} className="flex flex-col gap-3 p-4 border border-line rounded-card bg-surface">
              <FileChoice
                one={one}
                onChange={(part) => change(one.id, part)}
                onRemove={() => {
                  remove(one.id);
                  if (files.length === 1) onSending(false);
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <p role="alert" className="m-0 text-red text-table wrap-anywhere empty:hidden">
        {chosen.problem}
      </p>
      {sending.isPending ? <ProgressLine label={t('sending')} done={sending.share} total={1} count="" /> : null}
      <FileActions
        isFirst={importId === undefined}
        hasFiles={files.length > 0}
        {...{ isBlocked, isPending: sending.isPending, onFile: chosen.add }}
      />
    </form>
  );
}

interface FileActionsProps {
  /** Nothing else on the page begins an import. */
  isFirst: boolean;
  hasFiles: boolean;
  isBlocked: boolean;
  isPending: boolean;
  onFile: (file: File) => Promise<void>;
}

function FileActions({ isFirst, hasFiles, isBlocked, isPending, onFile }: FileActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <FileButton
        label={t('choose_files')}
        accept=".csv"
        isMultiple
        kind={hasFiles || !isFirst ? 'secondary' : 'primary'}
        disabled={isPending}
        onFile={(file) => void onFile(file)}
      >
        {t(hasFiles ? 'more_files' : 'choose_files')}
      </FileButton>
      {hasFiles ? (
        <AppButton kind="primary" type="submit" disabled={isBlocked} loading={isPending}>
          {t('read_files')}
        </AppButton>
      ) : null}
    </div>
  );
}

/** The chosen files. A file that another dialog hands over is among them. */
function useFiles() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const change = (id: number, part: Partial<ChosenFile>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const remove = (id: number) => setFiles((all) => all.filter((one) => one.id !== id));
  async function add(file: File) {
    setProblem(undefined);
    try {
      const chosen = toChosen(file, await parseExportHead(file));
      setFiles((all) => (all.length < TOOL_IMPORT_LIMITS.max_files ? [...all, chosen] : all));
    } catch (error) {
      setProblem(`${file.name}: ${error instanceof Error ? error.message : t('read_failed')}`);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is claimed once.
  useEffect(() => {
    const handed = claimHandedFile();
    if (handed) void add(handed);
  }, []);
  return { files, problem, change, remove, add };
}

interface Sending {
  change: (id: number, part: Partial<ChosenFile>) => void;
  remove: (id: number) => void;
  onSending: (isSending: boolean) => void;
}

/** Sends the files one by one into the same import. A refused file stays, with the reason. */
function useSending(importId: number | undefined, { change, remove, onSending }: Sending) {
  const [share, setShare] = useState(0);
  const target = useRef(importId);
  const mutation = useMutation({
    async mutationFn(chosen: readonly ChosenFile[]) {
      onSending(true);
      for (const one of chosen) {
        setShare(0);
        change(one.id, { problem: undefined });
        try {
          target.current = (await sendFile(one, target.current, setShare)).id;
          remove(one.id);
        } catch (error) {
          return change(one.id, { problem: errorMessage(error, t('read_failed')) });
        }
      }
      await whenRefetched();
      onSending(false);
    },
    onError: (error) => toast.error(errorMessage(error, t('read_failed'))),
  });
  return { ...mutation, share };
}

async function sendFile(
  { file, preset, campaign_name, assumed }: ChosenFile,
  import_id: number | undefined,
  onProgress: (share: number) => void,
): Promise<ToolImport> {
  const body = { file_name: file.name, preset: preset as ExportPresetId, campaign_name, assumed, import_id };
  const options = { field: 'file_content', file, filename: file.name, onProgress };
  return (await upload(toolImportsEndpoints.addToolExport, { body }, options)).import;
}

const PRESETS = [
  ...EXPORT_PRESET_IDS.map((value) => ({ value: value as string, label: EXPORT_PRESETS[value].label })),
  { value: PLAIN, label: t('plain') },
];

interface FileChoiceProps {
  one: ChosenFile;
  onChange: (part: Partial<ChosenFile>) => void;
  onRemove: () => void;
}

function FileChoice({ one, onChange, onRemove }: FileChoiceProps) {
  const { file, head, preset, campaign_name, assumed, problem } = one;
  const recognized =
    head.preset === null ? t('not_recognized') : t('recognized', { label: EXPORT_PRESETS[head.preset].label });
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <strong className="truncate" title={file.name}>
          {file.name}
        </strong>
        <span className="flex items-center gap-2 text-ink-3 text-meta whitespace-nowrap">
          {formatBytes(file.size)}
          <AppButton kind="quiet" size="small" aria-label={t('remove_file', { name: file.name })} onClick={onRemove}>
            {t('remove')}
          </AppButton>
        </span>
      </div>
      <Select
        label={t('preset')}
        description={recognized}
        placeholder={t('choose_preset')}
        data={PRESETS}
        value={preset}
        allowDeselect={false}
        error={problem}
        onChange={(value) => onChange({ preset: value as ChosenFile['preset'] })}
      />
      {preset === PLAIN ? (
        <p className="m-0 text-table">
          {t('plain_text')} <AppLink to={pb.searches()}>{t('to_lists')}</AppLink>
        </p>
      ) : (
        <>
          <TextInput
            label={t('campaign_name')}
            description={t('campaign_name_text')}
            value={campaign_name}
            maxLength={TEXT_LIMITS.list_name_max}
            onChange={(event) => onChange({ campaign_name: event.currentTarget.value })}
          />
          {head.has_history ? null : (
            <Select
              label={t('assumed')}
              description={t('assumed_text')}
              data={[
                { value: 'contacted', label: t('assumed_contacted') },
                { value: 'new', label: t('assumed_new') },
              ]}
              value={assumed}
              allowDeselect={false}
              onChange={(value) => onChange({ assumed: value === 'new' ? 'new' : 'contacted' })}
            />
          )}
        </>
      )}
    </>
  );
}
