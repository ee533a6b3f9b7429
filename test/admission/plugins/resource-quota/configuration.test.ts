import {expect} from 'chai'
import {resourceQuotaConfiguration as kind, type LimitedResource} from '../../../../src/admission/plugins/resource-quota/configuration.js'

const errorsOf = (limitedResources?: readonly LimitedResource[]): string[] => kind.validate({...limitedResources && {limitedResources}}).map(String)

describe('ResourceQuota configuration', () => {
  it('requires a resource in each entry', () => {
    expect(errorsOf([{}, {resource: 'pods'}, {resource: ''}]))
      .to.deep.equal(['limitedResources[0].resource: Required value', 'limitedResources[2].resource: Required value'])
  })

  it('accepts an empty list, and any match pattern and scope', () => {
    expect([errorsOf(), errorsOf([]), errorsOf([{resource: 'pods', matchContains: [''], matchScopes: [{scopeName: 'Foo', operator: 'Bar'}]}])]).to.deep.equal([[], [], []])
  })

  it('is strict and has three versions', () => {
    expect(kind.isStrict).to.equal(true)
    expect(kind.versions.map((version) => `${version.apiVersion} ${version.kind}`)).to.deep.equal([
      'apiserver.config.k8s.io/v1 ResourceQuotaConfiguration', 'resourcequota.admission.k8s.io/v1beta1 Configuration', 'resourcequota.admission.k8s.io/v1alpha1 Configuration',
    ])
  })
})
