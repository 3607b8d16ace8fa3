import { getRouteApi } from '@tanstack/react-router';
import { EmailLinkForm, useFromAddress } from '../features/auth/index.ts';

const route = getRouteApi('/public/undo-factor');

export function UndoFactorScreen() {
  return <EmailLinkForm kind="factor" code={useFromAddress(route.useSearch().code)} />;
}
