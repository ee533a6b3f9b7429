import {expect} from 'chai'

import type {Body} from '../../../helpers/builders.js'
import {checkWarnings, warningsOf} from '../../../helpers/pod-errors.js'

describe('warnings about volumes', () => {
  const volume = (name: string, source: Body): Body => ({name, ...source})
  const sources = ['photonPersistentDisk', 'gitRepo', 'scaleIO', 'flocker', 'storageos', 'quobyte', 'glusterfs', 'cephfs', 'rbd']
  const texts = [
    'photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+', 'gitRepo: deprecated in v1.11, and disabled by default in v1.33+', 'scaleIO: deprecated in v1.16, non-functional in v1.22+',
    'flocker: deprecated in v1.22, non-functional in v1.25+', 'storageOS: deprecated in v1.22, non-functional in v1.25+', 'quobyte: deprecated in v1.22, non-functional in v1.25+',
    'glusterfs: deprecated in v1.25, non-functional in v1.26+', 'cephfs: deprecated in v1.28, non-functional in v1.31+', 'rbd: deprecated in v1.28, non-functional in v1.31+',
  ]
  const items = (...paths: string[]): Body => ({items: paths.map((path) => ({key: 'k', path}))})
  const projected = (...list: Body[]): Body => ({volumes: [{name: 'v', projected: {sources: list}}]})

  checkWarnings({
    'deprecated sources': [{volumes: sources.map((source) => volume(source, {[source]: {}}))}, ...texts.map((text, i) => `spec.volumes[${i}].${text}`)],
    'an ephemeral claim of a fractional byte': [
      {volumes: [volume('v', {ephemeral: {volumeClaimTemplate: {spec: {resources: {requests: {storage: '1.5'}}}}}})]},
      'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
    ],
    'paths that do not overlap': [{volumes: [volume('v', {configMap: {name: 'c', ...items('a/b', 'a/c', '', '')}})]}],
    'overlapping paths': [
      {volumes: [volume('a', {configMap: {name: 'c', ...items('x', 'x/y/', 'x')}}), volume('b', {secret: {secretName: 's', ...items('x/y', 'x')}}), volume('d', {downwardAPI: {items: [{path: 'x'}, {path: 'x/y'}]}})]},
      'volume "a" (ConfigMap "c"): overlapping paths: "x/y" with "x"', 'volume "a" (ConfigMap "c"): overlapping paths: "x" with "x"', 'volume "a" (ConfigMap "c"): overlapping paths: "x" with "x/y"',
      'volume "b" (Secret "s"): overlapping paths: "x" with "x/y"', 'volume "d" (DownwardAPI): overlapping paths: "x/y" with "x"',
    ],
    'overlapping paths of several projected sources': [
      projected({secret: {name: 's', ...items('a')}}, {}, {configMap: {name: 'c', ...items('a/b')}}, {downwardAPI: {items: [{path: 'b'}]}}, {serviceAccountToken: {path: 'b/t'}}, {secret: {name: 'all'}}),
      'volume "v" (Projected) has no sources provided', 'volume "v" (Projected): overlapping paths: "a/b" (ConfigMap "c") with "a" (Secret "s")',
      'volume "v" (Projected): overlapping paths: "b/t" (ServiceAccountToken) with "b" (DownwardAPI)',
    ],
  }, warningsOf)

  it('limits the number of warnings', () => {
    const paths = Array.from({length: 200}, (_, i) => Array<string>(i + 1).fill('a').join('/'))
    expect(warningsOf({volumes: [{name: 'v', secret: items(...paths)}]})).to.have.length.within(1000, 2000)
  })
})
