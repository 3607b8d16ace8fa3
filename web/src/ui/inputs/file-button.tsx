import { type ReactNode, useRef } from 'react';
import { AppButton, type AppButtonProps } from './app-button.tsx';

interface FileButtonProps extends Pick<AppButtonProps, 'kind' | 'loading' | 'icon' | 'size' | 'disabled'> {
  /** What the file input is called for screen readers and tests. */
  label: string;
  /** Types of the field's `accept`, e.g. `.csv`. */
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that asks for one file. The same file can be chosen again after it was refused. */
export function FileButton({ label, accept, onFile, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <AppButton {...button} onClick={() => input.current?.click()}>
        {children}
      </AppButton>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
