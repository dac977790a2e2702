/** Protocol revisions that the conformance suite knows and the SDK speaks, and the scenarios that cannot apply here. */

export const revisions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

const fixture = 'calls a tool, resource or prompt of the suite itself (test_…), which no other server has'
const asks = 'needs a tool that asks the client something back (input, sampling, roots); every tool here only reads'

/** Scenarios that are not run, each with its reason; docs/mcp.md lists them. */
export const inapplicable: Record<string, string> = {
  'logging-set-level': 'the server sends no log messages to clients and declares no logging',
  'resources-subscribe': 'the server keeps no sessions and declares no subscriptions for these revisions',
  'resources-unsubscribe': 'the server keeps no sessions and declares no subscriptions for these revisions',
  'http-custom-header-server-validation': 'needs a tool with x-mcp-header arguments; none here has any',
  ...named(fixture, [
    'completion-complete',
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ]),
  ...named(asks, [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-unsupported-methods',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ]),
}

/** Checks inside a scenario that is run, which the suite itself calls not testable without a tool of its own. */
export const untestableChecks: Record<string, string[]> = {
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
}

function named(reason: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}
