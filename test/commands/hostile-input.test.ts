import {expect} from 'chai'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import DescribeLimits from '../../commands/describe/limits.js'
import DescribeNamespace from '../../commands/describe/namespace.js'
import DescribeQuota from '../../commands/describe/quota.js'
import Drift from '../../commands/drift.js'
import Export from '../../commands/export.js'
import Lint from '../../commands/lint.js'
import Rules from '../../commands/rules.js'
import Simulate from '../../commands/simulate.js'
import {runCommand} from '../helpers/run-command.js'

/** Colours, reordering, the beginning of a line of its own and commands for the log of a CI job. */
const hostile = '\u001b[31m\u202e\u009b2J\n::error::x\r##[error]y\u0007'

const quoted = `"${Array.from(hostile, (character) => /[a-z0-9[:;#\]]/i.test(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`

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

/** What neither a terminal nor the log of a CI job may get. */
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|^[^\S\n]*::|##\[/m

describe('hostile input never steers a terminal or a CI job', () => {
  let folder = ''
  const at = (name: string): string => join(folder, name)

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kadm-hostile-'))
    writeFileSync(at('policies.yaml'), manifests)
    writeFileSync(at('objects.yaml'), objects)
    writeFileSync(at('metadata.yaml'), metadata)
    if (process.platform !== 'win32') writeFileSync(at(`${hostile}.yaml`), 'a: [\n')
  })
  after(() => rmSync(folder, {recursive: true, force: true}))

  const commands: [command: Parameters<typeof runCommand>[0], ...args: string[]][] = [
    [Lint, 'FOLDER'], [Lint, 'FOLDER', '-o', 'json'], [Lint, `FOLDER${hostile}`], [Lint, 'FOLDER', '--ns', hostile],
    ...['table', 'json', 'yaml'].map((format): [typeof Simulate, ...string[]] => [Simulate, 'FOLDER/objects.yaml', '-p', 'FOLDER', '--ns', 'dev', '-o', format]),
    ...['table', 'json', 'yaml'].map((format): [typeof Drift, ...string[]] => [Drift, '-p', 'FOLDER', '-o', format]),
    [DescribeLimits, '-p', 'FOLDER', '--ns', 'dev'], [DescribeLimits, hostile, '-p', 'FOLDER'], [DescribeQuota, '-p', 'FOLDER', '--ns', 'dev'], [DescribeQuota, '-p', 'FOLDER', '-l', hostile],
    [Export, 'FOLDER'], [Export, 'FOLDER/metadata.yaml'], [Export, 'FOLDER/metadata.yaml', '-o', 'json'], [Export, 'FOLDER/metadata.yaml', '--resources', hostile],
    [DescribeNamespace, 'dev', '-p', 'FOLDER'], [DescribeNamespace, hostile, '-p', 'FOLDER'], [Rules, hostile],
  ]
  for (const [command, ...args] of commands) {
    it(`${command.name} ${JSON.stringify(args.map((arg) => arg.replace(hostile, '…')).join(' '))}`, async () => {
      const {stdout, stderr, error} = await runCommand(command, ...args.map((arg) => arg.replace('FOLDER', folder)))
      const text = [stdout, stderr, error?.message, ...error?.suggestions ?? []].join('\n')
      expect(text.trim()).not.to.equal('')
      expect(steering.exec(text)?.index).to.equal(undefined)
    })
  }
})
