import { createHmac, randomBytes } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Tools and a prompt of the suite that ask their caller for input, in one round or more, as the product never does. */
type Questions = Record<string, { method: string; params: object }>;

const ask = (message: string, field: string, type: 'string' | 'boolean' = 'string') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] } },
});
const sample = (words: string, maxTokens: number) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
});
const roots = { method: 'roots/list', params: {} };

interface Asking {
  rounds: Questions[];
  /** The round is in a signed state that the caller sends back. */
  has_state?: true;
}
export const ASKING_TOOLS: Readonly<Record<string, Asking>> = {
  test_input_required_result_elicitation: { rounds: [{ user_name: ask('What is your name?', 'name') }] },
  test_input_required_result_sampling: {
    rounds: [{ capital_question: sample('What is the capital of France?', 100) }],
  },
  test_input_required_result_list_roots: { rounds: [{ client_roots: roots }] },
  test_input_required_result_request_state: {
    rounds: [{ confirm: ask('Please confirm', 'ok', 'boolean') }],
    has_state: true,
  },
  test_input_required_result_multiple_inputs: {
    rounds: [
      {
        user_name: ask('What is your name?', 'name'),
        greeting: sample('Generate a greeting', 50),
        client_roots: roots,
      },
    ],
    has_state: true,
  },
  test_input_required_result_multi_round: {
    rounds: [
      { step1: ask('Step 1: What is your name?', 'name') },
      { step2: ask('Step 2: What is your favorite color?', 'color') },
    ],
    has_state: true,
  },
  test_input_required_result_tampered_state: {
    rounds: [{ confirm: ask('Please confirm', 'ok', 'boolean') }],
    has_state: true,
  },
  test_input_required_result_capabilities: {
    rounds: [{ user_name: ask('What is your name?', 'name'), greeting: sample('Generate a greeting', 50) }],
  },
};
export const ASKING_PROMPT = 'test_input_required_result_prompt';
const promptAsks: Asking = { rounds: [{ user_context: ask('What context should the prompt use?', 'context') }] };

interface Input {
  envelope?: { 'io.modelcontextprotocol/clientCapabilities'?: Record<string, object> };
  inputResponses?: Record<string, unknown>;
  requestState(): unknown;
}

/** What to ask next of the caller of a tool or of the prompt; null if everything was answered. @throws ProtocolError for a forged state */
export function listNextQuestions(name: string, input: Input): object | null {
  const { rounds, has_state } = name === ASKING_PROMPT ? promptAsks : ASKING_TOOLS[name]!;
  const round = has_state ? parseRound(name, input.requestState()) : 0;
  const isAnswered = Object.keys(rounds[round] ?? {}).every((key) => isObject(input.inputResponses?.[key]));
  const next = isAnswered ? round + 1 : round;
  const questions = rounds[next];
  if (questions === undefined) return null;
  // Only what the client declares: `elicitation/create` needs `elicitation`.
  const declared = input.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
  const canAnswer = ([, { method }]: [string, Questions[string]]) => (method.split('/')[0] ?? '') in declared;
  const inputRequests = Object.fromEntries(Object.entries(questions).filter(canAnswer));
  return {
    ...{ resultType: 'input_required', inputRequests },
    ...(has_state ? { requestState: signRound(name, next) } : {}),
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const secret = randomBytes(32);
const signRound = (name: string, round: number): string =>
  `${round}.${createHmac('sha256', secret).update(`${name} ${round}`).digest('base64url')}`;

function parseRound(name: string, state: unknown): number {
  if (state === undefined) return 0;
  const round = Number.parseInt(String(state), 10);
  if (state !== signRound(name, round)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown state');
  return round;
}
