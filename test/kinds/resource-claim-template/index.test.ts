import {expect} from 'chai'

import {dns1123Label, qualifiedName} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

const template = (devices: Body, metadata: Body = {}): Body =>
  ({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: {name: 't'}, spec: {metadata, spec: {devices}}})

const request = (deviceClassName = 'gpu.example.com'): Body => ({name: 'gpu', exactly: {deviceClassName}})

describe('ResourceClaimTemplate', () => {
  it('sets the defaults of ResourceClaim', () => {
    expect(at(allowed(given().create(template({requests: [request()]}))), 'spec.spec.devices.requests.0.exactly'))
      .to.deep.equal({deviceClassName: 'gpu.example.com', allocationMode: 'ExactCount', count: 1})
  })

  checkCreates({
    'labels for its claims': [template({requests: [request()]}, {labels: {app: 'a'}})],
    'invalid labels and requests of claims': [
      template({requests: [{name: 'A'}]}, {labels: {'a!': ''}}), `spec.metadata.labels: Invalid value: "a!": ${qualifiedName('a!').join()}`,
      `spec.spec.devices.requests[0].name: Invalid value: "A": ${dns1123Label('A').join()}`,
      'spec.spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
    ],
  })

  checkUpdates({
    'an unchanged spec': [template({requests: [request()]}), template({requests: [request()]})],
    'the spec': [template({requests: [request()]}), template({}), 'spec: Invalid value: {"Spec":{"Devices":{"Requests":null,"Constraints":null,"Config":null}}}: field is immutable'],
  })
})
