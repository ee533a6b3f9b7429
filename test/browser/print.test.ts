import {expect} from 'chai'
import type {Page} from 'playwright-core'

import Capacity from '../../commands/capacity.js'
import Diff from '../../commands/diff.js'
import Lint from '../../commands/lint.js'
import Replay from '../../commands/replay.js'
import Simulate from '../../commands/simulate.js'
import {inFolder} from '../helpers/in-folder.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'
import {describeInBrowser, type TestBrowser} from './browser.js'

/** The width of A4 between the margins, in pixels. */
const paper = 703

/** The page of a command as it is printed by a reader with dark colours, without the events before printing. */
async function printed(open: TestBrowser['open'], command: Parameters<typeof runCommand>[0], ...args: string[]): Promise<Page> {
  const {stdout} = await runCommand(command, ...args, '-o', 'html')
  const tab = await open(stdout, {width: paper, colorScheme: 'dark'})
  await tab.emulateMedia({media: 'print', colorScheme: 'dark'})
  return tab
}

/** The texts of elements that are wider than the paper, or cut at its edge. */
const cut = (tab: Page): Promise<string[]> => tab.evaluate<string[]>(`[...document.querySelectorAll('main, main *:not(svg *)')]
  .filter((element) => element.checkVisibility() && (element.getBoundingClientRect().right > innerWidth || (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')))
  .map((element) => element.outerHTML.slice(0, 200))`)

const isVisible = (tab: Page, selector: string): Promise<boolean[]> =>
  tab.evaluate<boolean[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => element.checkVisibility({contentVisibilityAuto: true}))`)

describeInBrowser('printed page', ({open}) => {
  const before = process.cwd()
  beforeEach(() => process.chdir(root))
  afterEach(() => process.chdir(before))

  for (const [command, ...args] of [
    [Lint, 'samples/metadata-policy/mistakes'], [Simulate, 'samples/quota/app', '-p', 'samples/quota/policies'], [Capacity, 'samples/workloads/autoscaler'],
    [Replay, 'samples/event-rate-limit/events.jsonl', '--admission-config', 'samples/event-rate-limit/limits.yaml'],
    [Diff, '--before', 'samples/diff/before', '--after', 'samples/diff/after', 'samples/diff/app'],
  ] as const) {
    it(`has everything on the paper, in light colours, without controls: kadm ${command.name.replace('Command', '').toLowerCase()}`, async () => {
      const tab = await printed(open, command, ...args)
      expect(await cut(tab)).to.deep.equal([])
      expect(await tab.locator('form:visible, nav:visible, button:visible, input:visible').count()).to.equal(0)
      expect(await tab.evaluate("getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color")).to.equal('rgb(255, 255, 255)rgb(0, 0, 0)')
    })
  }

  it('has the content of closed parts, except long ones', async () => {
    const tab = await printed(open, Simulate, 'samples/quota/app', '-p', 'samples/quota/policies')
    expect(await tab.locator('details[open]').count()).to.equal(0)
    expect(new Set(await isVisible(tab, 'details:not(.bulk) .story li'))).to.deep.equal(new Set([true]))
    expect(new Set(await isVisible(tab, 'details.bulk, details.bulk *'))).to.deep.equal(new Set([false]))
  })

  it('shows the marks of source lines, whose background browsers leave out otherwise', async () => {
    const tab = await printed(open, Lint, 'samples/metadata-policy/mistakes')
    expect(await tab.evaluate("getComputedStyle(document.querySelector('mark')).printColorAdjust")).to.equal('exact')
  })
})

describeInBrowser('printed page of long names', ({open}) => {
  const write = inFolder()

  it('is not wider than the paper', async () => {
    const name = 'n'.repeat(253)
    write({
      'policies.yaml': `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: ${name}, namespace: dev}\nspec: {hard: {pods: "1"}}\n`,
      'pods.yaml': [name, 'm'.repeat(253)].map((each) =>
        `apiVersion: v1\nkind: Pod\nmetadata: {name: ${each}, namespace: dev}\nspec: {containers: [{name: app, image: nginx}]}\n`).join('---\n'),
    })
    for (const command of [Simulate, Capacity]) expect(await cut(await printed(open, command, 'pods.yaml', '-p', 'policies.yaml')), command.name).to.deep.equal([])
  })
})
