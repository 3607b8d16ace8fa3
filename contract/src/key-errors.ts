import { APP_LIMITS, KEY_LIMITS } from '@overture/domain/access/key-scopes';

/** Errors of API keys and of programs that call by one (see `errors.ts`). */
export const keyErrors = {
  api_key_malformed: {
    status: 401,
    text: "This API key isn't complete. Copy it again: it begins with ovt_live_ or ovt_test_.",
  },
  api_key_unknown: { status: 401, text: "This API key doesn't exist on this installation." },
  api_key_revoked: { status: 401, text: 'This API key was revoked.' },
  api_key_expired: { status: 401, text: 'This API key expired.' },
  api_key_ip_refused: { status: 403, text: "This API key can't be used from {ip}." },
  api_key_scope_missing: { status: 403, text: "This API key doesn't have the scope {scope}." },
  not_by_api_key: { status: 403, text: "This call can't be made with an API key." },
  api_keys_full: {
    status: 409,
    text: `An organization can have ${KEY_LIMITS.keys} API keys. Please revoke one first.`,
  },
  api_key_ended: { status: 409, text: 'This API key has ended already.' },
  api_key_ip_range: { status: 400, text: "{range} isn't an IP address or range, such as 203.0.113.0/24." },
  api_key_for_assistants: {
    status: 403,
    text: 'This key belongs to an assistant. It works with the MCP server at /mcp only.',
  },
  app_unknown: { status: 400, text: "The app {client} couldn't be identified: {reason}" },
  app_return_unknown: {
    status: 400,
    text: 'The app asks to send you to {address}, an address that it has not published. Nothing was approved.',
  },
  app_token_expired: { status: 401, text: 'This access token expired. The app gets a new one by its refresh token.' },
  app_disconnected: { status: 401, text: 'This app was disconnected.' },
  app_person_left: {
    status: 401,
    text: 'The person who connected this app may no longer do so. Ask an organization admin to connect it again.',
  },
  connected_apps_full: {
    status: 409,
    text: `An organization can have ${APP_LIMITS.apps} connected apps. Please disconnect one first.`,
  },
  idempotency_key_missing: {
    status: 400,
    text: 'This call needs the header Idempotency-Key, with a new value for each action.',
  },
  idempotency_key_invalid: {
    status: 400,
    text: 'The header Idempotency-Key must have 1 to 200 visible ASCII characters.',
  },
  idempotency_running: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running. Please try again in a moment.',
  },
  idempotency_mismatch: {
    status: 422,
    text: 'This Idempotency-Key was used for another request. Use a new one for each action.',
  },
  idempotency_erased: {
    status: 409,
    text: 'This request was carried out. Its answer was deleted because a person was erased.',
  },
  assistant_tool_unknown: { status: 404, text: 'There is no tool {name}. tools/list names all of them.' },
  assistant_tool_renamed: { status: 404, text: 'This tool was renamed to {name}.' },
  assistant_result_too_large: {
    status: 413,
    text: 'The result is too large. Ask for less, for example one page or one lead.',
  },
  assistant_call_given_up: {
    status: 408,
    text: 'The call was cancelled or took too long. It may still have an effect: check before you repeat it.',
  },
  assistant_credits_used: {
    status: 429,
    text: 'This key can spend {limit} credits a day through the MCP server, and this call could cost {credits}.',
  },
  assistant_sending_off: { status: 403, text: 'Your organization lets assistants send nothing.' },
  assistant_sends_used: {
    status: 429,
    text: 'This key can ask to send {limit} times a day, and has done so. Please try again tomorrow.',
  },
  too_many_prepared: { status: 429, text: 'Too many actions are prepared. Please ask for them, or wait ten minutes.' },
  confirmation_invalid: {
    status: 400,
    text: "This confirmation isn't valid here. Prepare the action again, with the same key.",
  },
  confirmation_used: { status: 409, text: 'This confirmation was used or has expired. Prepare the action again.' },
  approval_decided: { status: 409, text: 'This was decided already: {state}.' },
  cursor_invalid: { status: 400, text: 'This cursor belongs to another list, or was changed. Start without one.' },
} as const;
