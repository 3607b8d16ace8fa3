import { Slider, Switch } from '@mantine/core';
import {
  COMPANY_SIZES,
  CONTACT_KINDS,
  DEPARTMENTS,
  KNOWN_PLACES,
  type KnownPlace,
  type LeadFinderFilters,
  REVENUE_RANGES,
  SENIORITIES,
} from '@overture/domain/finder/lead-finder';
import { LEADS_PER_COMPANY } from '@overture/domain/limits';
import { finderOptionLabel } from '../../lib/labels/lead/finder-option.ts';
import { ChoiceChip, ChoiceChips } from '../../ui/inputs/choice-chip.tsx';
import { CompanyFilter } from './company-filter.tsx';
import { FilterSection } from './filter-section.tsx';
import { countValues, type FinderRequest } from './filter-state.ts';
import { IndustryFilter } from './industry-filter.tsx';
import { LocationFilter } from './location-filter.tsx';
import { TagFilterField } from './tag-filter.tsx';
import { t } from './texts.ts';

interface OptionFilterProps<Option extends string> {
  /** What is filtered, for screen readers. */
  label: string;
  options: readonly Option[];
  chosen: readonly Option[];
  onChange: (chosen: Option[]) => void;
  /** Of an option whose name is no text for people. */
  wordsOf?: (option: Option) => string;
}

/** A handful of options as chips; any number may be chosen. */
function OptionFilter<Option extends string>(props: OptionFilterProps<Option>) {
  const { label, options, chosen, onChange, wordsOf = (option) => option } = props;
  const toggle = (option: Option) =>
    onChange(options.filter((known) => (known === option ? !chosen.includes(option) : chosen.includes(known))));
  return (
    <ChoiceChips label={label}>
      {options.map((option) => (
        <ChoiceChip key={option} isChosen={chosen.includes(option)} onClick={() => toggle(option)}>
          {wordsOf(option)}
        </ChoiceChip>
      ))}
    </ChoiceChips>
  );
}

interface FinderFiltersProps {
  request: FinderRequest;
  onChange: (request: FinderRequest) => void;
}

export function FinderFilters({ request, onChange }: FinderFiltersProps) {
  const { filters } = request;
  const set = (part: Partial<LeadFinderFilters>) => onChange({ ...request, filters: { ...filters, ...part } });
  const count = (name: keyof LeadFinderFilters) => countValues(filters, name);
  return (
    <div className="flex flex-col">
      <FilterSection title={t('job_title')} count={count('job_title')} startsOpen>
        <TagFilterField
          label={t('job_title')}
          tags={filters.job_title}
          startsFocused
          offersTitles
          onChange={(job_title) => set({ job_title })}
        />
      </FilterSection>
      <OptionSection
        name="seniority"
        options={SENIORITIES}
        wordsOf={finderOptionLabel}
        chosen={filters.seniority}
        startsOpen
        onChange={(seniority) => set({ seniority })}
      />
      <OptionSection
        name="department"
        options={DEPARTMENTS}
        wordsOf={finderOptionLabel}
        chosen={filters.department}
        onChange={(department) => set({ department })}
      />
      <FilterSection title={t('location')} count={count('prospect_location') + count('excluded_location')} startsOpen>
        <LocationFilter filters={filters} onChange={set} />
      </FilterSection>
      <FilterSection title={t('industry')} count={count('industry') + count('excluded_industry')} startsOpen>
        <IndustryFilter filters={filters} onChange={set} />
      </FilterSection>
      <OptionSection
        name="company_size"
        options={COMPANY_SIZES}
        chosen={filters.company_size}
        onChange={(company_size) => set({ company_size })}
      />
      <OptionSection
        name="revenue"
        options={REVENUE_RANGES}
        chosen={filters.revenue}
        onChange={(revenue) => set({ revenue })}
      />
      <ReachSections filters={filters} onChange={set} />
      <FilterSection title={t('keywords')} count={count('keywords')}>
        <TagFilterField label={t('keywords')} tags={filters.keywords} onChange={(keywords) => set({ keywords })} />
      </FilterSection>
      <LeavesOut chosen={request.leavesOut} onChange={(leavesOut) => onChange({ ...request, leavesOut })} />
      <PerCompany value={request.perCompany} onChange={(perCompany) => onChange({ ...request, perCompany })} />
    </div>
  );
}

interface ReachSectionsProps {
  filters: LeadFinderFilters;
  onChange: (part: Partial<LeadFinderFilters>) => void;
}

/** Where people work, and whether they can be reached. */
function ReachSections({ filters, onChange }: ReachSectionsProps) {
  return (
    <>
      <FilterSection title={t('company_domain')} count={countValues(filters, 'company_domain')}>
        <CompanyFilter domains={filters.company_domain} onChange={(company_domain) => onChange({ company_domain })} />
      </FilterSection>
      <FilterSection title={t('contact')} count={filters.contact.length}>
        <OptionFilter
          label={t('contact')}
          options={CONTACT_KINDS}
          chosen={filters.contact}
          wordsOf={(kind) => t(`contact_${kind}`)}
          onChange={(contact) => onChange({ contact })}
        />
      </FilterSection>
    </>
  );
}

interface OptionSectionProps<Option extends string> {
  name: 'seniority' | 'department' | 'company_size' | 'revenue';
  options: readonly Option[];
  chosen: readonly Option[];
  startsOpen?: boolean;
  wordsOf?: (option: Option) => string;
  onChange: (chosen: Option[]) => void;
}

function OptionSection<Option extends string>(props: OptionSectionProps<Option>) {
  const { name, options, chosen, startsOpen = false, wordsOf, onChange } = props;
  return (
    <FilterSection title={t(name)} count={chosen.length} startsOpen={startsOpen}>
      <OptionFilter
        label={t(name)}
        options={options}
        chosen={chosen}
        onChange={onChange}
        {...(wordsOf ? { wordsOf } : {})}
      />
    </FilterSection>
  );
}

interface LeavesOutProps {
  chosen: readonly KnownPlace[];
  onChange: (chosen: KnownPlace[]) => void;
}

function LeavesOut({ chosen, onChange }: LeavesOutProps) {
  return (
    <section className="flex flex-col gap-2 py-3 pe-3 ps-6 border-b border-line">
      <h3>{t('leaves_out')}</h3>
      <OptionFilter
        label={t('leaves_out')}
        options={KNOWN_PLACES}
        chosen={chosen}
        wordsOf={(place) => t(`leaves_out_${place}`)}
        onChange={onChange}
      />
      {chosen.length > 0 ? <p className="text-ink-3 text-table">{t('leaves_out_hint')}</p> : null}
    </section>
  );
}

interface PerCompanyProps {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** Where a person begins who wants only a few people of each company. */
const startingLimit = 2;

function PerCompany({ value, onChange }: PerCompanyProps) {
  const { min, max } = LEADS_PER_COMPANY;
  return (
    <section className="pt-3 pe-3 pb-6 ps-6">
      <Switch
        label={t('per_company')}
        labelPosition="left"
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? startingLimit : undefined)}
        classNames={{ body: 'justify-between min-h-9' }}
      />
      {value === undefined ? null : (
        <>
          <Slider
            min={min}
            max={max}
            step={1}
            value={value}
            onChange={onChange}
            label={null}
            thumbLabel={t('per_company')}
            marks={[{ value: min }, { value: max }]}
          />
          <p className="mt-3 text-ink-3 text-table">{t('per_company_value', { count: value })}</p>
        </>
      )}
    </section>
  );
}
