import { useSearch } from '@tanstack/react-router';
import { EmailLinkForm, useFromAddress } from '../features/auth/index.ts';
import { usePathname } from '../lib/navigation/navigation.tsx';

const kinds = { '/confirm-email': 'confirm', '/undo-email-change': 'undo', '/undo-factor': 'factor' } as const;

/** Where a link of a mail about the account leads: what it does follows from the address. */
export function EmailLinkScreen() {
  const { code } = useSearch({ strict: false });
  const pathname = usePathname().replace(/\/$/, '') as keyof typeof kinds;
  return <EmailLinkForm kind={kinds[pathname]} code={useFromAddress(code)} />;
}
