import { CopyButton } from '../../ui/inputs/copy-button.tsx';

/** Something to take over into another system, with what it is called there. */
export function CopyLine({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) {
  return (
    <div className="flex items-center gap-2 text-table">
      <div className="flex-1 min-w-0">
        <p className="text-ink-3">{label}</p>
        <code className="font-mono text-[12px] wrap-anywhere">{value}</code>
      </div>
      <CopyButton value={value} label={copyLabel} />
    </div>
  );
}
