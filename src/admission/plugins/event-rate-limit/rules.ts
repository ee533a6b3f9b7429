import type {Rule} from '../../../machinery/field/rule.js'

const source = 'eventratelimit ValidateConfiguration'

const configuration = (...limits: string[]): string => `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits:
${limits.map((limit) => `  - ${limit}\n`).join('')}`

/** The API server's rules for the configuration of EventRateLimit, and those of kadm for configurations that it accepts. */
export const rules: readonly Rule[] = [
  {
    id: 'event-rate-limit/burst',
    severity: 'error',
    summary: 'The burst of a limit is positive.',
    source,
    example: configuration('{type: Namespace, qps: 50}'),
    fix: 'Set the number of events that are accepted at once, for example `burst: 100`. There is no default.',
  },
  {
    id: 'event-rate-limit/cache-size',
    severity: 'error',
    summary: 'The cacheSize of a limit is not negative.',
    source,
    example: configuration('{type: Namespace, qps: 50, burst: 100, cacheSize: -1}'),
    fix: 'Set the number of namespaces, users or objects to remember, or remove the field: the default is 4096.',
  },
  {
    id: 'event-rate-limit/duplicate-type',
    severity: 'warning',
    summary: 'No two limits have the same type.',
    source: 'the design document of EventRateLimit; ValidateConfiguration does not check it',
    example: configuration('{type: Namespace, qps: 50, burst: 100}', '{type: Namespace, qps: 10, burst: 20}'),
    fix: 'Keep one of them. Every event is charged to both, and the tighter one decides.',
  },
  {
    id: 'event-rate-limit/events-api',
    severity: 'info',
    summary: 'Events that are written through events.k8s.io are not limited.',
    source: 'eventratelimit Plugin.Validate, which checks core events only',
    example: configuration('{type: Namespace, qps: 50, burst: 100}'),
    fix: 'Nothing needs to change. The limits apply only to components that write core events, such as the kubelet.',
  },
  {
    id: 'event-rate-limit/ineffective-limit',
    severity: 'warning',
    summary: 'A limit for each namespace, user or object is lower than a limit for all together.',
    source: 'eventratelimit Plugin.Validate, which charges every event to all limits',
    example: configuration('{type: Server, qps: 50, burst: 100}', '{type: User, qps: 50, burst: 100}'),
    fix: 'Lower the limit for each one, so that a single one cannot exhaust the limit for all.',
  },
  {
    id: 'event-rate-limit/limits',
    severity: 'error',
    summary: 'The configuration has limits.',
    source,
    example: `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: []
`,
    fix: 'Add at least one limit, or disable the plugin: the API server does not start with EventRateLimit but without limits.',
  },
  {
    id: 'event-rate-limit/qps',
    severity: 'error',
    summary: 'The qps of a limit is positive.',
    source,
    example: configuration('{type: Namespace, qps: 0, burst: 100}'),
    fix: 'Set the average number of events a second, for example `qps: 50`. There is no default.',
  },
  {
    id: 'event-rate-limit/server-cache-size',
    severity: 'warning',
    summary: 'A limit of type Server has no cacheSize.',
    source: 'eventratelimit newLimitEnforcer, which makes one bucket for the server',
    example: configuration('{type: Server, qps: 5000, burst: 20000, cacheSize: 100}'),
    fix: 'Remove `cacheSize`, which counts the buckets of the other types.',
  },
  {
    id: 'event-rate-limit/server-exhausted',
    severity: 'warning',
    summary: 'A few namespaces cannot exhaust the burst of the server.',
    source: 'eventratelimit Plugin.Validate, which charges every event to all limits',
    example: configuration('{type: Server, qps: 100, burst: 200}', '{type: Namespace, qps: 20, burst: 100}'),
    fix: 'Raise the burst of the type `Server`, or lower that of `Namespace`. Events that the limit of a namespace rejects are charged to the server too.',
  },
  {
    id: 'event-rate-limit/type',
    severity: 'error',
    summary: 'The type of a limit is one of four.',
    source,
    example: configuration('{type: server, qps: 5000, burst: 20000}'),
    fix: 'Write `Server`, `Namespace`, `User` or `SourceAndObject`, with capitals. The design document spells them differently.',
  },
]
