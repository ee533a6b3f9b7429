import {expect} from 'chai'
import type {Page} from 'playwright-core'

import Capacity from '../../commands/capacity.js'
import Diff from '../../commands/diff.js'
import Drift from '../../commands/drift.js'
import Lint from '../../commands/lint.js'
import Replay from '../../commands/replay.js'
import Simulate from '../../commands/simulate.js'
import Test from '../../commands/test.js'
import {inFolder} from '../helpers/in-folder.js'
import {markupError} from '../helpers/markup.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'
import {describeInBrowser, expectAccessible, expectAccessibleInAllLooks, layOut} from './browser.js'

/** Text that acts in a page that does not escape it, and characters that reorder or hide text. */
const hostile = `"'><img src=x onerror=alert(1)></script></style></title><script>alert(2)</script><!-- <a href="javascript:alert(3)">a</a>\u202e\u200b\u2066&lt;b&gt;\${x}`
const text = JSON.stringify(hostile)

const objects = `apiVersion: v1
kind: Pod
metadata: {name: ${text}, namespace: ${text}, labels: {${text}: ${text}}}
spec: {containers: [{name: ${text}, image: ${text}, resources: {limits: {cpu: "2", ${text}: "1"}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: dev, annotations: {a: ${text}}}
spec: {hostNetwork: true, containers: [{name: app, image: ${text}, env: [{name: A, value: ${text}}], resources: {limits: {cpu: "2", memory: 1Gi}}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: dev, annotations: {a: ${text}}}
spec:
  replicas: 2
  selector: {matchLabels: {a: b}}
  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: ${text}, resources: {requests: {cpu: 100m}}}]}}
---
apiVersion: ${text}
kind: ${text}
metadata: {name: ${text}}
`

const policies = `apiVersion: v1
kind: LimitRange
metadata: {name: limits, namespace: dev, annotations: {a: ${text}}}
spec: {limits: [{type: Container, max: {cpu: "1"}}]}
---
apiVersion: v1
kind: LimitRange
metadata: {name: ${text}, namespace: dev}
spec: {limits: [{type: ${text}, max: {${text}: "1"}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota, namespace: dev, uid: a}
spec: {hard: {pods: "1", requests.cpu: "1"}}
status: {hard: {pods: "1", ${text}: "1"}, used: {pods: "1", ${text}: "1"}}
`

const suite = `apiVersion: test.kadm.dev/v1
kind: Suite
metadata: {name: ${text}}
policies: [valid.yaml]
tests:
- {name: ${text}, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}
- {name: b, object: ${text}}
- name: differs
  object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {a: ${text}}}}
  expect: {allowed: false, message: ${text}, warnings: [${text}], stored: {metadata: {annotations: {a: "x"}}}}
`

const valid = 'apiVersion: v1\nkind: LimitRange\nmetadata: {name: limits}\nspec: {limits: [{type: Container, max: {cpu: "1"}}]}\n'

const events = Array.from({length: 3}, () => `${JSON.stringify({
  kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'RequestResponse', stage: 'ResponseComplete', verb: 'create', user: {username: hostile},
  objectRef: {resource: 'events', namespace: hostile, name: hostile}, responseStatus: {code: 201}, requestReceivedTimestamp: '2026-01-01T00:00:00.000000Z',
  requestObject: {involvedObject: {kind: hostile, name: hostile}, source: {component: hostile}},
})}\n`).join('')

const rates = `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: [{type: User, qps: 1, burst: 1}, {type: Namespace, qps: 1, burst: 1}, {type: SourceAndObject, qps: 1, burst: 1}]
`

interface Formats {
  readonly formats?: readonly string[]
  readonly flags: {readonly output: {readonly options?: readonly string[]}}
}

type Command = Parameters<typeof runCommand>[0] & Formats
type Run = readonly [command: Command, ...args: string[]]

/** The page of a command. */
async function pageOf([command, ...args]: Run): Promise<string> {
  const {stdout, stderr, error} = await runCommand(command, ...args, '-o', 'html')
  expect(stdout, `${stderr}${error?.message ?? ''}`).to.match(/^<!doctype html>/)
  return stdout
}

/** Commands that print pages. */
const withPages = (runs: readonly Run[]): readonly Run[] => runs.filter(([{formats, flags}]) => (formats ?? flags.output.options ?? []).includes('html'))

const titleOf = ([command, ...args]: Run): string => `kadm ${command.name.toLowerCase().replace(/command$/, '')} ${args.join(' ')}`

/** Opens all that is closed, and returns the text of the page. The browser may leave out items outside of the window. */
async function wholeText(tab: Page): Promise<string> {
  await tab.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
  await tab.evaluate("for (const item of document.querySelectorAll('.item')) item.style.contentVisibility = 'visible'")
  return tab.locator('body').innerText()
}

describeInBrowser('HTML reports of hostile input', ({open}) => {
  const write = inFolder()
  beforeEach(() => write({
    'objects.yaml': objects, 'policies.yaml': policies, 'team.kadm-test.yaml': suite, 'valid.yaml': valid, 'events.jsonl': events, 'limits.yml': rates,
    'broken.yaml': `a: [${text}\n`,
  }))

  for (const run of withPages([
    [Lint, '.'], [Simulate, 'objects.yaml', '-p', 'policies.yaml', '-n', 'dev'], [Simulate, 'objects.yaml', '-e', 'objects.yaml', '-p', 'policies.yaml', '--operation', 'replace', '-n', 'dev'],
    [Test, '--coverage', '--no-times'], [Drift, '-p', 'policies.yaml'], [Capacity, 'objects.yaml', '-p', 'policies.yaml', '-n', 'dev'],
    [Diff, '--before', 'policies.yaml', '--after', 'objects.yaml'], [Replay, 'events.jsonl', '--admission-config', 'limits.yml'],
  ])) {
    it(`stays text: ${titleOf(run)}`, async () => {
      const page = await pageOf(run)
      expect(markupError(page)).to.equal(undefined)
      const tab = await open(page)
      const shown = await wholeText(tab)
      expect(shown).to.contain('onerror=alert(1)').and.to.contain('\\u202e').and.not.to.match(/[\u202e\u200b\u2066]/)
      expect(await tab.locator('img, script[src], a[href^="javascript"], iframe').count()).to.equal(0)
      expect(await tab.locator('script').count()).to.equal(1)
      await expectAccessible(tab)
    })
  }

  it('stays text in the names of environments, and in their joined page', async () => {
    write({'.kadm.yaml': `environments: {a: {files: [objects.yaml]}, ${text}: {files: [policies.yaml], namespace: ${text}}}\n`})
    const page = await pageOf([Lint, '--env', 'all'])
    expect(markupError(page)).to.equal(undefined)
    const tab = await open(page)
    expect(await wholeText(tab)).to.contain('Environment: "\'><img src=x')
    await expectAccessible(tab)
  })
})

/** An expression for the elements that Tab stops at, in the order of the page. */
const stops = "[...document.querySelectorAll('a[href], button, input, summary, [tabindex=\"0\"]')].filter((element) => element.checkVisibility() && !element.disabled)"

/** Gives the focus to each stop, down the page and up again. Returns the number of stops, and what is wrong with them. */
const walk = `(() => {
  const problemsOf = (element) => {
    element.focus()
    const {x, y, bottom, width, height} = element.getBoundingClientRect()
    const {outlineStyle, outlineWidth} = getComputedStyle(element)
    const top = document.elementFromPoint(Math.max(1, x + Math.min(width / 2, 20)), y + Math.min(height / 2, 10))
    const problems = [
      ...element === document.activeElement ? [] : ['no focus'], ...outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? ['no outline'] : [],
      ...bottom < 0 || y > innerHeight ? ['outside the window'] : [],
      ...top !== null && !element.contains(top) && !top.contains(element) ? ['covered by ' + top.outerHTML.slice(0, 80)] : [],
    ]
    return problems.map((problem) => problem + ': ' + element.outerHTML.slice(0, 80))
  }
  const elements = ${stops}
  return {count: elements.length, problems: [...elements, ...elements.toReversed()].flatMap(problemsOf)}
})()`

describeInBrowser('HTML reports of samples', ({open}) => {
  const before = process.cwd()
  beforeEach(() => process.chdir(root))
  afterEach(() => process.chdir(before))

  const samples: Readonly<Record<string, Run>> = {
    lint: [Lint, 'samples/limit-range', 'samples/metadata-policy/mistakes'],
    simulate: [Simulate, 'samples/quota/app', '-p', 'samples/quota/policies'],
    quickstart: [Simulate, 'samples/quickstart/pod.yaml', '-n', 'dev'],
    rollout: [Simulate, 'samples/workloads/slow-rollout/new.yaml', '--existing', 'samples/workloads/slow-rollout/running.yaml'],
    test: [Test, 'samples/policy-tests', '--coverage', '--no-times'],
  }
  for (const [name, run] of Object.entries(samples)) {
    it(`are accessible at any width, light and dark: ${name}`, async () => {
      const tab = await open(await pageOf(run))
      await wholeText(tab)
      await expectAccessibleInAllLooks(tab, `report-${name}`)
    })
  }

  for (const width of [1280, 700, 360]) {
    it(`show what has the focus, with an outline, at ${width} pixels`, async () => {
      const tab = await open(await pageOf(samples['simulate']!), {width})
      await wholeText(tab)
      await layOut(tab)
      // What a script gives the focus to has the look of what Tab stops at after Tab only.
      await tab.keyboard.press('Tab')
      const {count, problems} = await tab.evaluate<{readonly count: number, readonly problems: readonly string[]}>(walk)
      expect(problems).to.deep.equal([])
      expect(count).to.be.greaterThan(20)
    })
  }

  it('give the focus to everything that can be used, in the order of the page', async () => {
    const tab = await open(await pageOf(samples['quickstart']!))
    await wholeText(tab)
    const count = await tab.evaluate<number>(`(window.stops = ${stops}).length`)
    const expected = Array.from({length: count}, (_, i) => i)
    // The keys do not leave the page: what then has the focus depends on the window of Chromium.
    for (const [key, order] of [['Tab', expected], ['Shift+Tab', expected.toReversed().slice(1)]] as const) {
      const reached: number[] = []
      for (const _ of order) {
        await tab.keyboard.press(key)
        reached.push(await tab.evaluate<number>('window.stops.indexOf(document.activeElement)'))
      }
      expect(reached, key).to.deep.equal(order)
    }
    expect(count).to.be.greaterThan(20)
  })

  it('filter denied objects', async () => {
    const tab = await open(await pageOf(samples['simulate']!))
    await tab.getByRole('checkbox', {name: 'denied'}).check()
    await tab.getByRole('heading', {name: 'Admitted'}).waitFor()
    await tab.locator('#admitted [data-item]').first().waitFor({state: 'hidden'})
    expect(await tab.locator('#denied [data-item]:visible').count()).to.equal(3)
    expect(await tab.getByRole('status').textContent()).to.equal('3 of 9 objects, 8 bounds')
  })
})
