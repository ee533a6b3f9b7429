import {expect} from 'chai'

import {capacityReporters} from '../../src/report/capacity/index.js'
import {capacity} from '../../src/simulate/capacity/capacity.js'
import type {Capacity} from '../../src/simulate/capacity/types.js'
import {type Body, quota} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler, deployment} from '../helpers/workload-manifests.js'

const hostile = '</style></script><script>alert(1)</script><img src=x onerror=alert(2)>'

const found = (files: readonly Body[], policies: readonly Body[] = []): Capacity =>
  capacity({files: [fileOf('files.yaml', files)], policies: [fileOf('policies.yaml', policies)]}, {namespace: 'dev'})

const page = (result: Capacity): Promise<string> =>
  capacityReporters.html(result, {version: '1.0.0'})

const sections = (html: string): string[] => [...html.matchAll(/ id="([a-z-]+)-title"/g)].map(([, id]) => id!)

describe('capacity -o html', () => {
  const limits: Body = {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'l', namespace: 'dev'}, spec: {limits: [{type: 'Container', max: {cpu: '2'}}]}}
  const short = found([deployment('web', 4, {requests: {cpu: '250m'}}), autoscaler('web', 2, 6)], [quota({pods: '5'}), limits])

  it('has charts of quotas and LimitRanges, and all amounts as a table for screen readers', async () => {
    const html = await page(short)
    expect(sections(html)).to.deep.equal(['problems', 'quota-charts', 'limits', 'amounts'])
    expect(html).to.contain('1 of 1 bound too low').and.to.contain('>4 to 12 of 5</text>').and.to.contain('pods of quota q</span>').and.to.contain('too small in a rollout, with').and.to.contain('<h3>Quotas of namespace dev</h3>')
    expect(html).to.contain('>Container cpu</text>').and.to.match(/<th scope="row">Deployment\/web<\/th><td>requests\.cpu<\/td><td class="number">1<\/td>/)
    expect(html.match(/<svg class="kc" role="img" aria-label="[^"]+"/g)).to.have.length(2)
    expect(html.match(/<ul class="legend" aria-label="[^"]+">/g)).to.have.length(2)
    expect(html).to.contain('</svg> autoscaler maximum</li>')
  })

  it('has denied objects, and no charts without policies', async () => {
    const html = await page(found([deployment('UPPER', 1, {}), deployment('web', 1, {})]))
    expect(sections(html)).to.deep.equal(['denied', 'amounts'])
    expect(html).to.contain('Deployment.apps &quot;UPPER&quot; is invalid').and.to.contain('files.yaml:1')
  })

  it('keeps names as texts, and has no attributes that the policy of the page blocks', async () => {
    const odd = {...short, namespaces: short.namespaces.map((one) =>
      ({...one, namespace: hostile, quotas: one.quotas.map((needs) => ({...needs, quota: hostile, resource: hostile}))}))}
    const html = await page(odd)
    expect(html.match(/<script/g)).to.have.length(1)
    expect(html).not.to.match(/<img|\sstyle="|\son[a-z]+="/)
  })

  it('limits the size of the page of 10,000 namespaces @slow', async () => {
    const many = {...short, namespaces: Array.from({length: 10_000}, (_, i) => short.namespaces.map((one) => ({...one, namespace: `ns-${i}`}))).flat()}
    const html = await page(many)
    expect(html.length).to.be.below(3_000_000)
    expect(html).to.contain('9940 more charts not drawn').and.to.contain('all of which -o csv has')
  })
})
