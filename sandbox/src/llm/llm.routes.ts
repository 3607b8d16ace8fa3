import { cutText } from '@overture/domain/text/text-bounds';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type AnswerFormat, answerQuestion, type GivenSource, obeyPages, type Question } from './answer.ts';
import { classFromNowhere, classifyAsInstructed, classifyMessage } from './classify.ts';
import { writeDraft } from './draft.ts';
import { replyAsInstructed, replyFromNowhere, writeReply } from './reply.ts';
import { answerSearch } from './search.ts';
import {
  anglesAsInstructed,
  proposeAngles,
  writeSequenceAsInstructed,
  writeSequenceFromNowhere,
  writeSequenceMessage,
} from './sequence.ts';
import { describeWebsite } from './website.ts';
import { type Writing, writeAsInstructed, writeFromNowhere, writeSentences } from './write.ts';

/** How the model behaves until told otherwise. */
const LLM_MODES = [
  'normal',
  'fenced',
  'malformed',
  'unsupported',
  'obey',
  'slow',
  'rate_limited',
  'error',
  'page',
  'huge',
  'cut',
] as const;

const completionBody = z.object({
  model: z.string().min(1),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })).min(1),
  response_format: z.object({ type: z.string(), json_schema: z.object({ schema: z.unknown() }).optional() }).optional(),
});
const controlBody = z.strictObject({
  mode: z.enum(LLM_MODES).optional(),
  /** Questions for which the mode holds; then it is normal again. */
  times: z.number().int().min(1).optional(),
  delay_in_ms: z.number().int().min(0).max(600_000).optional(),
  /** The only key that is taken from now on; null takes every key. */
  api_key: z.string().nullable().optional(),
});
const sourceLine = z.object({ id: z.string(), address: z.string(), title: z.string(), text: z.string() });

const KEPT_REQUESTS = 200;

/** An OpenAI-compatible model that needs no GPU: the same answer to the same question, always. */
export function registerLlmRoutes(app: FastifyInstance): void {
  const state = {
    mode: 'normal' as (typeof LLM_MODES)[number],
    times: Number.POSITIVE_INFINITY,
    delay_in_ms: 30_000,
    api_key: null as string | null,
  };
  let requests: unknown[] = [];

  app.post('/__control/llm', async (request) => {
    const body = controlBody.parse(request.body);
    Object.assign(state, { times: Number.POSITIVE_INFINITY }, body);
    return state;
  });
  app.get('/__control/llm/requests', async () => ({ requests }));
  // Answers what it forgets: one that came between a look and a call to forget would be lost unseen.
  app.delete('/__control/llm/requests', async () => {
    const taken = requests;
    requests = [];
    return { requests: taken };
  });
  app.get('/llm/v1/models', async () => ({ object: 'list', data: [{ id: 'sandbox', object: 'model' }] }));
  app.post('/llm/v1/chat/completions', async (request, reply) => {
    const body = completionBody.parse(request.body);
    requests = [...requests, { headers: request.headers, body }].slice(-KEPT_REQUESTS);
    if (state.api_key !== null && request.headers.authorization !== `Bearer ${state.api_key}`) {
      return refuse(reply, 401, 'Incorrect API key provided.');
    }
    const mode = state.times > 0 ? state.mode : 'normal';
    state.times -= 1;
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, state.delay_in_ms));
    if (mode === 'rate_limited') return refuse(reply.header('retry-after', '2'), 429, 'Rate limit reached.');
    if (mode === 'error') return refuse(reply, 500, 'The server had an error.');
    if (mode === 'page') return reply.type('text/html').send('<h1>Welcome to nginx!</h1>');
    return completion(body.model, contentFor(mode, body));
  });
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: { message, type: 'sandbox', code: null } });
}

function completion(model: string, content: string) {
  return {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: Math.ceil(content.length / 4), total_tokens: 100 },
  };
}

function contentFor(mode: (typeof LLM_MODES)[number], body: z.output<typeof completionBody>): string {
  const texts = body.messages.map(({ content }) => textOf(content));
  const schema = JSON.stringify(body.response_format?.json_schema?.schema ?? '') + texts[0];
  const prompt = texts.slice(1).join('\n') || (texts[0] ?? '');
  const isStructured = body.response_format !== undefined || schema.includes('JSON schema');
  if (mode === 'malformed') return 'I am sorry, here is what I think: the answer is {"status": "maybe"';
  if (!isStructured) return polish(prompt);
  const sequence = sequenced(mode, prompt, schema);
  if (sequence !== null) return sequence;
  if (/"excluded_job_titles":/.test(schema)) return inFences(mode, answerSearch(prompt));
  if (/"subject_line":/.test(schema)) return inFences(mode, writeDraft(prompt));
  if (/"fields":/.test(schema)) return inFences(mode, describeWebsite(prompt.split('\n').flatMap(parseSource)));
  if (/"out_of_office"/.test(schema)) return inFences(mode, classified(mode, prompt));
  if (/"starts_paragraph":/.test(schema)) return inFences(mode, replied(mode, prompt));
  if (/"sentences":/.test(schema)) return written(mode, parseWriting(prompt));
  const question = parseQuestion(prompt, schema);
  const answer = mode === 'obey' ? obeyPages(question) : answerQuestion(question);
  if (mode === 'unsupported') Object.assign(answer, unsupported(question));
  return inFences(mode, answer);
}

function inFences(mode: (typeof LLM_MODES)[number], answer: unknown): string {
  const json = JSON.stringify(answer);
  return mode === 'fenced' ? `<think>Let me see {"status": 1}</think>Here you are:\n\`\`\`json\n${json}\n\`\`\`` : json;
}

/** A part of a sequence; null for other questions. */
function sequenced(mode: (typeof LLM_MODES)[number], prompt: string, schema: string): string | null {
  if (/"angles":/.test(schema)) {
    return damaged(mode, inFences(mode, mode === 'obey' ? anglesAsInstructed(prompt) : proposeAngles(prompt)));
  }
  if (!/"opening"/.test(schema)) return null;
  if (mode === 'obey') return inFences(mode, writeSequenceAsInstructed(prompt));
  const write = mode === 'unsupported' ? writeSequenceFromNowhere : writeSequenceMessage;
  return damaged(mode, inFences(mode, write(prompt)));
}

/** An answer of a megabyte, or one that ends in the middle. */
function damaged(mode: (typeof LLM_MODES)[number], json: string): string {
  if (mode === 'huge') return json.replace('{', `{"padding":"${'x'.repeat(1_000_000)}",`);
  return mode === 'cut' ? cutText(json, Math.floor(json.length / 2)) : json;
}

function classified(mode: (typeof LLM_MODES)[number], prompt: string) {
  if (mode === 'obey') return classifyAsInstructed(prompt);
  return mode === 'unsupported' ? classFromNowhere() : classifyMessage(prompt);
}

function replied(mode: (typeof LLM_MODES)[number], prompt: string) {
  if (mode === 'obey') return replyAsInstructed(prompt);
  return mode === 'unsupported' ? replyFromNowhere(prompt) : writeReply(prompt);
}

function written(mode: (typeof LLM_MODES)[number], writing: Writing): string {
  const answer = mode === 'obey' ? writeAsInstructed(writing) : writeSentences(writing);
  return inFences(mode, mode === 'unsupported' ? writeFromNowhere(writing) : answer);
}

function parseWriting(prompt: string): Writing {
  const amount = /^Sentences: (?:exactly one|at most (\d))$/m.exec(prompt);
  return {
    instructions: parseNamed(prompt, 'Instructions') ?? '',
    amount: Number(amount?.[1] ?? 1),
    language: /^Language: (.*)$/m.exec(prompt)?.[1] ?? 'English',
    sources: prompt.split('\n').flatMap(parseSource),
  };
}

/** A confident answer that no source says. */
function unsupported(question: Question) {
  const outputs = {
    short: 'Quantum teapots',
    long: 'Quantum teapots, sold by the million.',
    number: 987_654,
    boolean: true,
    score: 5,
  };
  const [source] = question.sources;
  return {
    status: 'found',
    output: outputs[question.format],
    sources: source === undefined ? [] : [{ id: source.id, quote: 'They sell nothing but quantum teapots.' }],
  };
}

function parseQuestion(prompt: string, schema: string): Question {
  return {
    text: parseNamed(prompt, 'Question') ?? cutText(prompt, 500),
    sources: prompt.split('\n').flatMap(parseSource),
    format: formatOf(schema),
  };
}

/** A line of the prompt with its values. */
function parseNamed(prompt: string, label: 'Instructions' | 'Question'): string | null {
  const text = prompt
    .split('\n')
    .find((line) => line.startsWith(`${label}: `))
    ?.slice(label.length + 2);
  const quoted = /^Names in brackets, quoted as data: (.*)$/m.exec(prompt)?.[1];
  const values = z.record(z.string(), z.string()).parse(JSON.parse(quoted ?? '{}'));
  return text?.replace(/\[([\p{L}\p{N}_.]{1,70})\]/gu, (whole, name: string) => values[name] ?? whole) ?? null;
}

function parseSource(line: string): GivenSource[] {
  if (!line.startsWith('{"id":')) return [];
  try {
    return [sourceLine.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

/** By the words in which the schema describes `output`. */
function formatOf(schema: string): AnswerFormat {
  if (/whole number from 1 to 5/i.test(schema)) return 'score';
  if (/"output":\{[^}]*"boolean"/.test(schema) || /yes or no as true or false/i.test(schema)) return 'boolean';
  if (/bare number/i.test(schema)) return 'number';
  return /several sentences/i.test(schema) ? 'long' : 'short';
}

/** Better instructions: the person's own, with what such instructions usually lack. */
function polish(prompt: string): string {
  const own = (/<draft>([\s\S]*)<\/draft>/.exec(prompt)?.[1] ?? prompt).trim();
  const ended = /[.?!]$/.test(own) ? own : `${own}.`;
  return `${ended.slice(0, 1).toUpperCase()}${ended.slice(1)} Use only what the sources say, prefer the company's own website and recent pages, and answer "not found" when nothing supports an answer.`;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('\n');
}
