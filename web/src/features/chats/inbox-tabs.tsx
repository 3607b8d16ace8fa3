import type { ReactNode } from 'react';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { TabList } from '../../ui/layout/tab-list.tsx';
import { t } from './texts.ts';

const tabs = ['conversations', 'boards'] as const;
const panelId = 'inbox-panel';
const idStart = 'inbox-tab';
const look = {
  tabs: 'flex flex-none gap-5 px-4 border-b border-line bg-surface',
  tab: 'bare relative h-11 px-0.5 text-ink-3 text-table font-medium cursor-pointer hover:text-ink focus-visible:-outline-offset-2 aria-selected:text-ink aria-selected:after:absolute aria-selected:after:end-0 aria-selected:after:bottom-0 aria-selected:after:start-0 aria-selected:after:h-0.5 aria-selected:after:rounded-full aria-selected:after:bg-accent-line',
};

interface InboxTabsProps {
  current: (typeof tabs)[number];
  children: ReactNode;
}

/** The two sides of the inbox. */
export function InboxTabs({ current, children }: InboxTabsProps) {
  const go = useGo();
  return (
    <>
      <TabList
        label={t('title')}
        tabs={tabs}
        current={current}
        onChange={(tab) => go(pb.inbox(tab === 'boards' ? { tab } : {}))}
        idStart={idStart}
        panelId={panelId}
        classes={look}
      >
        {(tab) => t(tab)}
      </TabList>
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${idStart}-${current}`}
        className="flex flex-1 flex-col min-w-0 min-h-0"
      >
        {children}
      </div>
    </>
  );
}
