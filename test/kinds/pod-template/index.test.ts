import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {given, verdict} from '../../helpers/test-cluster.js'

describe('PodTemplate SELinux policy', () => {
  const spec = (policy?: string): Body =>
    ({securityContext: policy === undefined ? {} : {seLinuxChangePolicy: policy}, containers: [{name: 'c', image: 'i'}]})
  const template = (policy?: string): Body => ({metadata: {labels: {a: 'b'}}, spec: spec(policy)})
  const body = (apiVersion: string, kind: string, rest: Body): Body => ({apiVersion, kind, metadata: {name: 'x'}, ...rest})
  const selecting = {selector: {matchLabels: {a: 'b'}}}
  const jobTemplate = (policy?: string): Body => ({spec: {template: {spec: {...spec(policy), restartPolicy: 'Never'}}}})

  for (const [kind, at, make] of [
    ...['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'].map((kind) =>
      [kind, 'spec.template.spec', (policy?: string) => body('apps/v1', kind, {spec: {...selecting, template: template(policy)}})] as const),
    ['CronJob', 'spec.jobTemplate.spec.template.spec', (policy?: string) => body('batch/v1', 'CronJob', {spec: {schedule: '@daily', jobTemplate: jobTemplate(policy)}})],
    ['ReplicationController', 'spec.template.spec', (policy?: string) => body('v1', 'ReplicationController', {spec: {selector: {a: 'b'}, template: template(policy)}})],
    ['PodTemplate', 'template.spec', (policy?: string) => body('v1', 'PodTemplate', {template: template(policy)})],
  ] as const) {
    it(`of a ${kind} can change to MountOption only if one was set before`, () => {
      const rejection = (value: string, supported: string): string =>
        `is invalid: ${at}.securityContext.seLinuxChangePolicy: Unsupported value: "${value}": supported values: ${supported}`
      expect(verdict(given().create(make('MountOption')))).to.contain(rejection('MountOption', '"Recursive"'))
      expect(verdict(given(make()).update(make('MountOption')))).to.contain(rejection('MountOption', '"Recursive"'))
      expect(verdict(given(make('Recursive')).update(make('MountOption')))).to.equal('200')
      expect(verdict(given(make('Recursive')).update(make('Other')))).to.contain(rejection('Other', '"MountOption", "Recursive"'))
    })
  }
})
