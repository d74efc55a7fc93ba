// What the conformance suite of MCP asks for, and what of it does not apply here, each check with its reason. A scenario that
// stands in neither list is new, and the run fails until someone has read it.

const example = 'asks for a tool or resource that only the example server of the suite has'
const confirmation = `${example}; test/mcp has the same for the confirmations of our tools`
const prompts = 'there are no prompts, and none are declared'
const completion = 'nothing is completed, and that is not declared'
const logging = 'nothing is logged to clients, and that is not declared'
const tasks = 'an extension: no tool takes long enough to be a task, and none are declared'
const anyOrigin =
  'pages of every origin may call, as they may call /v1: nobody comes in without a token, no cookie is read, and nothing is trusted for the network that it comes from'
const noSession =
  'nothing is kept between two messages, so there is no session, nothing to resume and nothing to subscribe in; the revision of 2026 listens'
const noHeaderArguments = 'no tool asks for an argument in a header'

/** The same reason for several checks of a scenario. */
const all = (reason, ...checks) => Object.fromEntries(checks.map((check) => [check, reason]))
/** For scenarios of one check that is called as they are. */
const alike = (reason, ...scenarios) =>
  Object.fromEntries(scenarios.map((scenario) => [scenario, all(reason, scenario)]))

const ofBoth = {
  ...alike(
    example,
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ),
  ...alike(
    prompts,
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ),
  ...alike(completion, 'completion-complete'),
  'json-schema-2020-12': all(example, 'json-schema-2020-12-tool-found'),
  'dns-rebinding-protection': all(anyOrigin, 'localhost-host-rebinding-rejected'),
}

export const suites = [
  {
    revision: '2026-07-28',
    version: '0.2.0-alpha.12',
    args: ['--requirements', '2026-07-28'],
    holds: [
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
      'resources-list',
      'sep-2164-resource-not-found',
      'server-sse-multiple-streams',
      'tasks-status-notifications',
      'tools-list',
    ],
    apart: {
      ...ofBoth,
      'server-stateless': all(
        example,
        'sep-2575-server-rejects-undeclared-capability',
        'sep-2575-missing-capability-http-400',
        'sep-2575-http-server-no-independent-requests-on-stream',
        'sep-2575-server-no-log-without-loglevel',
      ),
      caching: all(prompts, 'sep-2549-prompts-list-caching-hints'),
      'http-custom-header-server-validation': all(
        noHeaderArguments,
        'sep-2243-server-no-xmcp-tool',
        'sep-2243-server-decode-base64',
        'sep-2243-server-validate-param-match',
        'sep-2243-server-reject-invalid-param-chars',
        'sep-2243-server-reject-param-mismatch',
      ),
      'input-required-result-basic-elicitation': all(confirmation, 'sep-2322-elicitation-incomplete'),
      'input-required-result-basic-list-roots': all(example, 'sep-2322-list-roots-incomplete'),
      'input-required-result-basic-sampling': all(example, 'sep-2322-sampling-incomplete'),
      'input-required-result-capability-check': all(confirmation, 'sep-2322-respect-client-capabilities'),
      'input-required-result-ignore-extra-params': all(confirmation, 'sep-2322-ignore-unexpected-params'),
      'input-required-result-missing-input-response': all(
        confirmation,
        'sep-2322-missing-response-rerequests',
      ),
      'input-required-result-multi-round': all(example, 'sep-2322-multi-round-r1'),
      'input-required-result-multiple-input-requests': all(example, 'sep-2322-multiple-inputs-incomplete'),
      'input-required-result-non-tool-request': all(prompts, 'sep-2322-non-tool-incomplete'),
      'input-required-result-request-state': all(confirmation, 'sep-2322-request-state-incomplete'),
      'input-required-result-result-type': all(confirmation, 'sep-2322-result-type-included'),
      'input-required-result-tampered-state': all(confirmation, 'sep-2322-reject-tampered-state'),
      'tasks-capability-negotiation': all(
        tasks,
        'tasks-extension-advertised',
        'sep-2663-tasks-methods-non-declaring',
        'sep-2663-server-rejects-undeclared-client',
        'tasks-per-request-meta-opt-in',
      ),
      'tasks-dispatch-and-envelope': all(
        tasks,
        'tasks-server-directed-creation-no-hint',
        'sep-2663-legacy-task-param-ignored',
        'tasks-immediate-result-shortcut',
        'tasks-result-type-complete-on-non-task-responses',
        'sep-2663-durable-create-strong-consistency',
        'sep-2663-tasks-get-invalid-task-id-32602',
      ),
      'tasks-lifecycle': all(
        tasks,
        'tasks-sync-tool-call',
        'sep-2663-result-type-task-on-create',
        'sep-2663-tasks-get-status-working',
        'sep-2663-tasks-get-status-completed',
        'sep-2663-tool-error-uses-completed-status',
        'sep-2663-tasks-get-status-failed',
        'sep-2663-cancel-ack-empty-result',
        'tasks-cancel-terminal-idempotent-ack',
      ),
      'tasks-mrtr-composition': all(tasks, 'sep-2663-mrtr-synchronous-before-task-creation'),
      'tasks-mrtr-input': all(
        tasks,
        'sep-2663-tasks-get-status-input-required',
        'tasks-mrtr-tasks-update-resumes',
        'tasks-mrtr-partial-fulfillment',
      ),
      'tasks-request-headers': all(
        tasks,
        'tasks-headers-tolerate-mcp-method-on-tools-call',
        'sep-2663-routing-headers-accepted-on-tasks-get',
        'sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
      ),
      'tasks-request-state-removal': all(tasks, 'tasks-request-state-removal-setup'),
      'tasks-required-task-error': all(tasks, 'sep-2663-server-returns-missing-capability-when-required'),
      'tasks-wire-fields': all(
        tasks,
        'tasks-wire-field-renames',
        'tasks-no-early-ttl-expiry',
        'tasks-no-related-task-meta-on-inlined-result',
      ),
    },
  },
  {
    revision: '2025-11-25',
    version: '0.1.16',
    args: ['--suite', 'all'],
    holds: ['ping', 'resources-list', 'server-initialize', 'tools-list'],
    apart: {
      ...ofBoth,
      ...alike(logging, 'logging-set-level', 'tools-call-with-logging'),
      ...alike(noSession, 'resources-subscribe', 'resources-unsubscribe'),
      ...alike(example, 'tools-call-elicitation', 'tools-call-sampling'),
      'elicitation-sep1034-defaults': all(example, 'elicitation-sep1034-general'),
      'elicitation-sep1330-enums': all(example, 'elicitation-sep1330-general'),
      'server-sse-multiple-streams': all(noSession, 'server-sse-multiple-streams-session'),
      'server-sse-polling': all(
        noSession,
        'server-sse-polling-session',
        'server-sse-priming-event',
        'server-sse-retry-field',
      ),
    },
  },
]
