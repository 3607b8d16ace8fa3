import { getRouteApi } from '@tanstack/react-router';
import { EmailLinkForm, useFromAddress } from '../features/auth/index.ts';

const route = getRouteApi('/public/undo-email-change');

export function UndoEmailChangeScreen() {
  return <EmailLinkForm kind="undo" code={useFromAddress(route.useSearch().code)} />;
}
