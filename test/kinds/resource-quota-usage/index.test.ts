import {expect} from 'chai'

import {resourceQuotaUsage} from '../../../src/kinds/resource-quota-usage/index.js'
import {qualifiedName} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {checkCreates} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

const usage = (used: Body): Body => ({apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: 'q'}, status: {hard: {pods: '1'}, used}})

const quota = {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'q'}, spec: {hard: {pods: '1'}}}

describe('ResourceQuotaUsage', () => {
  it('rounds quantities up, as ResourceQuota does', () => {
    expect(at(allowed(given(quota).create(usage({cpu: '1500u'}))), 'status.used')).to.deep.equal({cpu: '2m'})
  })

  checkCreates({
    'invalid resource names and quantities': [
      usage({'pods': '500m', 'a!': '1'}), `status.used[a!]: Invalid value: "a!": ${qualifiedName('a!').join()}`,
      'status.used[a!]: Invalid value: "a!": must be a standard resource for quota', 'status.used[pods]: Invalid value: "500m": must be an integer',
    ],
  })

  it('is marked as not served by any API server', () => expect(resourceQuotaUsage.notServed?.ruleId).to.equal('resource-quota-usage/not-served'))
})
