import type { Department, Seniority } from './lead-finder.ts';
import { foldWords, matchesWords, parseWordPattern, type WordPattern } from './lead-words.ts';

/**
 * Level and department told from a job title, or from the words other lists use for them (People Data Labs, Apollo). The first rule that
 * matches holds. Titles in English and the most common ones in Dutch, German, French and Spanish.
 */

const SENIORITY_RULES = compileRules<Seniority>([
  // The title of an assistant also names the person they assist.
  ['Staff', 'executive assistant|personal assistant|assistant ceo|assistant director|secretary'],
  ['VP-Level', 'vp|svp|evp|avp|vice president|vicepresident|vizepräsident'],
  [
    'C-Level',
    `ceo|cfo|coo|cto|cmo|cio|ciso|chro|cpo|cro|cco|cso|cdo|cao|cxo|c suite|c level|chief|founder|cofounder|owner|co owner|president|
    managing director|managing partner|partner|geschäftsführer|directeur général|director general|eigenaar|inhaber|chairman|chairwoman`,
  ],
  ['Director-Level', 'director|directeur|direktor|directora|head|hoofd|bereichsleiter|principal'],
  [
    'Manager-Level',
    'manager|management|lead|leader|teamleiter|teamleider|supervisor|leiter|leiterin|gerente|chef|jefe|foreman|coordinator',
  ],
  [
    'Other',
    'intern|internship|trainee|student|stagiair|stagiaire|praktikant|werkstudent|apprentice|unpaid|training|volunteer|retired|freelance',
  ],
]);

const DEPARTMENT_RULES = compileRules<Department>([
  [
    'Human Resources',
    'hr|human resources|chro|recruiter|recruiting|recruitment|talent|people|payroll|personnel|personeel|personal leiter',
  ],
  [
    'IT & IS',
    `it|information technology|information systems|cio|ciso|system administrator|sysadmin|network|security|infrastructure|helpdesk|
    database administrator|cloud|devops|erp`,
  ],
  [
    'Marketing',
    `marketing|cmo|brand|content|seo|growth|communications|public relations|pr|social media|copywriter|media|advertising|campaign`,
  ],
  [
    'Support',
    'support|customer service|customer success|customer care|customer experience|klantenservice|kundendienst|service desk',
  ],
  [
    'Sales',
    `sales|business development|sdr|bdr|account executive|account manager|cro|cco|revenue|commercial|vertrieb|verkoop|ventas|vente|
    partnerships|key account|bizdev`,
  ],
  [
    'Finance & Administration',
    `finance|financial|cfo|accounting|accountant|accounts|controller|comptroller|treasurer|treasury|auditor|audit|tax|bookkeeper|legal|
    lawyer|counsel|attorney|compliance|administrative|administration|assistant|secretary|office|buchhaltung|boekhouder`,
  ],
  [
    'Engineering',
    `engineer|engineering|developer|cto|software|programmer|architect|data scientist|data engineer|machine learning|research|scientist|
    qa|quality assurance|product manager|product owner|entwickler|ontwikkelaar|ingenieur|ingeniero|développeur|technical`,
  ],
  [
    'Operations',
    `operations|coo|logistics|supply chain|procurement|purchasing|production|manufacturing|plant|warehouse|project|program|planning|
    quality|facilities|fleet|operational|general manager|betrieb`,
  ],
]);

/** 'Staff' for a title that names no level; null without a title. */
export function seniorityOfTitle(title: string | null): Seniority | null {
  return title === null || foldWords(title).length === 0 ? null : (firstRule(SENIORITY_RULES, title) ?? 'Staff');
}

/** 'Other' for a title that names no department; null without a title. */
export function departmentOfTitle(title: string | null): Department | null {
  return title === null || foldWords(title).length === 0 ? null : (firstRule(DEPARTMENT_RULES, title) ?? 'Other');
}

type Rules<Value extends string> = readonly { value: Value; patterns: readonly WordPattern[] }[];

function compileRules<Value extends string>(given: readonly (readonly [Value, string])[]): Rules<Value> {
  return given.map(([value, tags]) => ({
    value,
    patterns: tags.split('|').flatMap((tag) => {
      const pattern = parseWordPattern(tag);
      return pattern === null ? [] : [pattern];
    }),
  }));
}

function firstRule<Value extends string>(rules: Rules<Value>, title: string): Value | null {
  const words = new Set(foldWords(title));
  return rules.find(({ patterns }) => patterns.some((pattern) => matchesWords(pattern, words)))?.value ?? null;
}
