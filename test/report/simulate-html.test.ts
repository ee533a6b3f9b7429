import {expect} from 'chai'

import {endingOf} from '../../src/lint/ending.js'
import {pageLimits} from '../../src/report/html/page-limits.js'
import {viewHtml} from '../../src/report/html/view.js'
import {simulationHtml, simulationView} from '../../src/report/simulate/html/index.js'
import {app, limitRange, pod, quota, secret} from '../helpers/builders.js'
import {markupError} from '../helpers/markup.js'
import {requesting} from '../helpers/quotas.js'
import {type Bodies, simulated} from '../helpers/simulated.js'
import {deployment} from '../helpers/workload-manifests.js'

const shown = (bodies: Bodies): string => viewHtml(simulationView(simulated(bodies))).text

/** The ids of the sections, in order. */
const sections = (text: string): string[] => [...text.matchAll(/<section class="section" id="([^"]+)"/g)].map(([, id = '']) => id)

const large = pod('large').with(app({limits: {cpu: '3'}}))
const bounds = limitRange('bounds', {type: 'Container', max: {cpu: '2'}, default: {cpu: '1', memory: '1Gi'}})

describe('HTML report of a simulation', () => {
  it('shows denied objects first, with the status, the denied field and the policy', () => {
    const text = shown({policies: [bounds], files: [pod('small'), large]})
    expect(sections(text)).to.deep.equal(['denied', 'admitted', 'limits'])
    const denied = text.slice(text.indexOf('id="denied"'), text.indexOf('id="admitted"'))
    expect(denied).to.contain('denied (403 Forbidden)').and.to.contain('pods &quot;large&quot; is forbidden: maximum cpu usage per Container is 2, but limit is 3')
    expect(denied).to.contain('<code>spec.containers[0].resources.limits[cpu]</code> of container app').and.to.contain('Forbidden by LimitRange <b>bounds</b>, <code>spec.limits[0].max[cpu]</code>')
    expect(denied).to.contain('data-verdict="denied" data-kind="Pod" data-namespace="dev"').and.not.to.contain('Pod small')
  })

  it('shows the changes of each policy, and the stored object', () => {
    const text = shown({policies: [bounds], files: [pod('small')]})
    expect(text).to.match(/Set by LimitRange bounds \(policies\.yaml:1\)<\/caption>[^]*?<code>spec\.containers\[0\]\.resources\.limits\[memory\]<\/code><\/th><td><span class="muted">not set<\/span><\/td><td><code>1Gi<\/code>/)
    expect(text).to.match(/<summary>Stored object<\/summary>\n<pre>apiVersion: v1\nkind: Pod\n/)
  })

  it('shows neither the stored object nor the changes of a Secret', () => {
    const text = shown({existing: [secret('s', {stringData: {key: 'old-value'}}).marked({namespace: 'dev'})], files: [secret('s', {stringData: {key: 'new-value'}})]})
    expect(text).to.contain('Secret s').and.not.to.match(/Stored object|bmV3|b2xk|old-value/)
  })

  it('shows the pods of a workload that are denied, with the event and the quota', () => {
    const text = shown({policies: [quota({'requests.cpu': '1'})], files: [deployment('web', 3, {requests: {cpu: '500m'}})]})
    expect(sections(text)).to.deep.equal(['denied', 'quotas'])
    expect(text).to.contain('data-verdict="pods denied"').and.to.contain('<dt>Pods</dt><dd>3 wanted, 2 created, 1 denied</dd>')
    expect(text).to.contain('FailedCreate on ReplicaSet').and.to.contain('Forbidden by ResourceQuota <b>q</b>')
  })

  it('shows the usage of quotas, with a colour where little is left', () => {
    const text = shown({policies: [quota({pods: '4', 'requests.cpu': '2'})], files: [requesting({cpu: '1700m'})]})
    expect(text).to.match(/<tr data-item="bound" data-namespace="dev"><th scope="row">pods<\/th><td class="number">0<\/td><td class="number">1<\/td><td class="number">1<\/td><td class="number">4<\/td><td class="number">25%<\/td>/)
    expect(text).to.match(/<tr class="warn" data-item="bound" data-namespace="dev"><th scope="row">requests\.cpu<\/th>.*<td class="number">85%/)
  })

  it('draws the amounts under each LimitRange, and the quotas of each namespace', () => {
    const text = shown({policies: [bounds, quota({pods: '4'})], files: [pod('small'), large]})
    expect(text).to.match(/id="limits"[^]*aria-label="Amounts under LimitRange bounds in namespace dev\. /)
    expect(text).to.match(/id="quotas"[^]*aria-label="Quotas of namespace dev\. /)
  })

  it('shows rejected policies and warnings', () => {
    const text = shown({policies: [limitRange('wrong', {type: 'Container', max: {cpu: '1'}, min: {cpu: '2'}})], files: [pod()]})
    expect(sections(text)).to.deep.equal(['unusable', 'admitted'])
    expect(text).to.contain('LimitRange wrong is not in force: the API server would reject it')
  })

  it('states that the result is incomplete, and its exit status', () => {
    const ending = endingOf({hasFindings: false, reasons: ['1 policy is rejected']})
    const text = simulationHtml(simulated({files: [pod()]}), {isColoured: false, columns: undefined, paths: [], workingDirectory: '/', version: '1', failOn: 'warning', ending})
    expect(text).to.contain('The report is incomplete').and.to.contain('<li>1 policy is rejected</li>').and.to.contain('Exit status <code>2</code>').and.to.contain('class="summary warn"')
    expect(markupError(text)).to.equal(undefined)
  })

  it('shows the denied ones of too many objects @slow', () => {
    const files = [...Array.from({length: pageLimits.items}, (_, i) => pod(`p${i}`)), large]
    const {notes = [], ...view} = simulationView(simulated({policies: [bounds], files}))
    const text = viewHtml(view).text
    expect(text.match(/data-item="object"/g)).to.have.length(pageLimits.items)
    expect(text.match(/<summary>/g)).to.have.length(1)
    expect(text).to.contain('data-verdict="denied"')
    expect(notes).to.deep.equal([
      `This page shows ${pageLimits.items} of ${files.length} objects, the denied ones first: -o json has all of them`,
      `Of more than ${pageLimits.detailed} objects, this page shows the steps of admission and the stored object only for denied ones`,
    ])
    expect(text.length).to.be.below(pageLimits.characters + 100_000)
  })
})
