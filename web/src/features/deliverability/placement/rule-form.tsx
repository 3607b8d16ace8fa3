import { Switch } from '@mantine/core';
import { type PlacementRule, placementEndpoints } from '@overture/contract/placement';
import { PLACEMENT_LIMITS } from '@overture/domain/deliverability/placement';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { AmountInput } from '../../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** How many emails of a sender are copied. */
export function RuleForm({ rule, mayChange }: { rule: PlacementRule; mayChange: boolean }) {
  const [typed, setTyped] = useState(rule);
  const change = (next: Partial<PlacementRule>) => setTyped((before) => ({ ...before, ...next }));
  const save = useMutation({
    ...mutationOptions(placementEndpoints.updatePlacementRule),
    onSuccess: () => toast.success(t('saved')),
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  const isWhole = !Number.isNaN(typed.every_nth) && !Number.isNaN(typed.most_a_day);
  return (
    <section className="mx-gutter mb-8" aria-label={t('rule')}>
      <h2 className="mb-3 text-section">{t('rule')}</h2>
      <Form
        className="flex flex-col gap-4 max-w-[680px]"
        onSubmit={() => {
          if (isWhole && !save.isPending) save.mutate({ body: typed });
        }}
      >
        <Switch
          label={t('rule_on')}
          description={t('rule_on_text')}
          checked={typed.is_on}
          disabled={!mayChange}
          onChange={(event) => change({ is_on: event.currentTarget.checked })}
        />
        <div className="grid grid-cols-1 sm:grid-cols-2 gap-3">
          <AmountInput
            label={t('every')}
            value={typed.every_nth}
            min={1}
            max={PLACEMENT_LIMITS.max_every_nth}
            disabled={!mayChange}
            onChange={(every_nth) => change({ every_nth })}
          />
          <AmountInput
            label={t('most')}
            value={typed.most_a_day}
            min={1}
            max={PLACEMENT_LIMITS.max_most_a_day}
            disabled={!mayChange}
            onChange={(most_a_day) => change({ most_a_day })}
          />
        </div>
        {mayChange ? (
          <div>
            <AppButton type="submit" loading={save.isPending} disabled={!isWhole}>
              {t('save')}
            </AppButton>
          </div>
        ) : null}
      </Form>
    </section>
  );
}
