import {expect} from 'chai'
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import Capacity from '../../commands/capacity.js'
import CompletionEnvironments from '../../commands/completion/environments.js'
import ConfigPrint from '../../commands/config/print.js'
import DescribeLimits from '../../commands/describe/limits.js'
import DescribeNamespace from '../../commands/describe/namespace.js'
import DescribeQuota from '../../commands/describe/quota.js'
import Diff from '../../commands/diff.js'
import Drift from '../../commands/drift.js'
import Events from '../../commands/events.js'
import ExplainQuota from '../../commands/explain/quota.js'
import Explain from '../../commands/explain.js'
import Export from '../../commands/export.js'
import Lint from '../../commands/lint.js'
import Plugins from '../../commands/plugins.js'
import PodSecurity from '../../commands/pod-security.js'
import Replay from '../../commands/replay.js'
import Rules from '../../commands/rules.js'
import Simulate from '../../commands/simulate.js'
import Limits from '../../commands/suggest/limits.js'
import Quota from '../../commands/suggest/quota.js'
import Requests from '../../commands/suggest/requests.js'
import TestInit from '../../commands/test/init.js'
import Test from '../../commands/test.js'
import Tune from '../../commands/tune.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'

/** Colours, reordering, invisible characters, line breaks and commands for the log of a CI job. */
const hostile = '\u001b[31m\u202e\u009b2J\n::error::x\r##[error]y\u0007\u200b\u00ad\u2066\u2028\u2060\ufeff\ufe01\u{e0041}##vso[a]##teamcity[b]'

const quoted = `"${Array.from(hostile, (character) => /[a-z0-9[:;#\]]/i.test(character) ? character : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`).join('')}"`

const manifests = `apiVersion: v1
kind: Namespace
metadata: {name: dev, annotations: {a: ${quoted}}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: dev}
spec: {limits: [{type: Container, max: {cpu: "1"}}]}
---
apiVersion: v1
kind: LimitRange
metadata: {name: ${quoted}, namespace: dev}
spec: {limits: [{type: ${quoted}, max: {${quoted}: "1"}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota, namespace: dev, uid: a}
spec: {hard: {pods: "1"}}
status: {hard: {pods: "1", ${quoted}: "1"}, used: {pods: "1", ${quoted}: "1"}}
`

const objects = `apiVersion: v1
kind: Pod
metadata: {name: ${quoted}, labels: {${quoted}: ${quoted}}}
spec: {containers: [{name: ${quoted}, image: ${quoted}, resources: {limits: {cpu: "2", ${quoted}: "1"}}}]}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: widget, annotations: {a: ${quoted}}}
${quoted}: [${quoted}]
---
apiVersion: example.com/v1
kind: ${quoted}
metadata: {name: gadget}
---
apiVersion: ${quoted}
kind: ${quoted}
---
apiVersion: v1
kind: Pod
metadata: {${quoted}: 1}
`

const metadata = `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata: {name: p, namespace: dev}
spec:
  rules:
    - policyPredicate: {annotationSelector: {matchLabels: {a: ${quoted}}}}
      policyAction: {updatedAnnotations: {b: ${quoted}}}
`

/** Objects that are decoded and valid, with hostile texts where the API server checks none. */
const admitted = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: dev, annotations: {a: ${quoted}}}
spec:
  hostNetwork: true
  containers: [{name: app, image: ${quoted}, env: [{name: A, value: ${quoted}}], resources: {limits: {cpu: "2", memory: 1Gi}}, securityContext: {seLinuxOptions: {user: ${quoted}, type: ${quoted}}}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: dev, annotations: {a: ${quoted}}}
spec:
  replicas: 2
  selector: {matchLabels: {a: b}}
  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: ${quoted}}]}}
`

const inForce = (cpu: string): string => `apiVersion: v1
kind: Namespace
metadata: {name: dev, labels: {pod-security.kubernetes.io/enforce: baseline}, annotations: {a: ${quoted}}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: dev, annotations: {a: ${quoted}}}
spec: {limits: [{type: Container, max: {cpu: "${cpu}"}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota, namespace: dev}
spec: {hard: {pods: "1"}}
`

/** Objects of hostile kinds, which are decoded and rejected. */
const kinds = ['./', '/v1', 'example.com/v1', 'v1'].map((apiVersion) => `apiVersion: ${apiVersion}\nkind: ${quoted}\nmetadata: {name: a}\n`).join('---\n')

const suite = `apiVersion: test.kadm.dev/v1
kind: Suite
metadata: {name: ${quoted}}
policies: [before.yml]
tests:
- {name: ${quoted}, object: admitted.yml}
- {name: a, object: ${quoted}}
- name: differs
  object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {a: ${quoted}}}}
  expect: {allowed: false, message: ${quoted}, warnings: [${quoted}], stored: {metadata: {annotations: {a: "x${quoted.slice(1)}}}}}
`

type Run = [command: Parameters<typeof runCommand>[0], ...args: string[]]

const text = JSON.stringify(hostile)

const events = Array.from({length: 3}, () => `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","stage":"ResponseComplete","verb":"create",`
  + `"user":{"username":${text}},"objectRef":{"resource":"events","namespace":${text},"name":${text}},"responseStatus":{"code":201},`
  + `"requestReceivedTimestamp":"2026-01-01T00:00:00.000000Z","requestObject":{"involvedObject":{"kind":${text},"name":${text}},"source":{"component":${text}}}}\n`).join('')

const limits = `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: [{type: User, qps: 1, burst: 1}, {type: Namespace, qps: 1, burst: 1}, {type: SourceAndObject, qps: 1, burst: 1}]
`

/** Text that must not reach a terminal or the log of a CI job, except for the annotations of GitHub that kadm writes. */
const steering = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]|[\ufe00-\ufe0f]|^[^\S\n]*::(?!(?:error|warning|notice) [a-z])|##(?:vso|teamcity)?\[/imu

describe('escapes hostile input for terminals and CI logs', () => {
  let folder = ''
  let other = ''
  const at = (name: string): string => join(folder, name)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-hostile-'))
    writeFileSync(at('policies.yaml'), manifests)
    writeFileSync(at('objects.yaml'), objects)
    writeFileSync(at('metadata.yaml'), metadata)
    writeFileSync(at('events.jsonl'), events)
    writeFileSync(at('limits.yml'), limits)
    other = at(`other${process.platform === 'win32' ? '' : hostile}`)
    mkdirSync(other)
    for (const [name, content] of Object.entries({admitted, before: inForce('3'), after: inForce('1'), suite, kinds, kind: kinds.split('---')[0] ?? ''})) writeFileSync(join(other, `${name}.yml`), content)
    if (process.platform !== 'win32') writeFileSync(at(`${hostile}.yaml`), 'a: [\n')
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  const commands: Run[] = [
    ...Lint.formats.map((format): Run => [Lint, 'FOLDER', '-o', format]),
    ...Simulate.formats.map((format): Run => [Simulate, 'FOLDER/objects.yaml', '-p', 'FOLDER', '--ns', 'dev', '-o', format]),
    ...Capacity.formats.map((format): Run => [Capacity, 'FOLDER/objects.yaml', '-p', 'FOLDER', '--ns', 'dev', '-o', format]),
    ...Drift.formats.map((format): Run => [Drift, '-p', 'FOLDER', '-o', format]),
    ...Replay.formats.map((format): Run => [Replay, 'FOLDER/events.jsonl', '--admission-config', 'FOLDER/limits.yml', '-o', format]),
    ...(Tune.flags.output.options ?? []).map((format): Run => [Tune, 'FOLDER/events.jsonl', '-o', format]),
    [Lint, `FOLDER${hostile}`], [Lint, 'FOLDER', '--ns', hostile], [Lint, 'FOLDER', '--fix', '--dry-run'],
    [DescribeLimits, '-p', 'FOLDER', '--ns', 'dev'], [DescribeLimits, hostile, '-p', 'FOLDER'], [DescribeQuota, '-p', 'FOLDER', '--ns', 'dev'], [DescribeQuota, '-p', 'FOLDER', '-l', hostile],
    [Export, 'FOLDER'], [Export, 'FOLDER/metadata.yaml'], [Export, 'FOLDER/metadata.yaml', '-o', 'json'], [Export, 'FOLDER/metadata.yaml', '--resources', hostile],
    ...[Capacity, Explain, PodSecurity, Simulate, Limits, Quota, Requests].flatMap((command) => command.formats.flatMap((format) => ['kind', 'kinds'].flatMap((name): Run[] => [
      [command, 'OTHER/admitted.yml', '-p', 'OTHER/after.yml', '-e', `OTHER/${name}.yml`, '-o', format], [command, `OTHER/${name}.yml`, '-p', 'OTHER/after.yml', '-o', format],
      [command, 'OTHER/admitted.yml', '-p', 'OTHER/after.yml', '-p', `OTHER/${name}.yml`, '-o', format],
    ]))),
    ...Diff.formats.flatMap((format): Run[] => [[Diff, '--before', 'OTHER/kind.yml', '--after', 'OTHER/kinds.yml', 'OTHER/admitted.yml', '-o', format], [Diff, '--before', 'OTHER/after.yml', '--after', 'OTHER/after.yml', 'OTHER/kind.yml', '-o', format]]),
    ...Drift.formats.map((format): Run => [Drift, '-p', 'OTHER/after.yml', '-e', 'OTHER/kind.yml', '-o', format]),
    [DescribeQuota, '-n', 'dev', '-p', 'OTHER/after.yml', '-e', 'OTHER/kind.yml'], [DescribeNamespace, 'dev', '-p', 'OTHER/kind.yml'], [ExplainQuota, '-n', 'dev', '-p', 'OTHER/after.yml', '-e', 'OTHER/kind.yml'],
    [DescribeNamespace, 'dev', '-p', 'FOLDER'], [DescribeNamespace, hostile, '-p', 'FOLDER'], [Rules, hostile],
  ]
  const outputOf = async (command: Run[0], args: readonly string[]): Promise<string> => {
    const {stdout, stderr, error} = await runCommand(command, ...args.map((arg) => arg.replace('FOLDER', folder).replace('OTHER', other)))
    const text = [stdout, stderr, error?.message, ...error?.suggestions ?? []].join('\n')
    expect(text.trim()).not.to.equal('')
    expect(steering.exec(text)?.index).to.equal(undefined)
    return text
  }
  /** Tests of hostile kinds are many: every command that simulates, in every format. */
  const tierOf = (args: readonly string[]): string => args.some((arg) => arg.startsWith('OTHER/kind')) ? ' @slow' : ''
  const titleOf = ([command, ...args]: Run): string => `${command.name} ${JSON.stringify(args.map((arg) => arg.replace(hostile, '…')).join(' '))}${tierOf(args)}`

  for (const run of commands) {
    const [command, ...args] = run
    it(titleOf(run), async () => {
      await outputOf(command, args)
    })
  }

  /** Commands that print the path of the folder, or other hostile text. */
  const printing: Run[] = [
    ...Diff.formats.map((format): Run => [Diff, '--before', 'OTHER/before.yml', '--after', 'OTHER/after.yml', 'OTHER/admitted.yml', '-o', format]),
    ...Explain.formats.map((format): Run => [Explain, 'OTHER/admitted.yml', '-p', 'OTHER/after.yml', '-o', format]),
    ...PodSecurity.formats.map((format): Run => [PodSecurity, 'OTHER/admitted.yml', '-p', 'OTHER/after.yml', '-o', format]),
    ...[Limits, Quota, Requests].flatMap((command) => command.formats.map((format): Run => [command, 'OTHER/admitted.yml', '-p', 'OTHER/after.yml', '-o', format])),
    ...Test.formats.filter((format) => format !== 'lcov').map((format): Run => [Test, 'OTHER/suite.yml', '-o', format]),
    [Test, 'OTHER/suite.yml', '--coverage'], [Test, 'OTHER/suite.yml', '--coverage', '-o', 'lcov'],
    [Test, 'OTHER/suite.yml', '--filter', hostile], [Test, hostile], [TestInit, 'OTHER/after.yml', '-n', hostile, '-o', '-'], [TestInit, 'OTHER', '-o', '-'],
    [ExplainQuota, hostile, '-n', 'dev', '-p', 'OTHER/after.yml'], [Plugins, '--enable-admission-plugins', hostile], [Diff, '--git', hostile, '.'], [Events, 'FOLDER/events.jsonl'],
  ]
  for (const run of printing) {
    const [command, ...args] = run
    it(titleOf(run), async () => expect(await outputOf(command, args)).to.match(process.platform === 'win32' ? /./ : /202e/i))
  }
})

describe('escapes hostile settings for terminals and CI logs', () => {
  const write = inFolder()
  for (const [command, ...args] of [...['table', 'json'].map((format) => [ConfigPrint, '-o', format] as const), [CompletionEnvironments] as const, [Lint, '--env', 'all'] as const]) {
    it(`kadm ${command.name} ${args.join(' ')}`, async () => {
      write({'.kadm.yaml': `namespace: ${quoted}\nexclude: [${quoted}]\nenvironments: {${quoted}: {files: [a.yaml], namespace: ${quoted}}}\n`, 'a.yaml': admitted})
      const {stdout, stderr, error} = await runCommand(command, ...args)
      const text = [stdout, stderr, error?.message].join('\n')
      expect(text.trim()).not.to.equal('')
      expect(steering.exec(text)?.index).to.equal(undefined)
    })
  }
})
