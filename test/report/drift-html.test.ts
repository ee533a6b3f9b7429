import {expect} from 'chai'

import {driftHtml, driftView} from '../../src/report/drift/html.js'
import {viewHtml} from '../../src/report/html/view.js'
import {findDrift} from '../../src/simulate/drift.js'
import {type Amounts, type Manifest, pod, quota} from '../helpers/builders.js'
import {simulated} from '../helpers/simulated.js'

const recording = (hard: Amounts, used: Amounts): Manifest => quota(hard).having({status: {hard, used}})

const find = (...policies: readonly Manifest[]): ReturnType<typeof findDrift> => findDrift(simulated({policies, existing: [pod()]}, {recountsAll: true}))

describe('HTML report of drift', () => {
  it('shows the wrong amounts of each quota, with its line', () => {
    const view = driftView(find(recording({pods: '9', services: '1'}, {pods: '3', services: '0'}), recording({pods: '1'}, {pods: '1'}).marked({name: 'right'})))
    expect(view).to.include({summary: '1 of 2 quotas drifted', tone: 'bad'})
    const {text} = viewHtml(view)
    expect(text).to.contain('ResourceQuota q</span> <span class="muted">in dev</span> <code class="muted">policies.yaml:1</code>').and.not.to.contain('right')
    expect(text).to.contain('<th scope="row">pods</th><td class="number">3</td><td class="number">1</td><td class="number">-2</td>').and.not.to.contain('services')
  })

  it('shows quotas without recorded usage, and stale bounds', () => {
    const stale = quota({pods: '9'}).having({status: {hard: {pods: '5'}, used: {pods: '1'}}})
    const {text} = viewHtml(driftView(find(stale, quota({pods: '2'}).marked({name: 'new'}))))
    expect(text).to.contain('<b>status.hard is stale:</b> pods is 5, and 9 in spec.hard.')
    expect(text).to.match(/id="not-recorded"[^]*ResourceQuota new[^]*The manifest has no status\.used/)
  })

  it('states that nothing differs, and the exit status', () => {
    const page = driftHtml(find(recording({pods: '9'}, {pods: '1'})), {isColoured: false, version: '1.2.3', ending: {exitStatus: 0, incomplete: []}})
    expect(page).to.contain('<title>kadm drift: 1 quota: no drift</title>').and.to.contain('summary good').and.to.contain('Exit status <code>0</code>')
  })
})
