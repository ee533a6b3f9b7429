import {expect} from 'chai'
import * as fc from 'fast-check'

import {fixSources} from '../../../src/lint/fix/fix-sources.js'
import {lint, type LintReport} from '../../../src/lint/lint.js'
import {SourceFile} from '../../../src/source/source-file.js'

const namespace = (level: string): SourceFile => new SourceFile('namespace.yaml',
  `apiVersion: v1\nkind: Namespace\nmetadata: {name: dev, labels: {pod-security.kubernetes.io/${level}}}\n`)

/** The text after `--fix`, and the checks that still fail. */
function fixed(text: string, level = 'enforce: restricted', path = 'app.yaml'): {readonly text: string, readonly left: string[], readonly report: LintReport, readonly rounds: number} {
  const {fixed: [app], report, rounds} = fixSources([namespace(level), new SourceFile(path, text)], (sources) => lint(sources, {namespace: 'dev'}))
  const left = report.diagnostics.map(({ruleId, message}) => `${ruleId} ${/": ([^(]*)(?: \(|$)/.exec(message)?.[1] ?? message}`)
  return {text: app?.after.text ?? text, left, report, rounds: rounds.length}
}

const template = (spec: string): string => `# The shop
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}   # its name
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
${spec}`

describe('kadm lint --fix of violations of Pod Security', () => {
  it('adds all missing fields at once, and keeps comments and layout', () => {
    const {text, left, rounds} = fixed(template(`      securityContext:
        runAsUser: 1000   # not root
      initContainers:
        - name: init
          image: i
          securityContext: {readOnlyRootFilesystem: true}
      # the program
      containers:
        - name: app   # the first
          image: web
          ports:
            - containerPort: 80   # http
        - {name: side, image: s}
`))
    expect(text).to.equal(template(`      securityContext:
        runAsUser: 1000   # not root
        runAsNonRoot: true
        seccompProfile:
          type: RuntimeDefault
      initContainers:
        - name: init
          image: i
          securityContext: {readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
      # the program
      containers:
        - name: app   # the first
          image: web
          ports:
            - containerPort: 80   # http
          securityContext:
            allowPrivilegeEscalation: false
            capabilities:
              drop: [ALL]
        - {name: side, image: s, securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}}
`))
    expect([left, rounds, fixed(text).text]).to.deep.equal([[], 2, text])
  })

  it('writes JSON into JSON, on one line or on many', () => {
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}, spec: {securityContext: {runAsUser: 1}, containers: [{name: 'a', image: 'i'}, {name: 'b', image: 'i', securityContext: {}}]}}
    for (const space of [0, 2]) {
      const {text, left} = fixed(JSON.stringify({apiVersion: 'v1', kind: 'List', items: [pod]}, null, space), 'enforce: restricted', 'app.json')
      const context = {allowPrivilegeEscalation: false, capabilities: {drop: ['ALL']}}
      expect(left).to.deep.equal([])
      expect((JSON.parse(text) as {items: unknown}).items).to.deep.equal([{...pod, spec: {
        securityContext: {runAsUser: 1, runAsNonRoot: true, seccompProfile: {type: 'RuntimeDefault'}}, containers: pod.spec.containers.map((one) => ({...one, securityContext: context})),
      }}])
    }
  })

  it('leaves what a person must decide', () => {
    const left = (spec: string, level?: string): string[] => fixed(template(spec), level).left
    const rest = 'capabilities: {drop: [ALL]}'
    const profile = '      securityContext: {seccompProfile: {type: RuntimeDefault}, runAsNonRoot: true}\n'
    const container = (context: string): string => `${profile}      containers: [{name: app, image: web, securityContext: {${context}}}]\n`
    expect(left('      containers: [{name: app, image: web}]\n')).to.deep.equal(['pod-security/enforce runAsNonRoot != true'])
    expect(left('      securityContext: {runAsUser: 0}\n      containers: [{name: app, image: web}]\n')).to.include('pod-security/enforce runAsNonRoot != true')
    expect(left(container(`${rest}, allowPrivilegeEscalation: true`))).to.deep.equal(['pod-security/enforce allowPrivilegeEscalation != false'])
    expect(left(container(`${rest}, privileged: true`))).to.include('pod-security/enforce allowPrivilegeEscalation != false')
    expect(left(container('allowPrivilegeEscalation: false, capabilities: {drop: NET_RAW}'))).not.to.deep.equal([])
    expect(left(container('allowPrivilegeEscalation: false, capabilities: {add: [NET_RAW]}'))).to.deep.equal(['pod-security/enforce unrestricted capabilities'])
    expect(left('      os: {name: windows}\n      securityContext: {runAsNonRoot: true}\n      containers: [{name: app, image: web}]\n', 'enforce: restricted, pod-security.kubernetes.io/enforce-version: v1.24'))
      .to.include('pod-security/enforce allowPrivilegeEscalation != false')
  })

  it('adds ALL to the capabilities that a container drops, in the style of the list', () => {
    const profile = '      securityContext: {seccompProfile: {type: RuntimeDefault}, runAsNonRoot: true}\n      containers:\n        - name: app\n          image: web\n'
    const context = (capabilities: string): string => `${profile}          securityContext:\n            allowPrivilegeEscalation: false\n            capabilities:${capabilities}\n`
    const lists = {
      ' {drop: [NET_RAW]}': ' {drop: [NET_RAW, ALL]}',
      ' {drop: ["NET_RAW", all ]}   # few': ' {drop: ["NET_RAW", all, ALL ]}   # few',
      ' {drop: []}': ' {drop: ["ALL"]}',
      '\n              drop: [\n                \'CHOWN\',\n                \'KILL\'   # not needed\n              ]': '\n              drop: [\n                \'CHOWN\',\n                \'KILL\',\n                \'ALL\'   # not needed\n              ]',
      '\n              drop:\n              - NET_RAW   # no ping\n              - KILL': '\n              drop:\n              - NET_RAW   # no ping\n              - KILL\n              - ALL',
      '\n              drop:\n                - KILL   # last\n\n              # more\n              add: [NET_BIND_SERVICE]':
        '\n              drop:\n                - KILL   # last\n                - ALL\n\n              # more\n              add: [NET_BIND_SERVICE]',
    }
    for (const [before, after] of Object.entries(lists)) {
      expect(fixed(template(context(before)))).to.deep.include({text: template(context(after)), left: []})
    }
    const windows = fixed(template(context('\n              drop:\n                - KILL')).replaceAll('\n', '\r\n'))
    expect(windows).to.deep.include({text: template(context('\n              drop:\n                - KILL\n                - ALL')).replaceAll('\n', '\r\n'), left: []})
  })

  it('adds to a map and to the map or list that ends it', () => {
    const profile = '      securityContext: {seccompProfile: {type: RuntimeDefault}, runAsNonRoot: true}\n      containers:\n        - name: app\n          image: web\n'
    const container = (capabilities: string, rest = ''): string => `${profile}          securityContext:\n            capabilities:\n${capabilities}${rest}`
    const escalation = '            allowPrivilegeEscalation: false\n'
    for (const [before, after] of [
      ['              add:\n                - NET_BIND_SERVICE\n', '              add:\n                - NET_BIND_SERVICE\n              drop: [ALL]\n'],
      ['              drop:\n                - NET_RAW\n', '              drop:\n                - NET_RAW\n                - ALL\n'],
    ] as const) {
      expect(fixed(template(container(before)))).to.deep.include({text: template(container(after, escalation)), left: []})
    }
  })

  it('changes nothing under levels that only warn, beside aliases, and in suppressed findings', () => {
    const plain = template('      containers: [{name: app, image: web}]\n')
    const aliased = template('      initContainers: [&a {name: app, image: web}]\n      containers: [{<<: *a, name: b}]\n')
    for (const [text, level] of [[plain, 'warn: restricted'], [plain, 'audit: restricted'], [plain, 'enforce: baseline'], [aliased, 'enforce: restricted'],
      [`# kadm-disable pod-security/enforce -- known\n${plain}`, 'enforce: restricted']] as const) {
      expect(fixed(text, level).text, text).to.equal(text)
    }
  })

  it('removes the fixed findings of random workloads, which stay valid, and does not change a second time @slow', () => {
    const context = fc.record({
      runAsUser: fc.constantFrom(0, 1000), runAsNonRoot: fc.constant(true), readOnlyRootFilesystem: fc.boolean(), privileged: fc.constantFrom(true, false),
      capabilities: fc.constantFrom({add: ['NET_BIND_SERVICE']}, {drop: ['ALL']}, {}, {add: ['SYS_ADMIN']}, {drop: ['NET_RAW']}, {drop: []}), allowPrivilegeEscalation: fc.constant(false),
    }, {requiredKeys: []})
      // The server rejects the combination.
      .map(({allowPrivilegeEscalation, ...one}) => one.privileged === true || 'add' in (one.capabilities ?? {}) || allowPrivilegeEscalation === undefined
        ? one : {...one, allowPrivilegeEscalation})
    const container = (name: string): fc.Arbitrary<object> => fc.record({securityContext: context}, {requiredKeys: []}).map((fields) => ({name, image: 'i', ...fields}))
    const spec = fc.record({
      containers: fc.tuple(container('a'), container('b')), initContainers: fc.tuple(container('c')), securityContext: fc.record({runAsUser: fc.constantFrom(0, 5)}, {requiredKeys: []}),
    }, {requiredKeys: ['containers']})
    const makers = [
      (pod: object) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'x'}, spec: pod}),
      (pod: object) => ({apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: {name: 'x'}, spec: {selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: pod}}}),
      (pod: object) => ({apiVersion: 'batch/v1', kind: 'CronJob', metadata: {name: 'x'}, spec: {schedule: '* * * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: 'Never', ...pod}}}}}}),
    ]
    let changed = 0
    const printers = [blockYaml, (value: unknown) => JSON.stringify(value), (value: unknown) => JSON.stringify(value, null, 2)]
    fc.assert(fc.property(spec, fc.constantFrom(...makers), fc.constantFrom<(value: unknown) => string>(...printers), (pod, make, print) => {
      const text = print(make(pod))
      const before = lint([namespace('enforce: restricted'), new SourceFile('app.yaml', text)], {namespace: 'dev'}).diagnostics
      const result = fixed(text)
      const fixable = before.filter(({fix}) => fix !== undefined)
      if (fixable.length > 0) {
        changed++
        expect(result.text).not.to.equal(text)
      }
      const left = new Set(result.report.diagnostics.map(({message}) => message))
      expect(fixable.filter(({message}) => left.has(message))).to.deep.equal([])
      expect(result.report.diagnostics.filter(({ruleId, severity}) => severity === 'error' && ruleId !== 'pod-security/enforce')).to.deep.equal([])
      expect(result.report.diagnostics).to.have.length(before.length - fixable.length)
      expect(fixed(result.text).text).to.equal(result.text)
    }), {numRuns: 60, seed: 1})
    expect(changed).to.be.above(30)
  })
})

/** Prints a value as block YAML. */
function blockYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => `${indent}- ${blockYaml(item, `${indent}  `).trimStart()}`).join('\n')
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return JSON.stringify(value)
  return Object.entries(value).map(([name, inner]: [string, unknown]) =>
    `${indent}${name}:${typeof inner === 'object' && Object.keys(inner ?? {}).length > 0 ? `\n${blockYaml(inner, `${indent}  `)}` : ` ${blockYaml(inner)}`}`).join('\n')
}
