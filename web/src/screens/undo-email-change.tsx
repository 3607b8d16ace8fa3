import { getRouteApi } from '@tanstack/react-router';
import { EmailLinkForm } from '../features/auth/email-link-form.tsx';
import { useFirst } from '../features/auth/use-first.ts';

const route = getRouteApi('/public/undo-email-change');

export function UndoEmailChangeScreen() {
  return <EmailLinkForm kind="undo" code={useFirst(route.useSearch().code)} />;
}
