import {expect} from 'chai'

import {node as kind} from '../../../src/kinds/node/index.js'
import type {Body} from '../../helpers/builders.js'
import {allowed, at, TestCluster, verdict} from '../../helpers/test-cluster.js'

const node = {apiVersion: 'v1', kind: 'Node', metadata: {name: 'n', labels: {zone: 'a'}}}

/** A server that adds no taints, with these objects. */
function given(...objects: readonly Body[]): TestCluster {
  const cluster = new TestCluster({disableAdmissionPlugins: ['TaintNodesByCondition']})
  for (const object of objects) allowed(cluster.create(object))
  return cluster
}

const withSpec = (spec: Body): Body => ({...node, spec})

const create = (spec: Body): string => verdict(given().create(withSpec(spec)))

const update = (spec: Body, old: Body): string => verdict(given(withSpec(old)).update(withSpec(spec)))

const invalidNode = (...errors: string[]): string => `422 Node "n" is invalid: ${errors.length === 1 ? errors.join() : `[${errors.join(', ')}]`}`

const taint = {key: 'a', effect: 'NoSchedule'}

describe('Node', () => {
  it('keeps its metadata', () => expect(allowed(given().create(node))).to.deep.include({metadata: node.metadata}))

  it('rejects a name that is not a DNS subdomain', () => {
    expect(verdict(given().create({...node, metadata: {name: 'N'}}))).to.match(/^422 Node "N" is invalid: metadata\.name: Invalid value: "N": a lowercase RFC 1123 subdomain /)
  })

  it('has a range of pods and a list of them, whose first one is the same', () => {
    const ranges = (spec: Body): unknown => {
      const stored = allowed(given().create(withSpec(spec)))
      return [at(stored, 'spec.podCIDR'), at(stored, 'spec.podCIDRs')]
    }
    const [one, other, six] = ['10.1.0.0/24', '10.2.0.0/24', '2001:db8::/64']
    expect([{podCIDR: one}, {podCIDRs: [one, six]}, {podCIDR: other, podCIDRs: [one, six]}, {podCIDR: one, podCIDRs: [one, six]}].map(ranges))
      .to.deep.equal([[one, [one]], [one, [one, six]], [other, [other]], [one, [one, six]]])
    expect(ranges({podCIDR: '', podCIDRs: []})).to.deep.equal([undefined, undefined])
  })

  it('rejects ranges that are invalid or of one family', () => {
    const family = (ranges: string): string => `spec.podCIDRs: Invalid value: ${ranges}: may specify no more than one CIDR for each IP family`
    const wrong = 'spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'
    expect(create({podCIDR: 'x'})).to.equal(invalidNode(wrong))
    expect(create({podCIDRs: ['10.1.0.0/24', '10.2.0.0/24']})).to.equal(invalidNode(family('["10.1.0.0/24","10.2.0.0/24"]')))
    expect(create({podCIDRs: ['10.1.0.0/24', 'a::/64', 'b::/64']})).to.equal(invalidNode(family('["10.1.0.0/24","a::/64","b::/64"]')))
    expect(create({podCIDRs: ['x', 'a::/64']})).to.equal(invalidNode(
      wrong, 'spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[0]: <nil> (invalid CIDR address: x)', family('["x","a::/64"]'),
    ))
    expect(create({podCIDR: 'y', podCIDRs: ['10.1.0.0/24']})).to.match(/"y"/)
    expect(given().create(withSpec({podCIDR: '2001:DB8::/64'})).warnings).to.deep.equal([
      'spec.podCIDRs[0]: IPv6 CIDR value "2001:DB8::/64" should be in RFC 5952 canonical format ("2001:db8::/64")',
    ])
  })

  it('rejects wrong taints, also in updates', () => {
    const [path, required] = ['metadata.taints[0]', 'metadata.taints[0].effect: Required value']
    expect(create({taints: [taint, {...taint, effect: 'NoExecute'}, {...taint, key: 'b', value: 'x'}]})).to.equal('201')
    expect(create({taints: [{key: 'a'}]})).to.equal(invalidNode(required))
    expect(update({taints: [{key: 'a'}]}, {})).to.equal(invalidNode(required))
    expect(create({taints: [{...taint, effect: 'Foo'}]})).to.equal(invalidNode(`${path}.effect: Unsupported value: "Foo": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`))
    expect(create({taints: [{...taint, key: ''}]})).to.match(/^422 Node "n" is invalid: \[metadata\.taints\[0\]\.key: Invalid value: "": name part must be non-empty, /)
    expect(create({taints: [{...taint, value: 'a b'}]})).to.match(/^422 Node "n" is invalid: metadata\.taints\[0\]\.value: Invalid value: "a b": a valid label must be /)
    expect(create({taints: [taint, {...taint, value: 'x', timeAdded: '2020-01-02T03:04:05Z'}]})).to.equal(invalidNode(
      'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"x","Effect":"NoSchedule","TimeAdded":"2020-01-02T03:04:05Z"}: taints must be unique by key and effect pair',
    ))
  })

  it('is reported at the fields of the manifest', () => {
    const fields = (steps: readonly (string | number)[]): unknown => kind.defaultedFrom?.(steps)
    expect(fields(['metadata', 'taints', 0, 'key'])).to.deep.equal([['spec', 'taints', 0, 'key']])
    expect(fields(['spec', 'podCIDRs', 0])).to.deep.equal([['spec', 'podCIDR']])
    expect(fields(['metadata', 'name'])).to.deep.equal([])
  })

  it('keeps its ranges, its provider and its external name', () => {
    const ranges = 'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'
    const [one, other] = [{podCIDR: '10.1.0.0/24'}, {podCIDR: '10.2.0.0/24'}]
    expect([update(one, {}), update(one, one), update(other, one), update({}, one)]).to.deep.equal(['200', '200', invalidNode(ranges), invalidNode(ranges)])
    const provider = 'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid'
    expect([update({providerID: 'a'}, {}), update({providerID: 'b'}, {providerID: 'a'})]).to.deep.equal(['200', invalidNode(provider)])
    expect([update({externalID: 'a'}, {externalID: 'a'}), update({externalID: 'a'}, {})]).to.deep.equal(['200', invalidNode('spec.externalID: Forbidden: may not be updated')])
  })

  it('keeps its status in updates, and its spec in those of the status', () => {
    const cluster = given({...node, spec: {unschedulable: true}, status: {phase: 'Running'}})
    const change = {...node, spec: {providerID: 'x'}, status: {phase: 'Pending'}}
    const parts = (stored: Body): unknown => [at(stored, 'spec'), at(stored, 'status.phase')]
    expect(parts(allowed(cluster.update(change, {subresource: 'status'})))).to.deep.equal([{unschedulable: true}, 'Pending'])
    expect(parts(allowed(cluster.update({...change, status: {phase: 'Running'}})))).to.deep.equal([{providerID: 'x'}, 'Pending'])
  })

  it('loses the source of its configuration, and warns about an external name', () => {
    const {object, warnings} = given().create(withSpec({configSource: {}, externalID: 'x'}))
    expect([at(object, 'spec'), warnings]).to.deep.equal([{externalID: 'x'}, ['spec.externalID: this field is deprecated, and is unused by Kubernetes']])
  })
})
