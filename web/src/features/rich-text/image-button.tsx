import { NumberInput, Popover, Select, TextInput } from '@mantine/core';
import { findFreeName } from '@overture/domain/message/files/free-name';
import { RICH_LIMITS } from '@overture/domain/message/rich/rich-text';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { $getRoot, $getSelection, $insertNodes, $isRangeSelection, type LexicalEditor } from 'lexical';
import { type FormEvent, useRef, useState } from 'react';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { $createImageNode, type ImageFiles } from './image-node.tsx';
import { t } from './texts.ts';

const ownEscape = { 'data-mantine-stop-propagation': 'true' };
const TYPES = 'image/png,image/jpeg,image/gif';

/** Shows a file of the mail inside its text; one is uploaded here or was attached before. */
export function ImageButton({ editor, files }: { editor: LexicalEditor; files: ImageFiles }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <IconButton
          size="small"
          label={t('image')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPhoto size={15} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('image_title')} onKeyDown={(event) => event.stopPropagation()}>
        <ImageFields
          files={files}
          onSave={(image) => {
            setOpen(false);
            editor.update(() => {
              if (!$isRangeSelection($getSelection())) $getRoot().selectEnd();
              $insertNodes([$createImageNode({ kind: 'image', ...image })]);
            });
            editor.focus();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ImageFieldsProps {
  files: ImageFiles;
  onSave: (image: { name: string; alt: string; width: number | null }) => void;
}

type Problem = { of: 'file' | 'alt'; text: string };

function ImageFields({ files, onSave }: ImageFieldsProps) {
  const [name, setName] = useState<string | null>(files.names[0] ?? null);
  const [alt, setAlt] = useState('');
  const [width, setWidth] = useState<number | string>('');
  const [problem, setProblem] = useState<Problem | undefined>();
  function save(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (name === null) return setProblem({ of: 'file', text: t('image_none') });
    if (alt.trim() === '') return setProblem({ of: 'alt', text: t('image_alt_missing') });
    onSave({ name, alt: alt.trim(), width: Number(width) > 0 ? Number(width) : null });
  }
  return (
    <form className="flex flex-col gap-3 w-[280px] p-2" noValidate onSubmit={save}>
      <FileFields files={files} name={name} onName={setName} onProblem={setProblem} />
      {problem?.of === 'file' ? (
        <p role="alert" className="text-red text-meta">
          {problem.text}
        </p>
      ) : null}
      <TextInput
        label={t('image_alt')}
        description={t('image_alt_text')}
        value={alt}
        error={problem?.of === 'alt' ? problem.text : undefined}
        maxLength={300}
        {...ownEscape}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <NumberInput
        label={t('image_width')}
        value={width}
        min={1}
        max={RICH_LIMITS.image_width}
        allowDecimal={false}
        {...ownEscape}
        onChange={setWidth}
      />
      <AppButton kind="primary" size="small" type="submit" {...ownEscape}>
        {t('insert')}
      </AppButton>
    </form>
  );
}

interface FileFieldsProps {
  files: ImageFiles;
  name: string | null;
  onName: (name: string | null) => void;
  onProblem: (problem: Problem | undefined) => void;
}

/** A file that is attached, or a new one. */
function FileFields({ files, name, onName, onProblem }: FileFieldsProps) {
  const [isUploading, setUploading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  async function upload(file: File) {
    if (file.size > RICH_LIMITS.image_bytes) return onProblem({ of: 'file', text: t('image_too_large') });
    setUploading(true);
    // The text names a file: a second one of that name would never be shown.
    const name = findFreeName(file.name, files.names);
    const answer = await files.add(name === file.name ? file : new File([file], name, { type: file.type }));
    setUploading(false);
    if ('problem' in answer) return onProblem({ of: 'file', text: answer.problem });
    onProblem(undefined);
    onName(answer.name);
  }
  return (
    <>
      {files.names.length > 0 ? (
        <Select
          label={t('image_pick')}
          data={[...new Set(files.names)]}
          value={name}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...ownEscape}
          onChange={onName}
        />
      ) : (
        <p className="text-ink-3 text-meta">{t('image_none')}</p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('image_add')}
        accept={TYPES}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) upload(file).catch(() => onProblem({ of: 'file', text: t('image_failed') }));
        }}
      />
      <AppButton
        size="small"
        loading={isUploading}
        icon={<IconUpload size={15} aria-hidden />}
        {...ownEscape}
        onClick={() => input.current?.click()}
      >
        {t('image_add')}
      </AppButton>
    </>
  );
}
