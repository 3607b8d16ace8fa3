import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { uiTexts } from '../ui-texts.ts';
import { IconButton } from './app-button.tsx';

/** Copies a value and says so for two seconds. */
export function CopyButton({ value, label = uiTexts.copy }: { value: string; label?: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <IconButton size="small" label={clipboard.copied ? uiTexts.copied : label} onClick={() => clipboard.copy(value)}>
      {clipboard.copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
    </IconButton>
  );
}
