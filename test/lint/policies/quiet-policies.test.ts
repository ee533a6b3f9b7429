import {expect} from 'chai'

import type {PolicyCheck} from '../../../src/admission/policy-check.js'
import {limitRangerChecks} from '../../../src/admission/plugins/limit-ranger/checks/index.js'
import {metadataPolicyCheck} from '../../../src/admission/plugins/metadata-policy/checks/index.js'
import {resourceQuotaCheck} from '../../../src/admission/plugins/resource-quota/checks/index.js'
import {lint} from '../../../src/lint/lint.js'
import {QuietPolicies} from '../../../src/lint/policies/quiet-policies.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {limitRange, quota} from '../../helpers/builders.js'
import {fileOf} from '../../helpers/simulated.js'

const policy = (name: string, cpu: string) => ({
  apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name, namespace: name}, spec: {hard: {cpu: Quantity.parse(cpu)}},
})

const first = (checks: readonly PolicyCheck[]): PolicyCheck => checks[0] ?? expect.fail('there is no check')

describe('policies for which checks have no findings', () => {
  it('are known by all but their metadata, and by the check', () => {
    const quiet = new QuietPolicies()
    quiet.add(resourceQuotaCheck, [policy('a', '1'), policy('b', '2')])
    expect(quiet.has(resourceQuotaCheck, [policy('c', '1'), policy('d', '2')])).to.equal(true)
    expect(quiet.has(resourceQuotaCheck, [policy('c', '2'), policy('d', '1')])).to.equal(false)
    expect(quiet.has(resourceQuotaCheck, [policy('a', '1')])).to.equal(false)
    expect(quiet.has(first(limitRangerChecks), [policy('a', '1'), policy('b', '2')])).to.equal(false)
  })

  it('are not remembered for checks of workloads, and of policies whose names matter', () => {
    const quiet = new QuietPolicies()
    const checks = [...limitRangerChecks.filter(({subjects}) => subjects !== undefined), metadataPolicyCheck]
    for (const check of checks) quiet.add(check, [policy('a', '1')])
    expect(checks.map((check) => quiet.has(check, [policy('a', '1')]))).to.deep.equal(checks.map(() => false))
    expect(checks).to.have.length.above(1)
  })

  it('hide no finding of others in a run', () => {
    const of = (namespace: string, max: string) => [
      limitRange('l', {type: 'Container', max: {cpu: max}, default: {cpu: '1'}}, {type: 'Pod', min: {cpu: '2'}}).marked({namespace}), quota({cpu: '8'}).marked({namespace}),
    ]
    const found = (...namespaces: [string, string][]): string[] => lint([fileOf('all.yaml', namespaces.flatMap(([name, max]) => of(name, max)))])
      .diagnostics.map(({object, ruleId}) => `${object?.namespace ?? ''} ${ruleId}`)
    const alone = found(['a', '1'])
    expect(alone).to.include('a limit-range/container-max-below-pod-min')
    expect(found(['z', '2'], ['a', '1'], ['y', '2'])).to.deep.equal([...found(['z', '2']), ...alone, ...found(['y', '2'])])
    expect(found(['a', '1'], ['b', '1'])).to.deep.equal([...alone, ...alone.map((text) => text.replace('a ', 'b '))])
  })
})
