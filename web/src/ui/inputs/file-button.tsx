import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { AppButton, type AppButtonProps } from './app-button.tsx';

interface FileButtonProps extends Pick<AppButtonProps, 'kind' | 'loading' | 'icon' | 'size' | 'disabled'> {
  /** What the file input is called for screen readers and tests. */
  label: string;
  /** Types of the field's `accept`, e.g. `.csv`. */
  accept: string;
  /** Lets the user choose several files; `onFile` gets each. */
  isMultiple?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that asks for a file. The same file can be chosen again after it was refused, also by keyboard. */
export function FileButton({ label, accept, isMultiple = false, onFile, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const focused = useFocusKeptWhile(button.loading === true);
  return (
    <>
      <AppButton {...button} ref={focused} onClick={() => input.current?.click()}>
        {children}
      </AppButton>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          for (const file of files) onFile(file);
        }}
      />
    </>
  );
}

/** Browsers take the focus from a button that is disabled while it loads: without this, Tab and Enter would begin at the page again. */
function useFocusKeptWhile(isLoading: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isLoading) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [isLoading]);
  return button;
}
