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
      // Without a response the session may still exist; the sign-in screen then finds it and enters again.
      .catch(() => undefined)
      .then(async () => {
        // Runs after unmount too: the next person at this machine must find nothing of the last.
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
