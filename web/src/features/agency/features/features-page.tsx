import { Select, Switch } from '@mantine/core';
import { agencyEndpoints } from '@overture/contract/agency';
import { agencyFeaturesEndpoints } from '@overture/contract/agency-features';
import {
  DEFAULT_FEATURE_FLAGS,
  FEATURE_FLAGS,
  type FeatureFlag,
  type FeatureFlags,
  isToggleDisabled,
  parentOf,
  toggleFlag,
} from '@overture/domain/access/feature-flags';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { featureLabel } from '../../../lib/labels/organization/feature.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { t } from '../texts.ts';

const SAVED_MS = 3000;
const GROUPS = FEATURE_FLAGS.filter((flag) => parentOf(flag) === null);

/** What clients may use: all of them, or the one chosen. */
export function FeaturesPage() {
  const [client, setClient] = useState<number | null>(null);
  const clients = useQuery(queryOptions(agencyEndpoints.listClients));
  const query = client === null ? {} : { client_id: client };
  const found = useQuery(queryOptions(agencyFeaturesEndpoints.getAgencyFeatures, { query }));
  const active = clients.data?.clients.filter((one) => one.active_subscription_whitelabel) ?? [];
  return (
    <>
      <PageHeader title={t('features_title')} subtitle={t('features_text')} />
      <div className="flex-1 overflow-auto px-gutter pt-3 pb-8">
        <Select
          className="max-w-80 mb-4"
          label={t('features_for')}
          searchable
          allowDeselect={false}
          data={[
            { value: 'all', label: t('all_clients') },
            ...active.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={client === null ? 'all' : String(client)}
          onChange={(value) => setClient(value === 'all' || value === null ? null : Number(value))}
        />
        {queryFailure(found)}
        {found.isPending ? <Skeleton height={320} radius={12} /> : null}
        {found.data ? <FeaturesForm key={client ?? 'all'} client={client} {...found.data} /> : null}
      </div>
    </>
  );
}

interface FeaturesFormProps {
  client: number | null;
  features: FeatureFlags;
  off_for_all: FeatureFlag[];
}

function FeaturesForm({ client, features, off_for_all }: FeaturesFormProps) {
  // Only what was switched here is saved: a colleague's changes in the meantime stay.
  const [changes, setChanges] = useState<Partial<FeatureFlags>>({});
  const flags = { ...features, ...changes };
  const isChanged = FEATURE_FLAGS.some((flag) => flags[flag] !== features[flag]);
  const setFlags = (next: FeatureFlags) =>
    setChanges(
      Object.fromEntries(
        FEATURE_FLAGS.filter((flag) => next[flag] !== features[flag]).map((flag) => [flag, next[flag]]),
      ),
    );
  const save = useMutation({
    ...mutationOptions(agencyFeaturesEndpoints.setAgencyFeatures),
    onSuccess: async () => {
      await whenRefetched();
      setChanges({});
      toast.success(t('features_saved'), { duration: SAVED_MS });
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  const toggle = (flag: FeatureFlag) => (
    <FeatureSwitch
      key={flag}
      flag={flag}
      flags={flags}
      isOffForAll={off_for_all.includes(flag)}
      onChange={(value) => setFlags(toggleFlag(flags, flag, value))}
    />
  );
  return (
    <>
      <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))]">
        {GROUPS.map((group) => (
          <section
            key={group}
            aria-label={featureLabel(group)}
            className="grid content-start gap-3 p-4 border border-line rounded-card bg-surface"
          >
            {toggle(group)}
            {FEATURE_FLAGS.filter((flag) => parentOf(flag) === group).map(toggle)}
          </section>
        ))}
      </div>
      <div className="flex flex-wrap gap-2 mt-4">
        <AppButton onClick={() => setFlags(DEFAULT_FEATURE_FLAGS)}>{t('enable_all')}</AppButton>
        <AppButton
          kind="primary"
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate({ body: { features: changes, client_id: client } })}
        >
          {t('save_features')}
        </AppButton>
      </div>
    </>
  );
}

interface FeatureSwitchProps {
  flag: FeatureFlag;
  flags: FeatureFlags;
  isOffForAll: boolean;
  onChange: (value: boolean) => void;
}

function FeatureSwitch({ flag, flags, isOffForAll, onChange }: FeatureSwitchProps) {
  return (
    <Switch
      className={parentOf(flag) === null ? 'font-medium' : 'ms-6'}
      label={featureLabel(flag)}
      description={isOffForAll ? t('off_for_all') : undefined}
      checked={flags[flag] && !isOffForAll}
      disabled={isOffForAll || isToggleDisabled(flags, flag)}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
