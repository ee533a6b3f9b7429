import {expect} from 'chai'
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Page} from 'playwright-core'

import Replay from '../../commands/replay.js'
import {capacityReporters} from '../../src/report/capacity/index.js'
import {diffReporters} from '../../src/report/diff/index.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import {type Body, quota} from '../helpers/builders.js'
import {compared} from '../helpers/diffed.js'
import {fileOf} from '../helpers/simulated.js'
import {runCommand} from '../helpers/run-command.js'
import {root} from '../helpers/run-kadm.js'
import {autoscaler, deployment, statefulSet} from '../helpers/workload-manifests.js'
import {describeInBrowser, expectAccessibleInAllLooks} from './browser.js'

const options = {version: '1.0.0'}

const limits: Body = {
  apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l', namespace: 'dev'},
  spec: {limits: [{type: 'Container', min: {cpu: '100m'}, max: {cpu: '2', memory: '4Gi'}, maxLimitRequestRatio: {cpu: '10'}}, {type: 'PersistentVolumeClaim', max: {storage: '5Gi'}}]},
}

const planned = (): Promise<string> => capacityReporters.html(capacity({
  files: [fileOf('files.yaml', [
    deployment('web', 4, {requests: {cpu: '250m', memory: '1Gi'}, limits: {cpu: '1', memory: '2Gi'}}), autoscaler('web', 2, 6),
    deployment('api', 2, {requests: {cpu: '100m'}, limits: {cpu: '2', memory: '4Gi'}}), statefulSet('db', 2, '8Gi'),
  ])],
  policies: [fileOf('policies.yaml', [quota({'pods': '10', 'requests.cpu': '2', 'requests.memory': '20Gi', 'gold.storageclass.storage.k8s.io/requests.storage': '10Gi'}), limits])],
}, {namespace: 'dev'}), options)

describeInBrowser('page of kadm capacity', ({open}) => {
  it('is accessible at any width, light and dark', async () => expectAccessibleInAllLooks(await open(await planned()), 'capacity'))
})

/** The page of a flood of five minutes, with a calm minute in the middle. */
async function replayed(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-replay-'))
  const start = Date.UTC(2026, 0, 1, 10)
  const events = Array.from({length: 300}, (_, i) => i).filter((i) => i < 120 || i > 180).map((i) => {
    const time = new Date(start + i * 1000).toISOString()
    return {
      apiVersion: 'v1', kind: 'Event', metadata: {name: `e-${i}`, namespace: `team-${i % 3}`}, involvedObject: {kind: 'Pod', namespace: `team-${i % 3}`, name: 'p'},
      count: 1 + i * 7 % 40, firstTimestamp: time, lastTimestamp: time,
    }
  })
  writeFileSync(join(folder, 'log.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const limits = join(root, 'samples/event-rate-limit/limits.yaml')
  const {stdout} = await runCommand(Replay, join(folder, 'log.jsonl'), '--admission-config', limits, '-o', 'html')
  rmSync(folder, {recursive: true})
  return stdout
}

/** Returns the first and the last bin that a chart shows, and the texts of its time axis. */
async function shown(tab: Page): Promise<{readonly from: number, readonly to: number, readonly ticks: string}> {
  const box = await tab.locator('.kc-plot').first().getAttribute('viewBox')
  const [from = 0, , width = 0] = (box ?? '').split(' ').map(Number)
  return {from, to: from + width, ticks: (await tab.locator('.kc-ticks').textContent()) ?? ''}
}

/** The page of a lower quota, and of one that is new. */
const differing = (): Promise<string> => {
  const files = [deployment('web', 3, {requests: {cpu: '1', memory: '512Mi'}}), deployment('api', 2, {requests: {cpu: '250m', memory: '256Mi'}})]
  return diffReporters.html(compared({files, trees: [quota({'requests.cpu': '4', 'pods': '9'})]},
    {files, trees: [quota({'requests.cpu': '2', 'pods': '12', 'requests.memory': '2Gi'})]}), options)
}

describeInBrowser('page of kadm diff', ({open}) => {
  it('is accessible at any width, light and dark', async () => expectAccessibleInAllLooks(await open(await differing()), 'diff'))
})

describeInBrowser('page of kadm replay', ({open}) => {
  it('is accessible at any width, light and dark', async () => expectAccessibleInAllLooks(await open(await replayed()), 'replay'))

  it('zooms all rows with the pointer, and back with a button', async () => {
    const tab = await open(await replayed())
    const all = await shown(tab)
    const plot = (await tab.locator('.kc-plot').first().boundingBox())!
    await tab.mouse.move(plot.x + plot.width * 0.25, plot.y + 20)
    await tab.mouse.down()
    await tab.mouse.move(plot.x + plot.width * 0.6, plot.y + 20)
    await tab.mouse.up()
    const part = await shown(tab)
    expect(part.from).to.be.closeTo(all.to * 0.25, 2)
    expect(part.to).to.be.closeTo(all.to * 0.6, 2)
    expect(part.ticks).not.to.equal(all.ticks)
    const boxes = await tab.evaluate<string[]>("[...document.querySelectorAll('.kc-plot')].map((plot) => plot.getAttribute('viewBox'))")
    expect(new Set(boxes).size).to.equal(1)
    await tab.getByRole('button', {name: 'Show all'}).first().click()
    expect(await shown(tab)).to.deep.equal(all)
  })

  it('zooms with the keyboard, and never to less than a few steps', async () => {
    const tab = await open(await replayed())
    const all = await shown(tab)
    await tab.getByLabel('From').focus()
    await tab.keyboard.press('ArrowRight')
    expect(await shown(tab)).to.include({from: 1, to: all.to})
    await tab.keyboard.press('End')
    expect(await shown(tab)).to.include({from: all.to - 4, to: all.to})
    expect(await tab.getByLabel('From').getAttribute('aria-valuetext')).to.match(/^\d{4}-\d\d-\d\d \d\d:/)
  })

  it('shows the whole time without JavaScript', async () => {
    const tab = await open(await replayed(), {javaScriptEnabled: false})
    expect(await tab.locator('input').count()).to.equal(0)
    expect((await shown(tab)).ticks).to.match(/\d\d:\d\d/)
  })
})
