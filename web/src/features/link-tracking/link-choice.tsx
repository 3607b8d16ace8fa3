import { Select } from '@mantine/core';
import { listContents } from '@overture/domain/flow/ab-variant';
import { ancestorsOf, type Flow, findNode } from '@overture/domain/flow/flow';
import { linkify } from '@overture/domain/message/html';
import { useMemo } from 'react';
import { t } from './texts.ts';

interface LinkChoiceProps {
  flow: Flow;
  nodeId: number;
  /** Null for any. */
  link: string | null;
  isEditable: boolean;
  onChange: (link: string | null) => void;
}

const ANY = '';

/** Which link a condition asks for: one of the follow-up emails above it. A link that was deleted there stays chosen. */
export function LinkChoice({ flow, nodeId, link, isEditable, onChange }: LinkChoiceProps) {
  const links = useMemo(() => listLinksAbove(flow, nodeId), [flow, nodeId]);
  const offered = link === null || links.includes(link) ? links : [link, ...links];
  return (
    <Select
      label={t('link')}
      description={t('link_text')}
      data={[{ value: ANY, label: t('link_any') }, ...offered.map((url) => ({ value: url, label: url }))]}
      value={link ?? ANY}
      allowDeselect={false}
      disabled={!isEditable}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

function listLinksAbove(flow: Flow, nodeId: number): string[] {
  const mails = ancestorsOf(flow, findNode(flow, nodeId)?.parent_id ?? null).flatMap((node) =>
    node.kind === 'step' && node.type === 'EMAIL' ? [node] : [],
  );
  // Links of the first email are never tracked.
  mails.pop();
  return listWrittenLinks([
    ...mails.flatMap((mail) => listContents(mail).map(({ message }) => linkify(message))),
    ...mails.flatMap((mail) => Object.values(mail.formatted_texts ?? {})),
  ]);
}

/** Enough for a list to choose from. */
const MOST_LINKS = 100;
const HREF = /href="([^"]{1,8192})"/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Web addresses in HTML, each once. Those with variables are left out: they differ by lead. */
function listWrittenLinks(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const html of texts)
    for (const [, escaped = ''] of html.matchAll(HREF)) {
      const url = escaped.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
      if (/^https?:\/\//i.test(url) && !url.includes('{{') && found.size < MOST_LINKS) found.add(url);
    }
  return [...found];
}
