import type {Rule} from '../../machinery/field/rule.js'

const source = 'core validation legacyValidateEvent'

const strictSource = 'core validation ValidateEventCreate'

/** Returns a valid event of events.k8s.io/v1 with these fields replaced. */
function newEvent(fields: Readonly<Record<string, string | undefined>>): string {
  const all: typeof fields = {
    regarding: '{kind: Pod, namespace: shop, name: web-0}', eventTime: '"2026-01-01T10:00:00.000000Z"', type: 'Normal', reason: 'Backup', action: 'Backup',
    reportingController: 'example.com/backup', reportingInstance: 'backup-0', ...fields,
  }
  const lines = Object.entries(all).flatMap(([field, value]) => value === undefined ? [] : [`${field}: ${value}\n`])
  return `apiVersion: events.k8s.io/v1
kind: Event
metadata:
  name: web-0.18867251
  namespace: shop
${lines.join('')}`
}

const long = 'a'.repeat(129)

/** The rules for events. For events without `eventTime`, v1 validates only the namespace. */
export const rules: readonly Rule[] = [
  {
    id: 'event/action',
    severity: 'error',
    summary: 'An event with eventTime has an action of at most 128 bytes.',
    source,
    example: newEvent({action: undefined}),
    fix: 'Write the action that was taken or failed in one word, such as `Pulling`.',
  },
  {
    id: 'event/deprecated-fields',
    severity: 'error',
    summary: 'An event in events.k8s.io has no deprecated fields.',
    source: strictSource,
    example: newEvent({deprecatedCount: '2'}),
    fix: 'Write `series` instead of a count, `eventTime` instead of the first time, and `reportingController` instead of a source.',
  },
  {
    id: 'event/event-time',
    severity: 'error',
    summary: 'An event in events.k8s.io has an eventTime.',
    source: strictSource,
    example: newEvent({eventTime: undefined}),
    fix: 'Write the time with microseconds: `"2026-01-01T10:00:00.000000Z"`.',
  },
  {
    id: 'event/message',
    severity: 'error',
    summary: 'The message of an event with eventTime has at most 1024 bytes.',
    source,
    example: newEvent({note: `"${'busy '.repeat(205)}"`}),
    fix: 'Shorten the text. The field is `message` in v1, and `note` in events.k8s.io/v1.',
  },
  {
    id: 'event/namespace',
    severity: 'error',
    summary: 'An event is in the namespace of its object.',
    source,
    example: `apiVersion: v1
kind: Event
metadata:
  name: web-0.18867251
  namespace: shop
involvedObject:
  kind: Pod
  name: web-0
reason: Backup
type: Normal
`,
    fix: 'Write the same namespace in `metadata` and in `involvedObject`. An event about a cluster-scoped object is in `default`, and its `involvedObject` has no namespace.',
  },
  {
    id: 'event/reason',
    severity: 'error',
    summary: 'An event with eventTime has a reason of at most 128 bytes.',
    source,
    example: newEvent({reason: long}),
    fix: 'Write the reason in one word, and details in the message.',
  },
  {
    id: 'event/reporting-component',
    severity: 'error',
    summary: 'An event with eventTime has the qualified name of the reporting controller.',
    source,
    example: newEvent({reportingController: 'backup controller'}),
    fix: 'Write a name with a domain: `example.com/backup`. The field is `reportingComponent` in v1, and `reportingController` in events.k8s.io/v1.',
  },
  {
    id: 'event/reporting-instance',
    severity: 'error',
    summary: 'An event with eventTime has a reportingInstance of at most 128 bytes.',
    source,
    example: newEvent({reportingInstance: undefined}),
    fix: 'Write the name of the pod or host, such as `backup-0`.',
  },
  {
    id: 'event/series',
    severity: 'error',
    summary: 'A series has a count of at least 2, and the time of the last event.',
    source: 'core validation validateV1EventSeries',
    example: newEvent({series: '{count: 1, lastObservedTime: "2026-01-01T10:05:00.000000Z"}'}),
    fix: 'Remove `series` from an event that happened once.',
  },
  {
    id: 'event/type',
    severity: 'error',
    summary: 'The type of an event in events.k8s.io is Normal or Warning.',
    source: strictSource,
    example: newEvent({type: 'Error'}),
    fix: 'Write `Warning` for problems, otherwise `Normal`. v1 accepts any type.',
  },
]
