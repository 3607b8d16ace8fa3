import type { KeyboardEvent, ReactNode } from 'react';
import { toReadingKey } from '../direction.ts';

interface TabListProps<Name extends string> {
  label: string;
  tabs: readonly Name[];
  current: Name;
  onChange: (tab: Name) => void;
  children: (tab: Name) => ReactNode;
  /** Ids of the tabs are this and their name, for `aria-labelledby` of the panel. */
  idStart: string;
  panelId: string;
  classes: { tabs?: string | undefined; tab?: string | undefined };
}

/** Tabs above a panel: one is in the tab order, arrow keys move between them. */
export function TabList<Name extends string>(props: TabListProps<Name>) {
  const { tabs, current, onChange, idStart, classes } = props;
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const key = toReadingKey(event.key);
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    event.preventDefault();
    const move = key === 'ArrowRight' ? 1 : tabs.length - 1;
    const next = tabs[(tabs.indexOf(current) + move) % tabs.length] ?? current;
    onChange(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  return (
    <div role="tablist" tabIndex={-1} aria-label={props.label} className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          id={`${idStart}-${name}`}
          aria-selected={current === name}
          aria-controls={props.panelId}
          tabIndex={current === name ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(name)}
        >
          {props.children(name)}
        </button>
      ))}
    </div>
  );
}
