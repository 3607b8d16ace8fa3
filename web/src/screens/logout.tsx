import { authEndpoints } from '@overture/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authTexts as t } from '../features/auth/index.ts';
import { call } from '../lib/api/api-client.ts';
import { userQuery } from '../lib/api/session.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { pb } from '../lib/navigation/paths.ts';
import { forgetStored, readComforts } from '../lib/storage.ts';
import { PageSpinner } from '../ui/feedback/spinner.tsx';

/** Ends the session, forgets everything of it, and goes to the sign-in. */
export function LogoutScreen() {
  const client = useQueryClient();
  const go = useGo();
  useEffect(() => {
    let isCurrent = true;
    const comforts = readComforts();
    call(authEndpoints.logout)
      // Without an answer the session may still stand; the sign-in screen then finds it and says so by going back in.
      .catch(() => undefined)
      .then(async () => {
        // Also where nobody looks at this page any more: the next person at this machine finds nothing of the last.
        forgetStored(comforts);
        if (!isCurrent) return;
        client.clear();
        await client.fetchQuery(userQuery).catch(() => null);
        go(pb.login(), { replace: true });
      });
    return () => {
      isCurrent = false;
    };
  }, [client, go]);
  return <PageSpinner label={t('logging_out')} />;
}
