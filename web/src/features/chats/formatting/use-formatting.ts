import { useState } from 'react';
import { type ComposeExtras, readStored, writeStored } from '../../../lib/storage.ts';

interface Formatted {
  extras: ComposeExtras;
  change: (next: ComposeExtras) => void;
}

/** Whether mails are written with formatting; the browser remembers it. A text that has some is shown with it. */
export function useFormatting({ extras, change }: Formatted, isMail: boolean) {
  const [isWanted, setWanted] = useState(() => readStored('formats-answers', false));
  const formatted = extras.formatted_text ?? '';
  const isOn = isMail && (isWanted || formatted !== '');
  return {
    isOffered: isMail,
    isOn,
    formatted,
    toggle() {
      setWanted(!isOn);
      writeStored('formats-answers', !isOn);
      // The plain text says the same.
      if (isOn && formatted !== '') change({ formatted_text: '' });
    },
  };
}
