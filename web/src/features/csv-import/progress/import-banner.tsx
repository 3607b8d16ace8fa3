import { RunningImport } from './import-progress.tsx';
import { useRunningImports } from './imports-cache.ts';
import { useStopImport } from './use-stop-import.ts';

/** Imports into the list that is open: live progress above its table. */
export function ImportBanner({ searchId }: { searchId: number }) {
  const running = useRunningImports(searchId);
  const { stop } = useStopImport();
  if (running.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 mt-0 mx-gutter mb-3 py-2 px-4 border border-line rounded-card bg-surface">
      {running.map((item) => (
        <RunningImport key={item.id} item={item} onStop={() => stop(item.id)} />
      ))}
    </div>
  );
}
