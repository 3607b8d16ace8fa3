/** The mark of a CRM: vendors' own pictures are theirs. */
export function CrmMark({ name }: { name: string }) {
  return (
    <span
      className="grid flex-none place-items-center size-9 rounded-card bg-accent-soft text-accent font-semibold"
      aria-hidden
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
