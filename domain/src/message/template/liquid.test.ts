import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import { expect, test } from 'vitest';
import { resolveTemplate } from '../resolve.ts';

/** What messages say is held against another program that reads the same language. */
const oracle = new Liquid({ timezoneOffset: 0 });

const TEXT_NAMES = ['first_name', 'job_title', 'company_name', 'email', 'sender.first_name', 'campaign.name'];
const DAY = '2026-03-09';

const letters = (symbols: string, most = 12) =>
  fc.string({ unit: fc.constantFrom(...symbols), minLength: 1, maxLength: most });
const words = letters('aBc dÉé19<&"|%}\n');
const quoted = fc
  .tuple(letters('aBc dé19|{%<', 5), fc.constantFrom('"', "'"))
  .map(([text, quote]) => `${quote}${text}${quote}`);
const number = fc.integer({ min: -3, max: 300 }).map(String);
const name = fc.constantFrom(...TEXT_NAMES);
const space = fc.constantFrom('', ' ', '  ');

const filter = fc.oneof(
  fc.constantFrom('upcase', 'downcase', 'capitalize', 'strip', 'first', 'truncate'),
  // Liquid keeps a number a number, which has no first letter; here a fallback value is always text.
  fc.oneof(quoted, name).map((value) => `default: ${value}`),
  fc.integer({ min: 0, max: 20 }).map((length) => `truncate: ${length}`),
  fc.tuple(fc.integer({ min: 0, max: 9 }), quoted).map(([length, end]) => `truncate: ${length}, ${end}`),
  fc.tuple(quoted, quoted).map(([wanted, instead]) => `replace: ${wanted}, ${instead}`),
);
const output = fc.oneof(
  fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: name }, { weight: 1, arbitrary: quoted }),
      fc.array(filter, { maxLength: 4 }),
      space,
    )
    .map(([base, filters, gap]) => `{{${gap}${[base, ...filters].join(`${gap}|${gap}`)}${gap}}}`),
  fc
    .array(fc.constantFrom('%A', '%a', '%B', '%b', '%d', '%-d', '%e', '%m', '%-m', '%Y', '%y', '%%', ', '), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => `{{ today | date: "${parts.join('')}" }}`),
);

const comparison = fc.constantFrom('==', '!=', '<', '>', '<=', '>=', 'contains');
const term = fc.oneof(
  fc.oneof(name, quoted, fc.constantFrom('true', 'false', 'company_size')),
  fc.tuple(fc.oneof(name, quoted), comparison, fc.oneof(name, quoted, number)).map((parts) => parts.join(' ')),
  fc.tuple(name, fc.constantFrom('==', '!='), fc.constant('blank')).map((parts) => parts.join(' ')),
  fc
    .tuple(fc.constant('company_size'), fc.constantFrom('==', '!=', '<', '>', '<=', '>='), number)
    .map((parts) => parts.join(' ')),
);
const condition = fc
  .tuple(term, fc.array(fc.tuple(fc.constantFrom('and', 'or'), term), { maxLength: 3 }))
  .map(([first, more]) => [first, ...more.flat()].join(' '));

const { template } = fc.letrec<{ template: string; part: string; choice: string }>((tie) => ({
  template: fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
  part: fc.oneof({ maxDepth: 2 }, words, output, tie('choice')),
  choice: fc
    .tuple(
      condition,
      tie('template'),
      fc.array(fc.tuple(condition, tie('template')), { maxLength: 2 }),
      fc.option(tie('template')),
    )
    .map(
      ([first, then, others, last]) =>
        `{% if ${first} %}${then}${others.map(([asked, said]) => `{% elsif ${asked} %}${said}`).join('')}${
          last === null ? '' : `{% else %}${last}`
        }{% endif %}`,
    ),
}));

const value = fc.option(
  fc.oneof(
    letters('aBc dÉé19{}%|<"\'').filter((text) => text.trim() !== ''),
    fc.constantFrom('12', '{{ first_name }}', '{% if x %}', '{a|b}'),
  ),
  { nil: undefined },
);
const scope = fc.record({
  first_name: value,
  job_title: value,
  company_name: value,
  email: value,
  sender_first_name: value,
  campaign_name: value,
  company_size: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
});

test('a thousand random texts say what liquidjs makes of them', () => {
  fc.assert(
    fc.property(template, scope, (text, given) => {
      const { sender_first_name, campaign_name, company_size, ...lead } = given;
      const variables = {
        ...lead,
        'sender.first_name': sender_first_name ?? null,
        'campaign.name': campaign_name ?? null,
        company_size: company_size === undefined ? null : `${company_size} - 900`,
        today: DAY,
      };
      const { parts, problems } = resolveTemplate(text, { variables });
      expect(problems).toEqual([]);
      const said = parts.map((part) => ('text' in part ? part.text : '')).join('');
      const names = {
        ...lead,
        sender: { first_name: sender_first_name },
        campaign: { name: campaign_name },
        company_size,
        today: DAY,
      };
      expect(said).toBe(oracle.parseAndRenderSync(text, names));
    }),
    { numRuns: 1000 },
  );
});

test('a numeric fallback value is text', () => {
  const say = (text: string) => resolveTemplate(text, { variables: {} }).parts;
  expect(say('{{ first_name | default: 42 }}')).toMatchObject([{ kind: 'value', text: '42' }]);
  expect(say('{{ first_name | default: 42 | first }}')).toMatchObject([{ kind: 'value', text: '4' }]);
});
