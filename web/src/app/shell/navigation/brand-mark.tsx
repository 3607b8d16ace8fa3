import { useState } from 'react';

/** The brand's icon; our own mark in the brand's color where there is none or it does not load. */
export function BrandMark({ icon, size }: { icon: string | null; size: number }) {
  const [failed, setFailed] = useState<string | undefined>();
  if (icon && icon !== failed) {
    return (
      <img
        src={icon}
        alt=""
        width={size}
        height={size}
        className="rounded-[24%] object-contain"
        onError={() => setFailed(icon)}
      />
    );
  }
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden className="flex-none">
      <rect width="32" height="32" rx="9" className="fill-button-fill" />
      <path
        d="M9 20.5a7 7 0 0 1 14 0"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        className="stroke-button-text"
      />
      <circle cx="16" cy="20.5" r="2.4" className="fill-button-text" />
    </svg>
  );
}
