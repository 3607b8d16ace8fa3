import { may } from '@overture/domain/access/permissions';
import { useUser } from '../../../lib/api/session.ts';
import { ImportCheckLine } from './import-check-line.tsx';
import { RunningImport } from './import-progress.tsx';
import { useRunningImports } from './imports-cache.ts';
import { useImportChecks } from './use-import-checks.ts';
import { useStopImport } from './use-stop-import.ts';

/** Imports into the list that is open, and the checks of their addresses: live progress above its table. */
export function ImportBanner({ searchId }: { searchId: number }) {
  const running = useRunningImports(searchId);
  const { stop } = useStopImport();
  const { role } = useUser();
  const { checks, change } = useImportChecks(searchId);
  if (running.length === 0 && checks.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 mt-0 mx-gutter mb-3 py-2 px-4 border border-line rounded-card bg-surface">
      {running.map((item) => (
        <RunningImport key={item.id} item={item} onStop={() => stop(item.id)} />
      ))}
      {checks.map((check) => (
        <ImportCheckLine key={check.import_id} check={check} onChange={may({ role }, 'work') ? change : undefined} />
      ))}
    </div>
  );
}
