import {expect} from 'chai'

import type {ExportOptions} from '../../src/export/export-native.js'
import type {Body} from '../helpers/builders.js'
import {exported, requireTeam, resources, teamPolicy, tier} from '../helpers/exported.js'
import {labels, rejecting, rule, term} from '../helpers/metadata-policies.js'

const scheduler = 'scheduler.alpha.kubernetes.io/name'

describe('caveats', () => {
  const caveats = (rules: Body[], options?: ExportOptions): string[] => [...exported([teamPolicy(...rules)], options).caveats]

  it('report only differences from MetadataPolicies', () => {
    expect(caveats([tier])).to.deep.equal(['only pods are matched, but MetadataPolicies apply to all objects of a namespace: add others with --resources'])
    expect(caveats([tier], {resources: resources('configmaps')})).to.deep.equal([])
    expect(caveats([rule(undefined, undefined)])).to.deep.equal([])
  })

  it('report rejections', () => {
    const some = resources('configmaps')
    expect(caveats([requireTeam], {resources: some})).to.deep.equal([
      'in namespace team-a, rejections are decided on objects as mutating webhooks leave them',
      'rules that reject also keep objects that are being deleted from losing their finalizers: --skip-terminating excludes these',
    ])
    const [marked = '', ...others] = caveats([tier, rejecting(labels(term('tier', 'Exists')))], {resources: some, skipTerminating: true})
    expect(marked).to.match(/^in namespace team-a, .*a mutating webhook that removes annotations would undo it$/)
    expect(others).to.deep.equal([])
  })

  it('report wildcards, v1beta1 and schedulers', () => {
    expect(caveats([tier], {resources: resources('*')})[0]).to.match(/^a wildcard matches .*Events, Leases/)
    expect(caveats([tier], {resources: resources('pods', '*.coordination.k8s.io')})[0]).to.match(/^a wildcard matches/)
    expect(caveats([tier], {resources: resources('*.apps')})).to.deep.equal([])
    expect(caveats([tier], {resources: resources('cm'), apiVersion: 'v1beta1'})[0]).to.contain('--feature-gates=MutatingAdmissionPolicy=true')
    expect(caveats([requireTeam], {resources: resources('cm'), apiVersion: 'v1beta1', skipTerminating: true})).to.have.length(1)
    const choose = rule(undefined, {updatedAnnotations: {[scheduler]: 'x'}})
    expect(caveats([choose], {resources: resources('pods', 'cm')})[0]).to.match(/^no scheduler goes by annotation .* any more/)
    expect(caveats([choose], {resources: resources('pods', 'cm'), schedulerName: true})).to.deep.equal([
      'pods wait for as long as the scheduler that they name does not run; the rules name "x", and that of Kubernetes is "default-scheduler"',
    ])
    expect(caveats([tier], {resources: resources('pods', 'cm'), schedulerName: true})).to.deep.equal([`no rule sets annotation "${scheduler}", so that --scheduler-name changes nothing`])
  })
})
