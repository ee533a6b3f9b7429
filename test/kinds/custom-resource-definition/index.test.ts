import {expect} from 'chai'

import {customResourceDefinition} from '../../../src/kinds/custom-resource-definition/index.js'
import {allowed, given} from '../../helpers/test-cluster.js'

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: {name: 'xs.example.com'},
  spec: {group: 'example.com', names: {plural: 'xs', kind: 'X'}, versions: [{name: 'v1'}]},
}

describe('CustomResourceDefinition', () => {
  it('is stored unchanged', () => expect(allowed(given().create(definition))).to.deep.equal(definition))

  it('has no defaults, validation or warnings', () => expect(customResourceDefinition).not.to.have.any.keys('setDefaults', 'validate', 'validateUpdate', 'warnings'))
})
