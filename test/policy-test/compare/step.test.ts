import {expect} from 'chai'

import {runTests} from '../../../src/policy-test/run-tests.js'
import {SourceFile} from '../../../src/source/source-file.js'

const quotaIn = (namespace: string): string => `{apiVersion: v1, kind: ResourceQuota, metadata: {name: team, namespace: ${namespace}}, spec: {hard: {pods: "2", requests.cpu: 1500m}}}`

const pod = '{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i, resources: {requests: {cpu: 100m}}}]}}'

const workload = (kind: string, name: string, replicas: number): string => `{apiVersion: apps/v1, kind: ${kind}, metadata: {name: ${name}}, spec: {replicas: ${replicas}, selector: {matchLabels: {a: ${name}}}, `
  + `template: {metadata: {labels: {a: ${name}}}, spec: {containers: [{name: app, image: i, resources: {requests: {cpu: 100m}}}]}}}}`

const bare = '{apiVersion: apps/v1, kind: Deployment, metadata: {name: bare}, spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: i}]}}}}'

const label = (name: string): string => `pod-security.kubernetes.io/${name}`

const audited = `policies: [{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {${label('audit')}: restricted}}}]`

const violations = 'would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "app" must set securityContext.allowPrivilegeEscalation=false), '
  + 'unrestricted capabilities (container "app" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "app" must set securityContext.runAsNonRoot=true), '
  + 'seccompProfile (pod or container "app" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")'

/** Returns the failures of one test, without their places. */
function failuresOf(test: string, head = `policies: [${quotaIn('default')}]`): string[] {
  const file = new SourceFile('team.kadm-test.yaml', `apiVersion: test.kadm.dev/v1\nkind: Suite\n${head}\ntests:\n- name: a\n  ${test.trim()}\n`)
  const {files: [result]} = runTests([{file, files: new Map()}])
  expect(result?.errors.map(({message}) => message)).to.deep.equal([])
  const [{failures, problems} = {failures: [], problems: []}] = result?.tests ?? []
  return [
    ...failures.map(({subject, field, expected, actual, count}) => `${subject} ${field}: ${expected} | ${actual}${count > 1 ? ` x${count}` : ''}`),
    ...problems.map(({message}) => message),
  ]
}

const cases: Readonly<Record<string, readonly [test: string, expected: readonly string[], head?: string]>> = {
  'a quota of a name that two namespaces have': [
    `object: ${pod}\n  expect: {quotas: {team: {pods: 1}}}`, [' quotas.team: one quota of this name | write one of default/team, dev/team'], `policies: [${quotaIn('default')}, ${quotaIn('dev')}]`,
  ],
  'a quota by its namespace and name': [`object: ${pod}\n  expect: {quotas: {default/team: {pods: 1}, dev/team: {pods: 0}}}`, [], `policies: [${quotaIn('default')}, ${quotaIn('dev')}]`],
  'a quota that does not exist': [`object: ${pod}\n  expect: {quotas: {other: {pods: 1}}}`, [' quotas.other: a quota of this name | the quotas are default/team']],
  'less and more usage than expected': [
    `object: ${pod}\n  expect: {quotas: {team: {pods: 2, requests.cpu: 99m}}}`, [' quotas.team.pods: 2 | 1', ' quotas.team.requests.cpu: 99m | 100m'],
  ],
  'a resource that a quota does not bound': [`object: ${pod}\n  expect: {quotas: {team: {services: 0}}}`, [' quotas.team.services: 0 | the quota does not bound this resource']],
  'the number of wanted pods beside that of created and denied ones': [
    `object: ${workload('Deployment', 'web', 5)}\n  expect: {pods: {created: 2, wanted: 5, denied: 3}}`, [],
  ],
  'other numbers of pods': [
    `object: ${workload('Deployment', 'web', 5)}\n  expect: {pods: {created: 5, wanted: 2, denied: 2}}`,
    ['Deployment/web pods.created: 5 | 2', 'Deployment/web pods.wanted: 2 | 5', 'Deployment/web pods.denied: 2 | 3'],
  ],
  'the fields of pods that do not exist': [
    `object: ${bare}\n  expect: {pods: {created: 0, stored: {kind: Pod}}}`, ['Deployment/bare pods.stored: a pod that is stored | no pod is created'],
  ],
  'a message although no pod is denied': [`object: ${workload('Deployment', 'web', 1)}\n  expect: {pods: {message: no}}`, ['Deployment/web pods.message: no | no pod is denied']],
  'the rollout of a workload that has none': [
    'object: {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: app, image: i, resources: {requests: {cpu: 100m}}}]}}}}\n'
      + '  expect: {rollout: fits}', ['Job/j rollout: fits | this workload has no rollout'],
  ],
  'pods of one of two workloads that is not named': [
    `objects: [${workload('Deployment', 'web', 1)}, ${workload('Deployment', 'api', 1)}]\n  expect: {pods: 1}`,
    [' pods: one workload | the workloads are Deployment/web, Deployment/api: choose one with "object: KIND/NAME"'],
  ],
  'pods if no workload is sent': [`object: ${pod}\n  expect: {pods: 1}`, [' pods: one workload | there is no workload']],
  'pods of a workload that no step sends': [
    `steps:\n  - {object: ${workload('Deployment', 'web', 1)}}\n  - {object: ${pod}, expect: {object: Deployment/web, pods: 1}}`, [],
  ],
  'a rollout of a workload that no step sends': [
    `steps:\n  - {object: ${workload('Deployment', 'web', 1)}}\n  - {object: ${pod}, expect: {object: Deployment/web, rollout: fits}}`, ['Deployment/web rollout: fits | blocked'],
  ],
  'the admission of a workload that the step does not send': [
    `steps:\n  - {object: ${workload('Deployment', 'web', 1)}}\n  - {object: ${pod}, expect: {object: Deployment/web, allowed: true, pods: 1}}`, [' object: Deployment/web | the step sends Pod/web'],
  ],
  'only the number of admitted objects of two': [`objects: [${pod}, ${pod.replace(', resources: {requests: {cpu: 100m}}', '').replace('name: web', 'name: b')}]\n  expect: {admitted: 1}`, []],
  'only the number of denied objects of two': [`objects: [${pod}, ${pod.replace(', resources: {requests: {cpu: 100m}}', '').replace('name: web', 'name: b')}]\n  expect: {denied: 1}`, []],
  'the numbers of admitted and denied objects': [`object: ${pod}\n  expect: {admitted: 0, denied: 1}`, [' admitted: 0 | 1', ' denied: 1 | 0']],
  'a repeated step whose answers differ in the same way': [
    'events: [{at: 0s, times: 3, expect: {code: 200}}]', ['Event/event. code: 200 | 201 x3'],
  ],
  'annotations for the audit log, and absent ones': [
    `object: ${pod}\n  expect: {auditAnnotations: {${label('enforce-policy')}: "privileged:latest", ${label('audit-violations')}: {contains: runAsNonRoot != true}, ${label('exempt')}: null}}`, [], audited,
  ],
  'other annotations for the audit log': [
    `object: ${pod}\n  expect: {auditAnnotations: {${label('enforce-policy')}: null, ${label('audit-violations')}: {contains: hostPath}, ${label('exempt')}: {matches: .*}, constructor: user}}`,
    [
      `Pod/web auditAnnotations.${label('enforce-policy')}: absent | privileged:latest`,
      `Pod/web auditAnnotations.${label('audit-violations')}: contains: hostPath | ${violations}`,
      `Pod/web auditAnnotations.${label('exempt')}: matches: .* | absent`,
      'Pod/web auditAnnotations.constructor: user | absent',
    ], audited,
  ],
  'annotations for the audit log without Pod Security': [
    `object: ${pod}\n  expect: {auditAnnotations: {${label('enforce-policy')}: null, ${label('exempt')}: user}}`, [`Pod/web auditAnnotations.${label('exempt')}: user | absent`],
  ],
  'a field whose name has a dot': [
    `object: ${pod}\n  expect: {stored: {a.b/c: x}}`, ['Pod/web stored.a.b/c: x | absent'],
  ],
}

describe('the comparison of a step', () => {
  for (const [what, [test, expected, head]] of Object.entries(cases)) {
    it(`compares ${what}`, () => expect(failuresOf(test, head)).to.deep.equal(expected))
  }
})
