import {expect} from 'chai'

import {namesConfigMap, namesSecret} from '../../../../src/kinds/pod/spec/references.js'
import type {PodSpec} from '../../../../src/machinery/api/core-v1.js'

/** A pod whose second container has these fields. */
const withContainer = (list: string, fields: object): PodSpec => ({[list]: [{name: 'a'}, {name: 'c', ...fields}]})

/** A pod whose second volume has this source. */
const withVolume = (source: object): PodSpec => ({volumes: [{name: 'a', emptyDir: {}}, {name: 'v', ...source}]})

const variable = (valueFrom: object): object => ({env: [{name: 'A', valueFrom}]})

const containers = ['initContainers', 'containers', 'ephemeralContainers']

describe('references of pods', () => {
  it('name secrets in containers of all kinds', () => {
    for (const list of containers) {
      expect(namesSecret(withContainer(list, variable({secretKeyRef: {name: 's', key: 'k'}})))).to.equal(true)
      expect(namesSecret(withContainer(list, {envFrom: [{secretRef: {name: 's'}}]}))).to.equal(true)
      expect(namesSecret(withContainer(list, {...variable({configMapKeyRef: {name: 's', key: 'k'}}), envFrom: [{configMapRef: {name: 's'}}]}))).to.equal(false)
    }
  })

  it('name secrets for pulling images, and in volumes', () => {
    expect(namesSecret({imagePullSecrets: [{}, {name: 's'}]})).to.equal(true)
    const secretRef = {name: 's'}
    const sources = [
      {azureFile: {secretName: 's'}}, {projected: {sources: [{configMap: {name: 'c'}}, {secret: {name: 's'}}]}}, {secret: {secretName: 's'}}, {csi: {nodePublishSecretRef: secretRef}},
      ...['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map((source) => ({[source]: {secretRef}})),
    ]
    expect(sources.filter((source) => !namesSecret(withVolume(source)))).to.deep.equal([])
  })

  it('name no secret where the name is empty, or another source comes first', () => {
    expect(namesSecret({imagePullSecrets: [{name: ''}]})).to.equal(false)
    expect([{secret: {secretName: ''}}, {csi: {}}, {rbd: {secretRef: {}}}].some((source) => namesSecret(withVolume(source)))).to.equal(false)
    expect(namesSecret(withVolume({azureFile: {}, secret: {secretName: 's'}}))).to.equal(false)
  })

  it('name ConfigMaps in containers and volumes', () => {
    for (const list of containers) {
      expect(namesConfigMap(withContainer(list, variable({configMapKeyRef: {name: 'c', key: 'k'}})))).to.equal(true)
      expect(namesConfigMap(withContainer(list, {envFrom: [{configMapRef: {name: 'c'}}]}))).to.equal(true)
      expect(namesConfigMap(withContainer(list, {envFrom: [{secretRef: {name: 'c'}}]}))).to.equal(false)
    }
    expect(namesConfigMap(withVolume({configMap: {name: 'c'}}))).to.equal(true)
    expect(namesConfigMap(withVolume({projected: {sources: [{configMap: {name: 'c'}}]}}))).to.equal(true)
    expect([{configMap: {}}, {projected: {}}, {projected: {sources: []}, configMap: {name: 'c'}}].some((source) => namesConfigMap(withVolume(source)))).to.equal(false)
  })
})
