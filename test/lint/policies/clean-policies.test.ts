import {expect} from 'chai'

import {resourceQuotaCheck} from '../../../src/admission/plugins/resource-quota/checks/index.js'
import type {AnyKind} from '../../../src/kinds/kind.js'
import {metadataPolicy} from '../../../src/kinds/metadata-policy/index.js'
import {resourceQuota} from '../../../src/kinds/resource-quota/index.js'
import {lint} from '../../../src/lint/lint-all.js'
import {CleanPolicies} from '../../../src/lint/policies/clean-policies.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {limitRange, quota} from '../../helpers/builders.js'
import {fileOf} from '../../helpers/simulated.js'

const policy = (name: string, cpu: string, definition = resourceQuota as AnyKind) => ({
  definition, object: {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name, namespace: name}, spec: {hard: {cpu: Quantity.parse(cpu)}}},
})

describe('CleanPolicies', () => {
  it('matches policies that differ only in metadata', () => {
    const clean = new CleanPolicies()
    clean.checksFor([policy('a', '1'), policy('b', '2')]).add(resourceQuotaCheck)
    expect([...clean.checksFor([policy('c', '1'), policy('d', '2')])]).to.deep.equal([resourceQuotaCheck])
    expect([...clean.checksFor([policy('c', '2'), policy('d', '1')])]).to.deep.equal([])
    expect([...clean.checksFor([policy('a', '1')])]).to.deep.equal([])
  })

  it('does not store policies that include a kind whose name matters', () => {
    const clean = new CleanPolicies()
    const policies = [policy('a', '1'), policy('b', '1', metadataPolicy)]
    clean.checksFor(policies).add(resourceQuotaCheck)
    expect([...clean.checksFor(policies)]).to.deep.equal([])
  })

  it('does not hide findings of other namespaces', () => {
    const of = (namespace: string, max: string) => [
      limitRange('l', {type: 'Container', max: {cpu: max}, default: {cpu: '1'}}, {type: 'Pod', min: {cpu: '2'}}).marked({namespace}), quota({cpu: '8'}).marked({namespace}),
    ]
    const found = (...namespaces: [string, string][]): string[] => lint([fileOf('all.yaml', namespaces.flatMap(([name, max]) => of(name, max)))])
      .diagnostics.map(({object, ruleId}) => `${object?.namespace ?? ''} ${ruleId}`)
    const single = found(['a', '1'])
    expect(single).to.include('a limit-range/container-max-below-pod-min')
    expect(found(['z', '2'], ['a', '1'], ['y', '2'])).to.deep.equal([...found(['z', '2']), ...single, ...found(['y', '2'])])
    expect(found(['a', '1'], ['b', '1'])).to.deep.equal([...single, ...single.map((text) => text.replace('a ', 'b '))])
  })
})
