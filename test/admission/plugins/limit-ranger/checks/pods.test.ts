import {expect} from 'chai'

import {lintText} from '../../../../helpers/lint-text.js'
import {limits, podOf, testRule, together} from '../../../../helpers/rule-table.js'

const defaults = limits('a', 'type: Container, default: {cpu: 500m, memory: 512Mi}, defaultRequest: {cpu: 200m, memory: 256Mi}')

const equalDefaults = limits('a', 'type: Container, default: {cpu: 500m, memory: 512Mi}')

/** Workloads with one container, whose pod template is indented and follows the given lines. */
const workload = (apiVersion: string, kind: string, indent: string, before: string, resources: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web}\n${before}${indent}spec:\n${indent}  restartPolicy: ${kind.includes('Job') ? 'Never' : 'Always'}\n`
  + `${indent}  containers:\n${indent}  - {name: app, image: nginx, resources: {${resources}}}\n`

const template = '    metadata: {labels: {a: b}}\n'

const selecting = 'spec:\n  selector: {matchLabels: {a: b}}\n'

const makers: Readonly<Record<string, (resources: string) => string>> = {
  Deployment: (resources) => workload('apps/v1', 'Deployment', '    ', `${selecting}  template:\n${template}`, resources),
  StatefulSet: (resources) => workload('apps/v1', 'StatefulSet', '    ', `${selecting}  serviceName: web\n  template:\n${template}`, resources),
  DaemonSet: (resources) => workload('apps/v1', 'DaemonSet', '    ', `${selecting}  template:\n${template}`, resources),
  ReplicaSet: (resources) => workload('apps/v1', 'ReplicaSet', '    ', `${selecting}  template:\n${template}`, resources),
  ReplicationController: (resources) => workload('v1', 'ReplicationController', '    ', `spec:\n  template:\n${template}`, resources),
  Job: (resources) => workload('batch/v1', 'Job', '    ', 'spec:\n  template:\n', resources),
  CronJob: (resources) => workload('batch/v1', 'CronJob', '        ', 'spec:\n  schedule: "@daily"\n  jobTemplate:\n    spec:\n      template:\n', resources),
  PodTemplate: (resources) => workload('v1', 'PodTemplate', '  ', `template:\n${template.slice(2)}`, resources),
}

describe('pods under the LimitRanges of their namespace', () => {
  testRule('pod/request-above-default-limit', {
    severity: 'error',
    accept: {
      'a request as large as the default limit': together(defaults, podOf('requests: {cpu: 500m}')),
      'a request with a limit': together(defaults, podOf('requests: {cpu: 1}, limits: {cpu: 1}')),
      'a request for a resource without a default': together(defaults, podOf('requests: {ephemeral-storage: 1Gi}')),
      'a pod in another namespace': together(defaults, podOf('requests: {cpu: 1}').replace('name: web', 'name: web, namespace: dev')),
      'a request that another order of LimitRanges admits': together(defaults, limits('b', 'type: Container, default: {cpu: 2}'), podOf('requests: {cpu: 1}')),
      'a custom resource of kind Pod': together(defaults, podOf('requests: {cpu: 1}').replace('apiVersion: v1', 'apiVersion: example.com/v1')),
      'a Job whose pods state no resources': together(defaults, 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: a, generateName: b}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}\n'),
    },
    reject: {
      'a request above the default limit': [
        together(defaults, podOf('requests: {cpu: 700m}')), '14 700m',
        'this pod is rejected: container app sets no limit for cpu, so LimitRange a sets one of 500m, and then it is invalid: '
          + 'spec.containers[0].resources.requests: Invalid value: "700m": must be less than or equal to cpu limit of 500m', '6 500m',
      ],
      'a request above a max that becomes the default limit': [
        together(limits('a', 'type: Container, max: {memory: 1Gi}'), podOf('requests: {memory: 2Gi}')), '14 2Gi', /LimitRange a sets one of 1Gi/, '6 1Gi',
      ],
      'a request of an init container': [
        together(defaults, podOf('').replace('  containers:', '  initContainers: [{name: setup, image: b, resources: {requests: {memory: 1Gi}}}]\n  containers:')), '12 1Gi',
        /container setup sets no limit for memory.*spec\.initContainers\[0\]\.resources\.requests: Invalid value: "1Gi"/, '6 512Mi',
      ],
      'a request above every default limit': [
        together(defaults, limits('b', 'type: Container, default: {cpu: 600m}'), podOf('requests: {cpu: 1}')), '21 1', /LimitRange a sets one of 500m/, '6 500m', '13 600m',
      ],
    },
  })

  describe('pod/request-above-default-limit in a pod template', () => {
    for (const [kind, text] of Object.entries(makers)) {
      it(`reports a ${kind}`, () => {
        const [found, ...others] = lintText(together(defaults, text('requests: {memory: 1Gi}')))
        expect(others).to.deep.equal([])
        expect(found).to.include({ruleId: 'pod/request-above-default-limit', severity: 'error', hint: 'set a limit, too: limits: {memory: 1Gi}'})
        expect(found?.message).to.match(new RegExp(`^a pod of this ${kind} is rejected: container app sets no limit for memory`))
        expect(found?.file.slice(found.span)).to.equal('1Gi')
        expect(found?.object).to.deep.include({kind, name: 'web'})
      })
    }
  })

  testRule('pod/guaranteed-by-default', {
    severity: 'info',
    accept: {
      'requests below the limits': together(defaults, podOf('')),
      'a pod that is Guaranteed without defaults': together(equalDefaults, podOf('limits: {cpu: 1, memory: 1Gi}')),
      'a default for cpu only': together(limits('a', 'type: Container, default: {cpu: 1}'), podOf('')),
    },
    reject: {
      'a pod without resources': [
        together(equalDefaults, podOf('')), '12 containers',
        'this pod is BestEffort as it is written, and Guaranteed with the defaults of LimitRanges: its containers reserve all that they may use', '6 500m', '6 512Mi',
      ],
      'a pod that states only cpu': [together(equalDefaults, podOf('limits: {cpu: 1}')), '12 containers', /^this pod is Burstable as it is written/, '6 500m', '6 512Mi'],
      'a template': [together(equalDefaults, makers['Deployment']!('')), '17 containers', /^a pod of this Deployment is BestEffort/, '6 500m', '6 512Mi'],
    },
  })

  testRule('pod/best-effort-despite-defaults', {
    severity: 'info',
    accept: {
      'a pod with defaults': together(defaults, podOf('')),
      'a pod under LimitRanges without defaults': together(limits('a', 'type: Pod, max: {ephemeral-storage: 1Gi}'), podOf('limits: {cpu: 0}')),
    },
    reject: {
      'a pod whose limits are 0': [
        together(defaults, podOf('limits: {cpu: 0, memory: 0}')), '12 containers', 'this pod is BestEffort, though LimitRanges give defaults: all that its containers state is 0', '6 500m', '6 512Mi',
      ],
      'a pod with empty pod-level resources': [
        together(defaults, podOf('', '  resources: {}\n')), '15 resources', /: resources at pod level replace those of all containers$/, '6 500m', '6 512Mi',
      ],
    },
  })
})
