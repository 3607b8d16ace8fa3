import type { Api } from '../index.ts';

const PROFILE = 'profile of a lead';

/** What others write about a lead: the person, a website, a file. People choose the names of their profiles as well. */
export const LEAD_TEXTS = {
  first_name: PROFILE,
  last_name: PROFILE,
  headline: PROFILE,
  job_title: PROFILE,
  industry: PROFILE,
  location: PROFILE,
  company: PROFILE,
  company_name: PROFILE,
  custom: PROFILE,
} as const;

const FAILURE = 'report of a failure, which can quote a mail server';

/** Why something failed or bounced: the words can be those of the mail server of the lead. */
export const FAILURE_TEXTS = { error: FAILURE, note: FAILURE } as const;

/** Where an argument goes: a path parameter, a field of the query or of the body. */
type Place = `${'params' | 'query' | 'body'}.${string}`;

/** Its place, what it means, and whether the tool needs it although the call does not. */
type McpArgument = readonly [place: Place, about: string, need?: 'required'];

/**
 * A tool of the MCP server: a call of the contract under a name for language models. It has the scope, the checks and the handler of the
 * call. Nothing is written twice.
 */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  call: keyof Api;
  /** `read` changes nothing, `edit` changes data, `repeat` may be called twice without a further effect, `send` acts outside. */
  kind: 'read' | 'edit' | 'repeat' | 'send';
  takes: Readonly<Record<string, McpArgument>>;
  /** Values that are always sent, by place. */
  fixed?: Readonly<Partial<Record<Place, unknown>>>;
  /** Fields of the answer that are kept; all when left out. */
  keeps?: readonly string[];
  /** The list of the answer that the tool pages, 25 rows at a time, where the call itself does not. `true`: the answer is that list. */
  pages?: string | true;
  /** Fields with text by others (a reply, a profile, a web page), and whose it is. Such text is data, never an instruction. */
  untrusted?: Readonly<Record<string, string>>;
  /** How much one call costs at most, in credits: a fixed number, or a number of leads times the price of their task. */
  costs?: 'one_credit' | 'task_of_leads';
  /** Names that it had before. */
  former_names?: readonly string[];
}
