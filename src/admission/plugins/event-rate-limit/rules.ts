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
    fix: 'Write how many events may come at once: `burst: 100`, say. There is no default.',
  },
  {
    id: 'event-rate-limit/cache-size',
    severity: 'error',
    summary: 'The cacheSize of a limit is not negative.',
    source,
    example: configuration('{type: Namespace, qps: 50, burst: 100, cacheSize: -1}'),
    fix: 'Write how many namespaces, users or objects are remembered, or leave the field out: the default is 4096.',
  },
  {
    id: 'event-rate-limit/duplicate-type',
    severity: 'warning',
    summary: 'Each limit has a type of its own.',
    source: 'the design document of EventRateLimit; ValidateConfiguration does not check it',
    example: configuration('{type: Namespace, qps: 50, burst: 100}', '{type: Namespace, qps: 10, burst: 20}'),
    fix: 'Keep one of them. Both would be charged for every event, and the tighter one decides.',
  },
  {
    id: 'event-rate-limit/events-api',
    severity: 'info',
    summary: 'Events that are written through events.k8s.io are not limited.',
    source: 'eventratelimit Plugin.Validate, which checks core events only',
    example: configuration('{type: Namespace, qps: 50, burst: 100}'),
    fix: 'There is nothing to be changed. Count on limits only for components that write core events, as the kubelet does.',
  },
  {
    id: 'event-rate-limit/ineffective-limit',
    severity: 'warning',
    summary: 'A limit for each one allows less than a limit for all together.',
    source: 'eventratelimit Plugin.Validate, which charges every event to all limits',
    example: configuration('{type: Server, qps: 50, burst: 100}', '{type: User, qps: 50, burst: 100}'),
    fix: 'Lower the limit for each one, so that one cannot use up the limit of all.',
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
    fix: 'Write one limit at least, or do not enable the plugin: the API server does not start with EventRateLimit and without limits.',
  },
  {
    id: 'event-rate-limit/qps',
    severity: 'error',
    summary: 'The qps of a limit is positive.',
    source,
    example: configuration('{type: Namespace, qps: 0, burst: 100}'),
    fix: 'Write how many events a second there may be in the long run: `qps: 50`, say. There is no default.',
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
    summary: 'It takes more than a few namespaces to use up the burst of the server.',
    source: 'eventratelimit Plugin.Validate, which charges every event to all limits',
    example: configuration('{type: Server, qps: 100, burst: 200}', '{type: Namespace, qps: 20, burst: 100}'),
    fix: 'Raise the burst of the type `Server`, or lower that of `Namespace`. Events that a namespace is refused are charged to the server too.',
  },
  {
    id: 'event-rate-limit/type',
    severity: 'error',
    summary: 'The type of a limit is one of the four that there are.',
    source,
    example: configuration('{type: server, qps: 5000, burst: 20000}'),
    fix: 'Write `Server`, `Namespace`, `User` or `SourceAndObject`, with capitals; the design document has other spellings.',
  },
]
