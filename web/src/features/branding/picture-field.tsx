import { useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FileButton } from '../../ui/inputs/file-button.tsx';
import { t } from './texts.ts';

const MOST_BYTES = 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

interface PictureFieldProps {
  kind: 'logo' | 'icon';
  value: string | null;
  problem: string | undefined;
  onChange: (value: string | null) => void;
}

/** One picture, shown as it will be; the server has the last word about what it is. */
export function PictureField({ kind, value, problem, onChange }: PictureFieldProps) {
  const [own, setOwn] = useState<string>();
  function read(file: File) {
    if (!TYPES.includes(file.type) || file.size > MOST_BYTES) return setOwn(t('picture_failed'));
    setOwn(undefined);
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.onerror = () => setOwn(t('picture_failed'));
    reader.readAsDataURL(file);
  }
  const error = own ?? problem;
  return (
    <div className="flex flex-col gap-2 min-w-0">
      <span className="text-table font-medium">{t(kind)}</span>
      <p className="text-ink-3 text-meta">{t(kind === 'logo' ? 'logo_hint' : 'icon_hint')}</p>
      <div className="flex flex-wrap items-center gap-2">
        {value ? <img src={value} alt={t(kind)} className="max-w-32 h-9 object-contain" /> : null}
        <FileButton
          size="small"
          label={t(kind === 'logo' ? 'choose_logo' : 'choose_icon')}
          accept={TYPES.join(',')}
          onFile={read}
        >
          {t('choose')}
        </FileButton>
        {value ? (
          <AppButton
            size="small"
            aria-label={t(kind === 'logo' ? 'remove_logo' : 'remove_icon')}
            onClick={() => onChange(null)}
          >
            {t('remove')}
          </AppButton>
        ) : null}
      </div>
      {error ? (
        <p role="alert" className="text-red text-meta">
          {error}
        </p>
      ) : null}
    </div>
  );
}
