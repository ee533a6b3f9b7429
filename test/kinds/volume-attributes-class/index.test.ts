import {expect} from 'chai'

import {qualifiedName} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

const attributesClass = (fields: Body = {}): Body =>
  ({apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', metadata: {name: 'v'}, driverName: 'd.example.com', parameters: {iops: '1'}, ...fields})

describe('VolumeAttributesClass', () => {
  it('gets the finalizer kubernetes.io/vac-protection', () => {
    expect(at(allowed(given().create(attributesClass())), 'metadata.finalizers')).to.deep.equal(['kubernetes.io/vac-protection'])
  })

  checkCreates({
    'a driver name with capital letters': [attributesClass({driverName: 'D.example.com'})],
    'an invalid driver name and empty parameters': [
      attributesClass({driverName: 'a b', parameters: {}}), `driverName: Invalid value: "a b": ${qualifiedName('a b').join()}`,
      'parameters: Required value: must contain at least one key/value pair',
    ],
    'a parameter without a name': [attributesClass({parameters: {'': 'x'}}), 'parameters: Invalid value: "": field can not be empty.'],
  })

  checkUpdates({
    'labels': [attributesClass(), attributesClass({metadata: {name: 'v', labels: {a: 'b'}}})],
    'driverName and parameters': [
      attributesClass(), attributesClass({driverName: 'e.example.com', parameters: {iops: '2'}}), 'driverName: Forbidden: updates to driverName are forbidden.',
      'parameters: Forbidden: updates to parameters are forbidden.',
    ],
  })
})
