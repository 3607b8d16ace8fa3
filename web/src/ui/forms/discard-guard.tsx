import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { uiTexts } from '../ui-texts.ts';

interface DiscardGuard {
  /** What closing asks for: it asks first while something is not saved. */
  close: () => void;
  /** Asks the same before another step that loses the text, such as opening the next lead. */
  leave: (action: () => void) => void;
  /** To be placed beside the dialog that it guards. */
  question: ReactNode;
}

/** Escape, the cross, Cancel and the browser (on a reload) ask before text is lost. */
export function useDiscardGuard(isChanged: boolean, onClose: () => void): DiscardGuard {
  const [asked, setAsked] = useState<{ action: () => void } | undefined>();
  useLeaveWarning(isChanged);
  const leave = (action: () => void) => (isChanged ? setAsked({ action }) : action());
  return {
    close: () => leave(onClose),
    leave,
    question: (
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={uiTexts.discard_title}
        confirmLabel={uiTexts.discard}
        danger
        onConfirm={() => {
          setAsked(undefined);
          asked?.action();
        }}
      >
        {uiTexts.discard_text}
      </ConfirmDialog>
    ),
  };
}

function useLeaveWarning(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

type ReportForm = (form: symbol, isChanged: boolean) => void;

/** Around the content of a panel: the forms inside report unsaved text to it (`useUnsavedText`). */
export const DiscardScope = createContext<ReportForm>(() => {});

const NONE: ReadonlySet<symbol> = new Set();

/** The guard of a panel whose forms are somewhere inside: `scope` is the value of its `DiscardScope`. */
export function useDiscardScope(onClose: () => void): DiscardGuard & { scope: ReportForm } {
  const [changed, setChanged] = useState(NONE);
  const scope = useCallback<ReportForm>((form, isChanged) => {
    setChanged((before) => {
      if (before.has(form) === isChanged) return before;
      const next = new Set(before);
      if (isChanged) next.add(form);
      else next.delete(form);
      return next;
    });
  }, []);
  return { ...useDiscardGuard(changed.size > 0, onClose), scope };
}

/** Reports a form's unsaved text to the panel around it, which then asks before it closes. */
export function useUnsavedText(isChanged: boolean): void {
  const report = useContext(DiscardScope);
  const [form] = useState(() => Symbol('form'));
  useEffect(() => {
    report(form, isChanged);
    return () => report(form, false);
  }, [report, form, isChanged]);
}
