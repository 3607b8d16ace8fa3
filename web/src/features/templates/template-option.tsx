import type { Template } from '@overture/contract/campaigns';
import { type Flow, typesIn } from '@overture/domain/flow/flow';
import { nodeKind } from '@overture/domain/flow/step-types';
import { useMemo } from 'react';
import { readFlow } from '../flow-canvas/index.ts';
import { describePrice } from '../node-kinds/index.ts';
import { countFlowFacts } from './flow-facts.ts';
import { FlowGlyphs } from './flow-glyphs.tsx';
import classes from './templates.module.css';
import { t } from './texts.ts';

/** "Has Phone: 30 credits for each one it has to find", for each kind of condition that looks something up. */
const listPrices = (flow: Flow): string[] =>
  [...typesIn(flow)].flatMap((type) => {
    const price = describePrice(type);
    return price === null ? [] : [t('price', { condition: nodeKind(type).label, price })];
  });

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
        {listPrices(flow).map((price) => (
          <span key={price} className={classes.facts}>
            {price}
          </span>
        ))}
      </span>
      <span className={classes.preview}>
        <FlowGlyphs flow={flow} />
      </span>
    </>
  );
}
