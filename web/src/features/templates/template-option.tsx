import type { Template } from '@overture/contract/campaigns';
import { typesIn } from '@overture/domain/flow/flow';
import { lookupOf } from '@overture/domain/flow/step-types';
import { useMemo } from 'react';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { readFlow } from '../flow-canvas/index.ts';
import { LookupPrice } from '../node-kinds/index.ts';
import { countFlowFacts } from './flow-facts.ts';
import { FlowGlyphs } from './flow-glyphs.tsx';
import classes from './templates.module.css';
import { t } from './texts.ts';

/** What a template is: its name, a line about it, its size in words, and its flow as glyphs. */
export function TemplateOption({ template }: { template: Template }) {
  const flow = useMemo(() => readFlow(template), [template]);
  const { steps, days } = countFlowFacts(flow);
  const duration = days === 0 ? t('no_delay') : t('days', { count: days });
  return (
    <>
      <span className="flex flex-1 flex-col gap-px min-w-0 max-sm:basis-[calc(100%_-_32px)]">
        <span className="font-medium wrap-anywhere">{template.name}</span>
        {template.description ? <span className={classes.text}>{template.description}</span> : null}
        <span className={classes.facts}>{t('facts', { count: steps, duration })}</span>
        {[...typesIn(flow)]
          .filter((type) => lookupOf(type) !== null)
          .map((type) => (
            <span key={type} className={classes.facts}>
              {nodeKindLabel(type)}: <LookupPrice type={type} />
            </span>
          ))}
      </span>
      <span className={classes.preview}>
        <FlowGlyphs flow={flow} />
      </span>
    </>
  );
}
